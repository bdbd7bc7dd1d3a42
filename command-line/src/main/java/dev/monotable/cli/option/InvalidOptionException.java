package dev.monotable.cli.option;

/** An option that is invalid where it was given; the message names the place and the reason. */
public final class InvalidOptionException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidOptionException(String message) {
    super(message);
  }
}
