package dev.monotable.engine;

import dev.monotable.api.Experimental;
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

  /**
   * Runs work soon that may take long, on a thread of its own, unless background work runs on the
   * threads that set a clock.
   *
   * @param work must not throw
   * @return whether it runs; if not, a task of {@link #every} does the work
   */
  @Experimental
  default boolean start(Runnable work) {
    return false;
  }

  /** A task that is being run repeatedly. */
  interface Registration extends AutoCloseable {
    /** Cancels the task; a run in progress is completed. */
    @Override
    void close();
  }
}
