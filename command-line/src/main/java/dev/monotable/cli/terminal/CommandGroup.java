package dev.monotable.cli.terminal;

/** A command that only has commands of its own, such as {@code database}. */
public abstract class CommandGroup extends ShellCommand {
  /** Creates the command. */
  protected CommandGroup() {}

  /** Prints the help, because one of its commands is missing. */
  @Override
  protected final int run() {
    spec().commandLine().usage(spec().commandLine().getErr());
    return ExitCode.INVALID;
  }
}
