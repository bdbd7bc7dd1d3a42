package dev.monotable.cli.terminal;

import picocli.CommandLine;

/** A command that only has commands of its own, such as {@code database}. */
public abstract class CommandGroup extends ShellCommand {
  /** Creates the command. */
  protected CommandGroup() {
    super(CommandLine.ExitCode.USAGE);
  }

  /** Prints the help, because one of its commands is missing. */
  @Override
  protected final int run() {
    spec().commandLine().usage(spec().commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
