package dev.monotable.stream.background;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that delivers in the background. It looks for what is due four times a second, as Lambda
 * does, and ends with what it works for, even if that becomes unreachable without being closed, as
 * forks often do.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#dynamodb-polling-and-batching">Polling
 *     and batching streams</a>
 */
public final class BackgroundThread implements Runnable {
  private static final long POLL_NANOS = 250_000_000;

  private final WeakReference<Work> work;
  private final String failure;
  private boolean failing;

  private BackgroundThread(Work work, String failure) {
    this.work = new WeakReference<>(work);
    this.failure = failure;
  }

  /** The work of the thread. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does what is due. A failure is logged, and the thread looks again later.
     *
     * @return whether to look again later
     */
    boolean look();
  }

  /**
   * Starts a thread.
   *
   * @param work kept by its owner: the thread refers to it weakly
   * @param failure what is logged with the first failure in a row
   */
  public static Thread start(String name, String failure, Work work) {
    Thread thread = new Thread(new BackgroundThread(work, failure), name);
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
      // An assertion of a handler, the destination of discarded batches, or a full heap.
      logFirst(e);
      return true;
    }
  }

  private void logFirst(Throwable thrown) {
    if (failing) {
      return;
    }
    failing = true;
    try {
      System.getLogger(BackgroundThread.class.getName())
          .log(System.Logger.Level.WARNING, failure, thrown);
    } catch (RuntimeException | Error e) {
      // Logging needs memory, too.
    }
  }
}
