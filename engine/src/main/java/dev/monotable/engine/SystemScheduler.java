package dev.monotable.engine;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs background work on one daemon thread, which exists while there is work to run. */
final class SystemScheduler implements BackgroundScheduler {
  @Override
  public Registration every(Duration interval, Runnable task) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "monotable-background");
              thread.setDaemon(true);
              return thread;
            });
    ScheduledFuture<?> run =
        executor.scheduleWithFixedDelay(
            task, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    return () -> {
      run.cancel(false);
      executor.shutdown();
    };
  }
}
