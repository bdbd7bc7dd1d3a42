package dev.monotable.cli.policy;

import dev.monotable.access.Principal;
import dev.monotable.access.file.PolicyFiles;
import dev.monotable.access.request.AccessUsage;
import dev.monotable.access.request.Principals;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what policies allow and recorded requests have never used. */
@Command(
    name = "unused",
    sortOptions = false,
    description =
        "Lists, for each principal and statement, the actions that are allowed and that the"
            + " recorded requests never used.",
    footer = {"", "Exit codes: 0 if all was used, 1 if not, " + ExitCode.OF_FILES})
final class PolicyUnusedCommand extends ShellCommand {
  @Parameters(
      paramLabel = "RECORDING",
      arity = "1..*",
      description = "Files that the server wrote with --record.")
  private List<Path> recordings = List.of();

  @Option(
      names = "--policies",
      paramLabel = "[KEY=]FILE",
      required = true,
      description = "Policies as for the server; can be repeated.")
  private List<String> policies = List.of();

  @Mixin private final ArnOptions arns = new ArnOptions();

  @Override
  protected int run() throws DataFileException {
    Principals principals = Principals.create(false);
    new PolicyFiles(arns.schemas(), arns.account()).load(policies, principals);
    List<RecordedUses.Use> recorded = RecordedUses.of(recordings, arns, this::warn);
    boolean all = true;
    Set<Principal> seen = new HashSet<>();
    for (Map.Entry<String, Principal> entry : principals.allWithOthers(arns.account()).entrySet()) {
      Principal principal = entry.getValue();
      if (!seen.add(principal)) {
        continue; // a role has two names
      }
      List<AccessUsage.Use> uses = new ArrayList<>();
      for (RecordedUses.Use use : recorded) {
        uses.add(new AccessUsage.Use(principal.arn(), use.action(), use.resource()));
      }
      for (AccessUsage.Unused unused : AccessUsage.unused(principal, uses)) {
        all = false;
        out()
            .println(
                entry.getKey()
                    + ": "
                    + unused.statement()
                    + " never used "
                    + String.join(", ", unused.actions()));
      }
    }
    return all ? 0 : ExitCode.NO;
  }
}
