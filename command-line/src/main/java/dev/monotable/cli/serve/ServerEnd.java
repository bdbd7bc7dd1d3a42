package dev.monotable.cli.serve;

import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Ends the server when it is no longer needed: when the process has ended that started it ({@code
 * --exit-with-parent}), or when its lease was not renewed ({@code --lease}).
 */
final class ServerEnd {
  private static final int POLLS = 20;

  private final ServeOptions options;

  /** By the monotonic clock of the machine. */
  private volatile long renewed = System.nanoTime();

  ServerEnd(ServeOptions options) {
    this.options = options;
  }

  /** Renews the lease. */
  void renew() {
    renewed = System.nanoTime();
  }

  /** Begins to wait, if an option asks for it. */
  void watch() {
    if (options.exitWithParent) {
      Optional<ProcessHandle> parent = ProcessHandle.current().parent();
      if (parent.isPresent()) {
        parent.get().onExit().thenRun(ServerEnd::exit);
      } else {
        exit(); // it has ended already
      }
    }
    if (options.lease != null) {
      renew();
      long lease = options.lease.toNanos();
      Executors.newSingleThreadScheduledExecutor(ServerEnd::newThread)
          .scheduleWithFixedDelay(
              () -> endAfter(lease), lease / POLLS, lease / POLLS, TimeUnit.NANOSECONDS);
    }
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "monotable-lease");
    thread.setDaemon(true);
    return thread;
  }

  private void endAfter(long lease) {
    if (System.nanoTime() - renewed >= lease) {
      exit();
    }
  }

  /** Ends the process as a signal does, on a thread of its own. */
  private static void exit() {
    new Thread(() -> System.exit(0), "monotable-exit").start();
  }
}
