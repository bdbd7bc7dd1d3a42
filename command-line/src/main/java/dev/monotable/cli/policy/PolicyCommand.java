package dev.monotable.cli.policy;

import dev.monotable.cli.terminal.CommandGroup;
import picocli.CommandLine.Command;

/** The commands about IAM policies. */
@Command(
    name = "policy",
    description = "Works with IAM policies.",
    subcommands = {PolicyCheckCommand.class, PolicyDraftCommand.class, PolicyUnusedCommand.class})
public final class PolicyCommand extends CommandGroup {
  /** Creates the command. */
  public PolicyCommand() {}
}
