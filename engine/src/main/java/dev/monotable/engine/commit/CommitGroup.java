package dev.monotable.engine.commit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commits that a log keeps together: all of them, or none. Thread-safe. */
public final class CommitGroup {
  private final List<Runnable> listeners = new ArrayList<>(4);
  private boolean done;
  private @Nullable String failure;

  CommitGroup() {}

  /** Ends the group. */
  void end(@Nullable String reason) {
    List<Runnable> waiting;
    synchronized (this) {
      done = true;
      failure = reason;
      waiting = List.copyOf(listeners);
      listeners.clear();
      notifyAll();
    }
    waiting.forEach(Runnable::run);
  }

  /** Returns whether the group has ended. */
  public synchronized boolean isDone() {
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
  public synchronized @Nullable String failure() {
    return failure;
  }
}
