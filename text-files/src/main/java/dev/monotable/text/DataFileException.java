package dev.monotable.text;

/** An error in a schema or seed file. Its message is {@code file:line:column: reason}. */
public final class DataFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient FilePosition at;
  private final String reason;

  /** Creates an error at a place in a file. */
  public DataFileException(FilePosition at, String reason) {
    super(at + ": " + reason, null, false, false);
    this.at = at;
    this.reason = reason;
  }

  /** Converts the unchecked form that the readers use inside. */
  public DataFileException(InvalidContentException e) {
    this(e.at(), e.reason());
  }

  public FilePosition at() {
    return at;
  }

  public String reason() {
    return reason;
  }
}
