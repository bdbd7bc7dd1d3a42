package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TransferState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bulk operations of an engine that are in progress. One thread runs them, in turns of one
 * commit each: a thread of its own while the clock runs, else the one that advances the clock. All
 * that an operation has done is in the state, so what did not end, because the process has ended or
 * because the database is a copy, goes on where it was.
 */
public final class BulkPuts implements AutoCloseable {
  /**
   * The ratio of pauses to work on the thread of the operations. Without pauses, the thread uses so
   * much memory bandwidth that other requests need up to a third more CPU.
   */
  private static final int PAUSES = 3;

  private final TransferJobs jobs;

  /** Held by the thread that runs the operations. */
  private final ReentrantLock running = new ReentrantLock();

  /** The operations that have objects open, by their IDs. Guarded by {@link #running}. */
  private final Map<String, BulkPut> open = new HashMap<>();

  private volatile boolean woken;
  private volatile boolean closed;

  BulkPuts(TransferJobs jobs) {
    this.jobs = jobs;
  }

  /** Runs the operations soon on another thread, unless a clock decides when they run. */
  void wake() {
    woken = true;
    if (!running.isLocked()) {
      var unused = jobs.edge().start(() -> run(PAUSES));
    }
  }

  /** Runs the operations if one can go on. */
  public void runIfDue() {
    if (!running.isLocked() && isDue() && !jobs.edge().start(() -> run(PAUSES))) {
      run(0);
    }
  }

  private boolean isDue() {
    Instant now = jobs.context().clock().instant();
    for (TransferState transfer : unfinished()) {
      if (!BulkPut.waits(transfer, now)) {
        return true;
      }
    }
    return false;
  }

  private void run(int pauses) {
    if (!running.tryLock()) {
      return;
    }
    try {
      jobs.context().committer().awaitLogged(null); // what has just begun
      boolean more = true;
      while (more && !closed) {
        woken = false;
        long start = System.nanoTime();
        more = runOnce() || woken;
        if (more) {
          LockSupport.parkNanos(pauses * (System.nanoTime() - start));
        }
      }
      if (closed) {
        closeAll();
      }
    } finally {
      running.unlock();
    }
  }

  /** Gives each operation a turn; returns whether one can go on. */
  private boolean runOnce() {
    boolean more = false;
    Set<String> present = new HashSet<>();
    for (TransferState transfer : unfinished()) {
      present.add(transfer.id());
      BulkPut operation = open.computeIfAbsent(transfer.id(), id -> new BulkPut(jobs, id));
      more |= operation.step();
    }
    open.entrySet()
        .removeIf(
            entry -> {
              if (!present.contains(entry.getKey())) {
                entry.getValue().close();
                return true;
              }
              return false;
            });
    return more;
  }

  private List<TransferState> unfinished() {
    List<TransferState> found = new ArrayList<>(0);
    byte[] first = TransferState.Kind.BULK_PUT.key("");
    TreeCursor<TransferState> cursor = jobs.context().committer().state().transfers().cursor();
    for (boolean more = cursor.seekCeiling(first, first.length); more; more = cursor.next()) {
      if (cursor.value().progress() != null) {
        found.add(cursor.value());
      }
    }
    return found;
  }

  private void closeAll() {
    open.values().forEach(BulkPut::close);
    open.clear();
  }

  /** Stops the operations after their next commits. They do not end. */
  @Override
  public void close() {
    closed = true;
    if (running.tryLock()) {
      try {
        closeAll();
      } finally {
        running.unlock();
      }
    }
  }
}
