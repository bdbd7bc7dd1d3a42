package dev.monotable.engine.storage;

/**
 * An entry, a code or a name in bytes that are otherwise what a {@link ByteWriter} writes. A later
 * version has written it, which knows more of them.
 */
public final class UnknownEntryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param kind what is unknown, such as {@code entry}
   * @param value as it was read
   */
  public UnknownEntryException(String kind, Object value) {
    super("an unknown " + kind + ": " + value);
  }
}
