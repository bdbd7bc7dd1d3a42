package dev.monotable.cli.endpoint;

import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.ExitCode;

/** An error response of an endpoint, or a failure to reach it. */
public final class EndpointException extends CommandException {
  private static final long serialVersionUID = 1L;

  private final String code;

  EndpointException(String code, String message) {
    super(ExitCode.UNREACHABLE, message);
    this.code = code;
  }

  /**
   * Returns the name of the error, such as {@code ResourceNotFoundException}; empty without one.
   */
  public String code() {
    return code;
  }

  /** Returns whether this is an error with a name. */
  public boolean is(String name) {
    return code.equals(name);
  }

  /** Returns this error with what it is about. */
  public EndpointException about(String subject) {
    return new EndpointException(code, getMessage() + " (" + subject + ")");
  }
}
