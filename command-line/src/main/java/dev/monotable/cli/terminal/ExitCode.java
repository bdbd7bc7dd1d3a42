package dev.monotable.cli.terminal;

/**
 * The exit codes of all commands, each with one meaning: 0 after success, and the ones below. Only
 * {@code healthcheck} has no others than 0 and 1, because Docker reserves them.
 */
public final class ExitCode {
  /** The answer is no: differences, breaches, findings, or a time-out of what was waited for. */
  public static final int NO = 1;

  /** An argument, or a file that it names, is invalid. */
  public static final int INVALID = 2;

  /** A server or an endpoint cannot be reached, or has failed. */
  public static final int UNREACHABLE = 3;

  /** The end of the help of a command that only reads and writes files. */
  public static final String OF_FILES = "2 if an option or a file is invalid.";

  /** The end of the help of a command that calls a server. */
  public static final String OF_SERVERS =
      "2 if an option or a file is invalid, 3 if a server cannot be reached or fails.";

  private ExitCode() {}
}
