package dev.monotable.stream.kinesis;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that writes in the background. It ends with what it works for. */
final class DeliveryThread implements Runnable {
  private static final long POLL_NANOS = 250_000_000;

  private final WeakReference<Work> work;
  private boolean failing;

  private DeliveryThread(Work work) {
    this.work = new WeakReference<>(work);
  }

  /** What the thread does. */
  interface Work {
    /**
     * Does what is due.
     *
     * @return whether to look again later
     */
    boolean look();
  }

  static Thread start(Work work) {
    Thread thread = new Thread(new DeliveryThread(work), "monotable-kinesis-delivery");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void run() {
    while (look()) {
      LockSupport.parkNanos(this, POLL_NANOS);
    }
  }

  private boolean look() {
    Work present = work.get();
    if (present == null) {
      return false;
    }
    Thread.interrupted(); // a handler may have interrupted the thread
    try {
      boolean goesOn = present.look();
      failing = false;
      return goesOn;
    } catch (RuntimeException | Error e) {
      logFirst(e);
      return true;
    }
  }

  private void logFirst(@Nullable Throwable failure) {
    if (failing) {
      return;
    }
    failing = true;
    try {
      System.getLogger(DeliveryThread.class.getName())
          .log(System.Logger.Level.WARNING, "writing to Kinesis has failed", failure);
    } catch (RuntimeException | Error e) {
      // Logging needs memory, too.
    }
  }
}
