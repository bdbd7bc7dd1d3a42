package dev.monotable.cli.terminal;

/** A command that cannot be done, because an argument or what it names is invalid. */
public final class InvalidArgumentException extends CommandException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a stack trace. */
  public InvalidArgumentException(String message) {
    super(ExitCode.INVALID, message);
  }
}
