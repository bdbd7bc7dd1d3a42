package dev.monotable.text;

/**
 * An error at a place in a file. Readers throw it inside this module; its public classes turn it
 * into a {@link DataFileException}. The reason is on one line of bounded length ({@link OneLine}).
 */
public final class InvalidContentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient FilePosition at;

  public InvalidContentException(FilePosition at, String reason) {
    super(OneLine.message(reason), null, false, false);
    this.at = at;
  }

  /** Returns the position of the error. */
  public FilePosition at() {
    return at;
  }

  /** Returns the message without the position. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
