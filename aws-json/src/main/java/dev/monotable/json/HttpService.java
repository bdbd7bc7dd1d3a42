package dev.monotable.json;

import org.jspecify.annotations.Nullable;

/**
 * A service behind a path of an HTTP endpoint: DynamoDB's API, or a service beside it. Knows no
 * network. Thread-safe.
 *
 * <p>A service answers a request in one of these ways:
 *
 * <ul>
 *   <li>at once, by {@link HttpReply#answer};
 *   <li>later, on any thread: {@link HttpReply#answerLater};
 *   <li>piece by piece, as fast as the client reads: {@link HttpReply#stream}.
 * </ul>
 *
 * <p>A request that no browser has sent can come from anywhere, since Monotable does not verify
 * signatures. {@link #pages} says which web pages may send requests.
 */
public interface HttpService {
  /** The length of the longest request body of DynamoDB. */
  int MAX_BODY_BYTES = 16 << 20;

  /** The time for which the thread of a request is busy. */
  enum Pace {
    /** About as long as it takes to receive the request: it runs on an event loop. */
    SHORT,
    /** Milliseconds or more of work: it runs on one of a few other threads. */
    LONG,
    /** It may wait for something: it runs on one of many other threads. */
    WAITING
  }

  /** The web pages that may send requests. */
  enum Pages {
    /** Those of this machine, and of origins that the server was started with. */
    LOCAL,
    /**
     * Those of the service's own origin. Others can only link to it: no page of another origin, not
     * even one on this machine, can send requests, embed pages or read files.
     */
    OWN
  }

  /**
   * Handles a request: calls a method of the reply, which was reset. An exception becomes an answer
   * with status 500 and is logged.
   *
   * @param maxBytes the length from which a body should be left to {@link HttpReply#encodeTo}
   */
  void begin(HttpRequest request, HttpReply reply, int maxBytes);

  /**
   * Returns how long a request may take, regardless of the length of its body.
   *
   * @param head the request without its body
   */
  default Pace pace(HttpRequest head) {
    return Pace.SHORT;
  }

  /** Returns the maximum length of a request body in bytes. A longer one gets the status 413. */
  default int maxBodyBytes() {
    return MAX_BODY_BYTES;
  }

  /**
   * Returns the answer to a request that does not reach this service, or that it fails to answer,
   * in the form of its own errors; null for the form of DynamoDB's.
   *
   * @param status such as 413 or 503
   * @param reason a sentence
   */
  default @Nullable HttpAnswer rejection(int status, String reason) {
    return null;
  }

  /** Returns which web pages may send requests. */
  default Pages pages() {
    return Pages.OWN;
  }
}
