package dev.monotable.text;

/**
 * An error in a file. Its message is {@code file:line:column: reason}, on one line of bounded
 * length ({@link OneLine}).
 */
public final class DataFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient FilePosition at;
  private final String reason;

  /** Creates an error at a place in a file. */
  public DataFileException(FilePosition at, String reason) {
    super(at + ": " + OneLine.message(reason), null, false, false);
    this.at = at;
    this.reason = OneLine.message(reason);
  }

  /** Converts the unchecked form that the readers use inside. */
  public DataFileException(InvalidContentException e) {
    this(e.at(), e.reason());
  }

  /** Returns the position of the error. */
  public FilePosition at() {
    return at;
  }

  /** Returns the message without the position. */
  public String reason() {
    return reason;
  }
}
