package dev.monotable.cli.terminal;

import dev.monotable.text.OneLine;

/**
 * A command that cannot be done; the message is the line that says why. What it repeats of a file
 * or an endpoint has a bounded length and no control characters.
 */
public class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a stack trace. */
  public CommandException(String message) {
    super(OneLine.message(message), null, false, false);
  }
}
