package dev.monotable.json;

/**
 * The transport's side of a response that a service writes piece by piece. Thread-safe. No method
 * blocks.
 */
public interface ReplyStream {
  /** The maximum number of bytes that wait for the client to read. */
  int MAX_WAITING_BYTES = 64 << 10;

  /**
   * Writes bytes, which are not copied and must not be modified.
   *
   * @return false if nothing was written: because the client does not read, which {@link
   *     StreamSource#writable} ends, or because the response has ended
   * @throws IllegalArgumentException if there are more than {@link #MAX_WAITING_BYTES}
   */
  boolean write(byte[] bytes);

  /** Ends the response after what was written. A second call has no effect. */
  void end();

  /** Returns whether neither {@link #end} was called nor the client has gone. */
  boolean isOpen();
}
