package dev.monotable.cli.terminal;

import dev.monotable.text.OneLine;

/**
 * A command that cannot be done; the message is the line that says why. What it repeats of a file
 * or an endpoint has a bounded length and no control characters.
 */
public class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * Creates an exception without a stack trace.
   *
   * @param exitCode a constant of {@link ExitCode}
   */
  public CommandException(int exitCode, String message) {
    super(OneLine.message(message), null, false, false);
    this.exitCode = exitCode;
  }

  /** Returns the exit code of the command. */
  public final int exitCode() {
    return exitCode;
  }
}
