package dev.monotable.json;

/**
 * The service's side of a response that it writes piece by piece, such as server-sent events.
 *
 * <p>Its methods are called on the threads of the transport, must not block, and follow each other:
 * {@code opened}, then {@code writable} any number of times, then {@code ended}.
 */
public interface StreamSource {
  /** Receives the stream, to which the response can be written from now on, on any thread. */
  void opened(ReplyStream stream);

  /** Continues after the client has read: what was rejected before can be written again. */
  default void writable() {}

  /**
   * Ends the source, because the response has ended: by {@link ReplyStream#end}, because the client
   * has gone or does not read any more, or because the server stops.
   */
  void ended();
}
