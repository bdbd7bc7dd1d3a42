package dev.monotable.engine;

import java.time.Duration;

/** Where an engine's background work runs, such as the removal of expired items. */
public interface BackgroundScheduler {
  /**
   * Runs a task again and again until the registration is closed.
   *
   * @param interval between the end of a run and the next
   * @param task does not throw
   */
  Registration every(Duration interval, Runnable task);

  /** A task that is being run again and again. */
  interface Registration extends AutoCloseable {
    /** Ends it; a run under way is finished. */
    @Override
    void close();
  }
}
