package dev.monotable.engine.request;

/**
 * The sender of a request: a {@link Client}, or Monotable {@linkplain Own itself}. Only a call of
 * the engine without a {@link RequestEnvelope} is Monotable's own, and a transport always has one:
 * no request that a transport receives can be taken for it.
 */
public sealed interface Caller {
  /**
   * A client of the API, over the network or in process.
   *
   * @param accessKey the access key ID that the request is signed with; empty if it is not signed,
   *     or signed with an empty one
   * @param region the Region that the request is signed for; empty if it is not signed
   */
  record Client(String accessKey, String region) implements Caller {
    /** The client that sends a request which is not signed. */
    public static final Client UNSIGNED = new Client("", "");
  }

  /** Monotable itself, such as its control API, a seed, or the handle of a test. */
  enum Own implements Caller {
    ENGINE
  }
}
