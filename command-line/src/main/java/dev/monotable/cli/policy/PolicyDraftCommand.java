package dev.monotable.cli.policy;

import dev.monotable.access.request.PolicyDraft;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Drafts a policy with least privilege from recorded requests. */
@Command(
    name = "draft",
    sortOptions = false,
    description =
        "Drafts a policy that allows what the recorded requests did and nothing else: their actions"
            + " on their tables and indexes, with the forms of their partition keys as"
            + " dynamodb:LeadingKeys.",
    footer = {"", "Exit codes: 0 if the policy was printed, " + ExitCode.OF_FILES})
final class PolicyDraftCommand extends ShellCommand {
  @Parameters(
      paramLabel = "RECORDING",
      arity = "1..*",
      description = "Files that the server wrote with --record.")
  private List<Path> recordings = List.of();

  @Mixin private final ArnOptions arns = new ArnOptions();

  @Override
  protected int run() throws DataFileException {
    PolicyDraft draft = new PolicyDraft();
    for (RecordedUses.Use use : RecordedUses.of(recordings, arns, this::warn)) {
      draft.allow(use.action(), use.resource(), use.keys());
    }
    out().print(draft.json());
    return 0;
  }
}
