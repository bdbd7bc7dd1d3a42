package dev.monotable.engine;

import dev.monotable.engine.commit.CommitGroup;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the response of a request may be sent: not before the {@link CommitLog} has what the
 * request has written, or what it has seen of the writes of others. Without a log, a response can
 * always be sent. Reusable by one thread, for one request after the other.
 */
public final class CommitTicket {
  /** Null if there is nothing to wait for. */
  private @Nullable CommitGroup group;

  /** Creates a ticket without anything to wait for. */
  public CommitTicket() {}

  /** Forgets what there was to wait for. */
  public void clear() {
    group = null;
  }

  /** Sets what there is to wait for at the end of a request. */
  void set(@Nullable CommitGroup pending) {
    group = pending;
  }

  /** Returns whether the response has to wait, or may have become an error. */
  public boolean isSet() {
    return group != null;
  }

  /** Returns whether {@link #await} does not block. */
  public boolean isDone() {
    CommitGroup waiting = group;
    return waiting == null || waiting.isDone();
  }

  /**
   * Runs something when {@link #await} will no longer block, on any thread. It must not block.
   *
   * @return false if it does not block now; nothing is run then
   */
  public boolean whenDone(Runnable listener) {
    CommitGroup waiting = group;
    return waiting != null && waiting.whenDone(listener);
  }

  /**
   * Waits until the response may be sent.
   *
   * @throws DynamoException if the log has failed. The response is then this error instead, since
   *     commits of the request, or commits that it has seen, were dropped
   */
  public void await() {
    CommitGroup waiting = group;
    clear();
    String failure = waiting == null ? null : waiting.await();
    if (failure != null) {
      throw new DynamoException(
          ErrorCode.INTERNAL_SERVER_ERROR,
          "Monotable could not write to its data directory: " + failure);
    }
  }
}
