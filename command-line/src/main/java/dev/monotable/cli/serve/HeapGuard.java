package dev.monotable.cli.serve;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prevents the data from filling the heap. While the heap is nearly full, requests that can add
 * data fail, and all others succeed. This is necessary because a JVM that has run out of memory
 * cannot respond reliably: any of its threads can be the one whose allocation fails.
 *
 * <p>Only a garbage collection shows how much memory is live. The check therefore has three steps,
 * from cheap to expensive. First, a write compares the used heap, including garbage, with a
 * threshold; usually that is all. Above the threshold, it checks the used bytes of the old
 * generation. Only if the old generation seems full, it runs a collection and checks the bytes that
 * remain. The collection is repeated when another twentieth of the old generation has filled up, or
 * after some time, because data may have been deleted.
 *
 * <p>Before the first request fails, and while the heap is full, the stream records and client
 * request tokens of all databases are reduced to a small part of their share: no request can delete
 * them. What they keep is small enough for deletions, each of which adds a stream record, to make
 * the heap less full.
 */
final class HeapGuard {
  /** The fraction of the heap, including garbage, below which nothing else is checked. */
  private static final double UNCHECKED = 0.7;

  /** The fraction of the old generation that data may fill; the rest is for running requests. */
  private static final double FULL = 0.85;

  /** The fraction of the heap that data may fill with what a request needs while it runs. */
  private static final double ROOM = 0.9;

  /** The fraction of the old generation that may fill up before it is collected again. */
  private static final double STEP = 0.05;

  /** The part of their share that stream records and tokens keep while the heap is full. */
  private static final double KEPT = 1.0 / 16;

  private static final long LONGEST_TRUST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final String MEMORY_FULL =
      "Monotable's memory is full: delete items, indexes or tables, send fewer large requests at a"
          + " time, or start it with a larger heap (JAVA_OPTS=-Xmx...)";

  private final Runtime runtime = Runtime.getRuntime();
  private final long unchecked = (long) (runtime.maxMemory() * UNCHECKED);

  /** The databases whose streams are trimmed; null before there are any. */
  private volatile @Nullable Databases databases;

  private volatile boolean full;

  /** Whether a request that adds no data was served since the last collection. */
  private volatile boolean mayBeFreed;

  /** When to collect again if nothing was deleted. */
  private volatile long nextCheckAt = System.nanoTime();

  /** When to collect again if something may have been deleted. */
  private volatile long nextCheckAfterDeletion = nextCheckAt;

  /** When to collect again for a request for which there was no room. */
  private long nextRoomCheckAt = nextCheckAt;

  /** The bytes in use after the last collection that this class ran. */
  private long usedAfterCollection;

  private @Nullable MemoryPoolMXBean old;

  /** Sets the databases whose streams are trimmed while the heap is full. */
  void trim(Databases all) {
    databases = all;
  }

  /** Rejects the requests of a database that can add data while the heap is nearly full. */
  void guard(MonotableEngine database) {
    var unused = database.admit(new Guarded(database));
  }

  private final class Guarded implements Admission {
    private final MonotableEngine database;

    Guarded(MonotableEngine database) {
      this.database = database;
    }

    /** Includes requests that add no data, since they are what frees the heap. */
    @Override
    public boolean concerns(OperationSchema<?, ?> operation) {
      return operation.traits().commits() && (full || isUsed());
    }

    @Override
    public void enter(AdmissionRequest request) {
      if (!request.operation().traits().isOnData()) {
        requireRoom(request);
      }
    }

    @Override
    public void admit(AdmissionRequest request) {
      requireRoom(request);
    }

    private void requireRoom(AdmissionRequest request) {
      if (isUsed() && isFull() && request.addsData()) {
        throw new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, MEMORY_FULL);
      }
    }

    @Override
    public void leave(AdmissionRequest request, @Nullable Throwable failure) {
      if (full && failure == null) {
        database.trimStreams(KEPT);
        mayBeFreed = true;
        if (request.operation() == Operations.DELETE_TABLE) {
          nextCheckAt = System.nanoTime();
        }
      }
    }

    @Override
    public void outOfMemory() {
      trimWithoutMemory();
    }
  }

  /**
   * Returns whether there is room for a request that needs a number of bytes, and that no database
   * guards: it loads files into a copy.
   */
  synchronized boolean hasRoom(long bytes) {
    double limit = runtime.maxMemory() * ROOM - bytes;
    long before = System.nanoTime();
    if (used() > limit && before - nextRoomCheckAt >= 0) {
      System.gc();
      if (used() > limit) {
        long after = System.nanoTime();
        nextRoomCheckAt = after + Math.min(LONGEST_TRUST_NANOS, 4 * (after - before));
      }
    }
    return used() <= limit;
  }

  private boolean isUsed() {
    return used() > unchecked;
  }

  /** Returns the used bytes of the heap, including garbage. */
  private long used() {
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private boolean isFull() {
    if (full) {
      long now = System.nanoTime();
      if (now - nextCheckAt < 0 && !(mayBeFreed && now - nextCheckAfterDeletion >= 0)) {
        return true;
      }
    }
    return check();
  }

  private synchronized boolean check() {
    MemoryPoolMXBean pool = oldGeneration();
    if (pool == null) {
      return false;
    }
    long max = pool.getUsage().getMax();
    long used = pool.getUsage().getUsed();
    long before = System.nanoTime();
    boolean due = before - nextCheckAt >= 0 || (mayBeFreed && before - nextCheckAfterDeletion >= 0);
    if (used < max * FULL) {
      full = false;
    } else if (due || used > usedAfterCollection + max * STEP) {
      mayBeFreed = false;
      System.gc();
      if (pool.getUsage().getUsed() > max * FULL && trimStreams()) {
        System.gc();
      }
      long after = System.nanoTime();
      // Collections take at most a fifth of the time, and a tenth if nothing is deleted.
      nextCheckAfterDeletion = after + Math.min(LONGEST_TRUST_NANOS, 4 * (after - before));
      nextCheckAt = after + Math.min(LONGEST_TRUST_NANOS, 10 * (after - before));
      usedAfterCollection = pool.getUsage().getUsed();
      full = usedAfterCollection > max * FULL;
    }
    return full;
  }

  /** Trims the streams of all databases after an allocation has failed. */
  private void trimWithoutMemory() {
    try {
      trimStreams();
    } catch (OutOfMemoryError e) {
      // The next request that writes tries again.
    }
  }

  /** Trims the streams of all databases; returns whether anything was removed. */
  private boolean trimStreams() {
    boolean[] removed = new boolean[1];
    Databases all = databases;
    if (all != null) {
      all.forEach(region -> removed[0] |= region.engine().trimStreams(KEPT));
    }
    return removed[0];
  }

  /**
   * Returns the pool of the old generation. Its name depends on the collector, so this is the
   * largest pool of the heap, or null if the heap has no pools.
   */
  private @Nullable MemoryPoolMXBean oldGeneration() {
    MemoryPoolMXBean largest = old;
    if (largest == null) {
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        if (pool.getType() == MemoryType.HEAP
            && (largest == null || pool.getUsage().getMax() > largest.getUsage().getMax())) {
          largest = pool;
        }
      }
      old = largest;
    }
    return largest;
  }
}
