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
 * Keeps the data from outgrowing the heap: while it is nearly full, what could make it grow is
 * refused, and everything else goes on. A JVM without memory cannot be relied upon to answer
 * anything, since any of its threads may be the one that finds none.
 *
 * <p>How much is live, only a collection tells. So a write first looks at what is used, garbage
 * included, which costs next to nothing; while that leaves enough, nothing else happens. Only
 * beyond it the old generation is looked at, and only when that seems full is it collected, to see
 * what remains. That is done again when a twentieth more has been filled, or after a while: then
 * something may have been deleted.
 */
final class HeapGuard {
  /** Part of the heap that may be used, garbage included, before anything else is looked at. */
  private static final double UNSUSPICIOUS = 0.7;

  /** Part of the old generation that data may fill; the rest is room for requests at work. */
  private static final double FULL = 0.85;

  /** Part of the old generation that may fill up before it is collected again. */
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
  private final long unsuspicious = (long) (runtime.maxMemory() * UNSUSPICIOUS);
  private volatile boolean full;
  private volatile long lookAgainAt = System.nanoTime();

  /** Used after the last collection of ours. */
  private long remained;

  private @Nullable MemoryPoolMXBean old;

  /** The same database, kept from growing while there is no room. */
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
      if (runtime.totalMemory() - runtime.freeMemory() > unsuspicious
          && GROWING.contains(operation)
          && isFull()) {
        throw new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, REFUSED);
      }
      O answer = database.call(operation, request);
      if (full && operation == Operations.DELETE_TABLE) {
        lookAgainAt = System.nanoTime();
      }
      return answer;
    }
  }

  private boolean isFull() {
    return full && System.nanoTime() - lookAgainAt < 0 || look();
  }

  private synchronized boolean look() {
    MemoryPoolMXBean pool = oldGeneration();
    if (pool == null) {
      return false;
    }
    long max = pool.getUsage().getMax();
    long used = pool.getUsage().getUsed();
    long before = System.nanoTime();
    if (used < max * FULL) {
      full = false;
    } else if (before - lookAgainAt >= 0 || used > remained + max * STEP) {
      System.gc();
      long after = System.nanoTime();
      lookAgainAt = after + Math.min(LONGEST_TRUST_NANOS, 10 * (after - before));
      remained = pool.getUsage().getUsed();
      full = remained > max * FULL;
    }
    return full;
  }

  /** The pool in which data ends up, whatever the collector calls it: the largest of the heap. */
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
