package dev.monotable.stream;

import dev.monotable.engine.Snapshot;
import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Delivers what is due of the mappings of a database that ask for it, on a thread of its own. The
 * thread looks for new records and due batches four times a second, as Lambda does. A look costs
 * the comparison of two references while nothing has changed and no batch waits, and costs the
 * requests nothing.
 *
 * <p>The thread ends with the last of these mappings and with the database, even if the database
 * becomes unreachable without being closed, as forks often do.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#dynamodb-polling-and-batching">Polling
 *     and batching streams</a>
 */
final class AutomaticDelivery implements Runnable {
  private static final long POLL_NANOS = 250_000_000;

  private final WeakReference<EventSourceMappings> mappings;

  /** The state of which everything has been delivered that was due; null if there is none. */
  private @Nullable Snapshot delivered;

  private boolean failing;

  private AutomaticDelivery(EventSourceMappings mappings) {
    this.mappings = new WeakReference<>(mappings);
  }

  /** Starts the thread of a database. */
  static Thread start(EventSourceMappings mappings) {
    Thread thread = new Thread(new AutomaticDelivery(mappings), "monotable-stream-delivery");
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

  /** Returns whether to look again later. */
  private boolean look() {
    EventSourceMappings present = mappings.get();
    if (present == null || present.endsAutomatic()) {
      return false;
    }
    Thread.interrupted(); // a handler may have interrupted the thread
    try {
      delivered = present.deliverAutomatic(delivered);
      failing = false;
    } catch (RuntimeException | Error e) {
      // An assertion of a handler, the destination of discarded batches, or a full heap.
      logFirst(e);
    }
    return true;
  }

  private void logFirst(Throwable failure) {
    if (failing) {
      return;
    }
    failing = true;
    try {
      System.getLogger(AutomaticDelivery.class.getName())
          .log(System.Logger.Level.WARNING, "a handler of a stream has failed", failure);
    } catch (RuntimeException | Error e) {
      // Logging needs memory, too.
    }
  }
}
