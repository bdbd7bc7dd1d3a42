package dev.monotable.text;

/**
 * An error at a place in a file. Readers throw it inside this module; its public classes turn it
 * into a {@link DataFileException}.
 */
public final class InvalidContentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient FilePosition at;

  public InvalidContentException(FilePosition at, String reason) {
    super(reason, null, false, false);
    this.at = at;
  }

  public FilePosition at() {
    return at;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
