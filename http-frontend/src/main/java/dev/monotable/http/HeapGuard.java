package dev.monotable.http;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.json.OperationCaller;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prevents the data from filling the heap. While the heap is nearly full, operations that can add
 * data fail, and all other operations succeed. This is necessary because a JVM that has run out of
 * memory cannot respond reliably: any of its threads can be the one whose allocation fails.
 *
 * <p>Only a garbage collection shows how much memory is live. The check therefore has three steps,
 * from cheap to expensive. First, a write compares the used heap, including garbage, with a
 * threshold; usually that is all. Above the threshold, it checks the used bytes of the old
 * generation. Only if the old generation seems full, it runs a collection and checks the bytes that
 * remain. The collection is repeated when another twentieth of the old generation has filled up, or
 * after some time, because data may have been deleted.
 */
final class HeapGuard {
  /** The fraction of the heap, including garbage, below which nothing else is checked. */
  private static final double UNCHECKED = 0.7;

  /** The fraction of the old generation that data may fill; the rest is for running requests. */
  private static final double FULL = 0.85;

  /** The fraction of the old generation that may fill up before it is collected again. */
  private static final double STEP = 0.05;

  private static final long LONGEST_TRUST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final Set<OperationSchema<?, ?>> GROWING =
      Set.of(
          Operations.PUT_ITEM,
          Operations.UPDATE_ITEM,
          Operations.BATCH_WRITE_ITEM,
          Operations.TRANSACT_WRITE_ITEMS,
          Operations.EXECUTE_STATEMENT,
          Operations.BATCH_EXECUTE_STATEMENT,
          Operations.EXECUTE_TRANSACTION,
          Operations.CREATE_TABLE,
          Operations.UPDATE_TABLE,
          Operations.UPDATE_TIME_TO_LIVE);

  private static final String REFUSED =
      "Monotable's memory is full: delete a table or items, or start it with a larger heap"
          + " (JAVA_OPTS=-Xmx...)";

  private final Runtime runtime = Runtime.getRuntime();
  private final long unchecked = (long) (runtime.maxMemory() * UNCHECKED);
  private volatile boolean full;
  private volatile long nextCheckAt = System.nanoTime();

  /** The bytes in use after the last collection that this class ran. */
  private long usedAfterCollection;

  private @Nullable MemoryPoolMXBean old;

  /** Returns a caller that rejects operations that can add data while the heap is nearly full. */
  OperationCaller guard(OperationCaller database) {
    return new Guarded(database);
  }

  private final class Guarded implements OperationCaller {
    private final OperationCaller database;

    Guarded(OperationCaller database) {
      this.database = database;
    }

    @Override
    public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
      if (runtime.totalMemory() - runtime.freeMemory() > unchecked
          && GROWING.contains(operation)
          && isFull()) {
        throw new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, REFUSED);
      }
      O answer = database.call(operation, request);
      if (full && operation == Operations.DELETE_TABLE) {
        nextCheckAt = System.nanoTime();
      }
      return answer;
    }

    @Override
    public void reject(OperationSchema<?, ?> operation, DynamoException error) {
      database.reject(operation, error);
    }
  }

  private boolean isFull() {
    return full && System.nanoTime() - nextCheckAt < 0 || check();
  }

  private synchronized boolean check() {
    MemoryPoolMXBean pool = oldGeneration();
    if (pool == null) {
      return false;
    }
    long max = pool.getUsage().getMax();
    long used = pool.getUsage().getUsed();
    long before = System.nanoTime();
    if (used < max * FULL) {
      full = false;
    } else if (before - nextCheckAt >= 0 || used > usedAfterCollection + max * STEP) {
      System.gc();
      long after = System.nanoTime();
      nextCheckAt = after + Math.min(LONGEST_TRUST_NANOS, 10 * (after - before));
      usedAfterCollection = pool.getUsage().getUsed();
      full = usedAfterCollection > max * FULL;
    }
    return full;
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
