package dev.monotable.engine;

import java.time.Duration;

/** Runs an engine's background work, such as the removal of expired items. */
public interface BackgroundScheduler {
  /**
   * Runs a task repeatedly until the registration is closed.
   *
   * @param interval from the end of a run to the start of the next
   * @param task must not throw
   */
  Registration every(Duration interval, Runnable task);

  /** A task that is being run repeatedly. */
  interface Registration extends AutoCloseable {
    /** Cancels the task; a run in progress is completed. */
    @Override
    void close();
  }
}
