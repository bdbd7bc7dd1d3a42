package dev.monotable.engine;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs the background work of all engines of this JVM on one daemon thread, which exists only while
 * there is work to run. Creating an engine should cost a test microseconds; a thread for each would
 * cost more.
 */
final class SystemScheduler implements BackgroundScheduler {
  private static final ScheduledThreadPoolExecutor EXECUTOR = executor();

  private static ScheduledThreadPoolExecutor executor() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "monotable-background");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(1, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  @Override
  public Registration every(Duration interval, Runnable task) {
    ScheduledFuture<?> run =
        EXECUTOR.scheduleWithFixedDelay(
            () -> run(task), interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    return () -> run.cancel(false);
  }

  @Override
  public boolean start(Runnable work) {
    Thread thread = new Thread(() -> run(work), "monotable-bulk");
    thread.setDaemon(true);
    thread.start();
    return true;
  }

  /**
   * Runs a task once. The executor would never run a task again that has thrown, not even if memory
   * was short only for a moment.
   */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      // The task handles and logs its own failures, and has failed at that.
    }
  }
}
