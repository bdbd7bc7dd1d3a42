package dev.monotable.json;

/**
 * The service's side of a response that it writes piece by piece, such as server-sent events.
 *
 * <p>Its methods are called on the threads of the transport, must not block, and follow each other:
 * {@code opened}, then {@code writable} any number of times, then {@code ended}.
 */
public interface StreamSource {
  /** The response can be written from now on, on any thread. */
  void opened(ReplyStream stream);

  /** The client has read, so that it is worthwhile to write what was refused before. */
  default void writable() {}

  /**
   * The response has ended: by {@link ReplyStream#end}, because the client has gone or does not
   * read any more, or because the server stops.
   */
  void ended();
}
