package dev.monotable.cli.design;

import dev.monotable.cli.terminal.ShellCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands about design files. */
@Command(
    name = "design",
    description = "Works with design files.",
    subcommands = {DesignInitCommand.class, DesignExportCommand.class})
public final class DesignCommand extends ShellCommand {
  /** Creates the command. */
  public DesignCommand() {
    super(2);
  }

  /** Prints the help, because a command about design files needs a command of its own. */
  @Override
  protected int run() {
    spec().commandLine().usage(spec().commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
