package dev.monotable.engine.request;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commits that a log keeps together: all of them, or none. For the engine; others have a {@link
 * CommitTicket}. Thread-safe.
 */
public final class CommitGroup {
  /** Not changed any more when the group has ended. */
  private final List<Runnable> listeners = new ArrayList<>(4);

  private volatile @Nullable String failure;

  /** Written after the failure. */
  private volatile boolean done;

  /** Creates a group that has not ended. */
  public CommitGroup() {}

  /** Creates a group that has ended, because nothing is logged any longer. */
  public static CommitGroup failed(String reason) {
    CommitGroup group = new CommitGroup();
    group.end(reason);
    return group;
  }

  /**
   * Ends the group, under the lock of commits, so that a later commit finds it ended. {@link
   * #announce} must follow. Allocates nothing, as the heap may be full.
   *
   * @param reason why the commits were not logged; null if they were
   */
  public synchronized void end(@Nullable String reason) {
    failure = reason;
    done = true;
    notifyAll();
  }

  /**
   * Runs what waits for the end of the group. Each listener is run, even if others fail: they
   * belong to other requests.
   */
  public void announce() {
    // Without an iterator, which needs memory.
    for (int i = 0; i < listeners.size(); i++) {
      try {
        listeners.get(i).run();
      } catch (RuntimeException | Error e) {
        logFailure(e);
      }
    }
  }

  private static void logFailure(Throwable failure) {
    try {
      System.getLogger(CommitGroup.class.getName())
          .log(System.Logger.Level.ERROR, "a response could not be sent", failure);
    } catch (RuntimeException | Error e) {
      // Logging needs memory, too.
    }
  }

  /** Returns whether the group has ended. */
  public boolean isDone() {
    return done;
  }

  /**
   * Runs something at the end of the group, on the thread that ends it.
   *
   * @return false if the group has ended; nothing is run then
   */
  public synchronized boolean whenDone(Runnable listener) {
    if (done) {
      return false;
    }
    listeners.add(listener);
    return true;
  }

  /**
   * Waits for the end of the group.
   *
   * @return why it was not logged; null if it was
   */
  public synchronized @Nullable String await() {
    boolean interrupted = false;
    while (!done) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }

  /** Returns why an ended group was not logged; null if it was, or has not ended. */
  public @Nullable String failure() {
    return failure;
  }
}
