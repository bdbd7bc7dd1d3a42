package dev.monotable.engine.request;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the response of a request may be sent: not before the log of the database has what
 * the request has written, or what it has seen of the writes of others. Without a log, a response
 * can always be sent. Reusable by one thread, for one request after the other.
 *
 * <p>It is enough to remember one group of commits: all commits before a pending group are dropped
 * with it, or are logged before it.
 */
public final class CommitTicket {
  /** The group of the latest commit, or a group that has failed; null if everything is logged. */
  private @Nullable CommitGroup group;

  /** Creates a ticket without anything to wait for. */
  public CommitTicket() {}

  /** Removes all groups. */
  public void clear() {
    group = null;
  }

  /**
   * Adds the group of a commit. Called by the engine.
   *
   * @param next null if everything that the commit has seen is logged
   */
  public void add(@Nullable CommitGroup next) {
    CommitGroup last = group;
    if (last == null || last.failure() == null) {
      group = next;
    }
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
   * Waits until the commits are logged or dropped.
   *
   * @return why they were dropped; null if they are logged
   */
  public @Nullable String awaitFailure() {
    CommitGroup waiting = group;
    return waiting == null ? null : waiting.await();
  }

  /**
   * Waits until the response may be sent.
   *
   * @throws DynamoException if the log has failed. The response is then this error instead, since
   *     commits of the request, or commits that it has seen, were dropped
   */
  public void await() {
    String failure = awaitFailure();
    clear();
    if (failure != null) {
      throw new DynamoException(
          ErrorCode.INTERNAL_SERVER_ERROR,
          "Monotable could not write to its data directory: " + failure);
    }
  }
}
