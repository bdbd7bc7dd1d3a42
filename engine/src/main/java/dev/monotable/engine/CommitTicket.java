package dev.monotable.engine;

import dev.monotable.engine.commit.CommitGroup;
import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the response of a request may be sent: not before the {@link CommitLog} has what the
 * request has written, or what it has seen of the writes of others. Without a log, a response can
 * always be sent. Reusable by one thread, for one request after the other.
 */
public final class CommitTicket {
  private @Nullable CommitGroup group;
  private boolean dropped;
  private @Nullable String reason;

  /** Creates a ticket without anything to wait for. */
  public CommitTicket() {}

  /** Forgets what there was to wait for. */
  public void clear() {
    group = null;
    dropped = false;
    reason = null;
  }

  /**
   * Sets what there is to wait for at the end of a request.
   *
   * @param failures the number of failures before the request
   */
  void set(Committer committer, int failures) {
    // In this order: if the commits of the request have been dropped meanwhile, the number has
    // changed. If not, the latest group contains them, follows them, or they are logged.
    group = committer.unlogged();
    dropped = committer.failures() != failures;
    reason = dropped ? committer.lastFailure() : null;
  }

  /** Returns whether the response has to wait, or is an error instead. */
  public boolean isSet() {
    return group != null || dropped;
  }

  /** Returns whether {@link #await} does not block. */
  public boolean isDone() {
    CommitGroup waiting = group;
    return waiting == null || dropped || waiting.isDone();
  }

  /**
   * Runs something when {@link #await} will no longer block, on any thread. It must not block.
   *
   * @return false if it does not block now; nothing is run then
   */
  public boolean whenDone(Runnable listener) {
    CommitGroup waiting = group;
    return waiting != null && !dropped && waiting.whenDone(listener);
  }

  /**
   * Waits until the response may be sent.
   *
   * @throws DynamoException if the log has failed. The response is then this error instead, since
   *     nothing of the request was kept
   */
  public void await() {
    CommitGroup waiting = group;
    String failure = waiting == null ? null : waiting.await();
    boolean failed = dropped || failure != null;
    failure = failure == null ? reason : failure;
    clear();
    if (failed) {
      throw new DynamoException(
          ErrorCode.INTERNAL_SERVER_ERROR,
          "Monotable could not write to its data directory"
              + (failure == null ? "" : ": " + failure));
    }
  }
}
