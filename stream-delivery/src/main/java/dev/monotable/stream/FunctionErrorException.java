package dev.monotable.stream;

import dev.monotable.text.OneLine;

/** A function has reported an error instead of a response. */
public final class FunctionErrorException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception. The message repeats a bounded part of what the function has reported.
   *
   * @param errorType the type of the error; may be empty
   * @param errorMessage what the function says about it; may be empty
   */
  public FunctionErrorException(String errorType, String errorMessage) {
    super(
        "the function has failed"
            + (errorType.isEmpty() ? "" : " with " + OneLine.quote(errorType))
            + (errorMessage.isEmpty() ? "" : ": " + OneLine.quote(errorMessage)));
  }
}
