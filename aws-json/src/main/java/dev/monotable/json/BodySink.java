package dev.monotable.json;

/** Receives a body in pieces, in their order. */
@FunctionalInterface
public interface BodySink {
  /**
   * Receives a piece.
   *
   * @param bytes contains the piece until this method returns; not to be modified
   * @param from the offset of the first byte
   * @param length the number of bytes, of any size
   */
  void write(byte[] bytes, int from, int length);
}
