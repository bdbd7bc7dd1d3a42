package dev.monotable;

import dev.monotable.json.HttpReply;
import org.jspecify.annotations.Nullable;

/**
 * The reply that a thread uses for one request after another: its buffers and its decoder are worth
 * keeping. A request within a request gets another one.
 */
final class ThreadReply {
  private static final ThreadLocal<@Nullable HttpReply> IDLE = new ThreadLocal<>();

  private ThreadReply() {}

  /** Takes the reply of this thread. */
  static HttpReply take() {
    HttpReply reply = IDLE.get();
    if (reply == null) {
      return new HttpReply();
    }
    IDLE.set(null);
    return reply;
  }

  /** Gives a reply back, whose content is used no longer. */
  static void give(HttpReply reply) {
    IDLE.set(reply);
  }
}
