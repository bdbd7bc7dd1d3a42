package dev.monotable.cli.policy;

import dev.monotable.access.file.PolicyFiles;
import dev.monotable.access.request.Principals;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reads files with policies, and prints what is probably wrong. */
@Command(
    name = "check",
    sortOptions = false,
    description =
        "Reads files as --policies does, and prints what is probably wrong in them, with line and"
            + " column.",
    footer = {
      "",
      "Exit codes: 0 if nothing was found, 1 if something was, " + ExitCode.OF_FILES,
    })
final class PolicyCheckCommand extends ShellCommand {
  @Parameters(
      paramLabel = "[KEY=]FILE",
      arity = "1..*",
      description = "Policies, templates, or lists of principals.")
  private List<String> files = List.of();

  @Mixin private final ArnOptions arns = new ArnOptions();

  @Override
  protected int run() throws DataFileException {
    PolicyFiles policies = new PolicyFiles(arns.schemas(), arns.account());
    policies.load(files, Principals.create(false));
    for (Notice notice : policies.notices()) {
      out().println(notice);
    }
    return policies.notices().isEmpty() ? 0 : ExitCode.NO;
  }
}
