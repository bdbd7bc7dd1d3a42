package dev.monotable.cli.terminal;

/** A command that cannot be done; the message is the line that says why. */
public class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a stack trace. */
  public CommandException(String message) {
    super(message, null, false, false);
  }
}
