package dev.monotable.formats.file;

/**
 * An error at a place in a file. Readers throw it inside this module; its public classes turn it
 * into a {@link DataFileException}.
 */
public final class InvalidContentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Position at;

  public InvalidContentException(Position at, String reason) {
    super(reason, null, false, false);
    this.at = at;
  }

  public Position at() {
    return at;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
