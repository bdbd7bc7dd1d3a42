package dev.monotable.engine.error;

import dev.monotable.api.Experimental;
import java.util.regex.Pattern;

/**
 * An error of a test's choice, which AWS need not know.
 *
 * @param name the name of its type, such as {@code ServiceUnavailableException}
 * @param message its message; empty if there is none
 * @param httpStatus the HTTP status of the response
 */
@Experimental
public record ChosenError(String name, String message, int httpStatus) implements Fault {
  private static final int MAX_MESSAGE = 1_000;
  private static final int MIN_STATUS = 400;
  private static final int MAX_STATUS = 599;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._]{0,99}");

  /**
   * @throws IllegalArgumentException if the name is not 1 to 100 letters, digits, dots and
   *     underscores, the message has more than 1,000 characters, or the status is not one of an
   *     error
   */
  public ChosenError {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "an error code has 1 to 100 letters, digits, dots and underscores, and begins with a"
              + " letter");
    }
    if (message.length() > MAX_MESSAGE) {
      throw new IllegalArgumentException(
          "the message of an error has at most " + MAX_MESSAGE + " characters");
    }
    if (httpStatus < MIN_STATUS || httpStatus > MAX_STATUS) {
      throw new IllegalArgumentException(
          "the status of an error is from " + MIN_STATUS + " to " + MAX_STATUS + ": " + httpStatus);
    }
  }

  /** Returns the code of this name; for another name, the one that clients treat alike. */
  @Override
  public ErrorCode code() {
    for (ErrorCode each : ErrorCode.values()) {
      if (each.shapeName().equals(name)) {
        return each;
      }
    }
    return httpStatus < 500 ? ErrorCode.VALIDATION : ErrorCode.INTERNAL_SERVER_ERROR;
  }

  /** Returns the value of {@code __type}. */
  String wireType() {
    String known = code().wireType();
    return known.substring(0, known.indexOf('#') + 1) + name;
  }

  @Override
  public String text(Wording wording) {
    return message;
  }
}
