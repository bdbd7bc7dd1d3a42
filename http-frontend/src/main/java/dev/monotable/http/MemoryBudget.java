package dev.monotable.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the memory that all connections use together for one purpose: for request bodies that
 * are not handled yet, or for large responses that are not sent yet. A claimant that cannot reserve
 * memory waits until another one releases some.
 *
 * <p>Claimants that wait for each other would wait forever. Therefore one claimant at a time, the
 * exempt one, may exceed the limit until it releases its memory; then another one may. The memory
 * in use is at most the limit plus what one claimant needs. This class is thread-safe.
 */
class MemoryBudget {
  /** A user of the budget; compared by identity. */
  interface Claimant {
    /**
     * Notifies the claimant, on any thread, that memory has been released, even before the {@link
     * #reserve} that has failed returns. A new call of {@link #reserve} can still fail.
     */
    void memoryFreed();
  }

  private final long limit;

  /**
   * The need of each claimant, in the order in which they began to wait. A claimant stays here
   * until it gets its memory.
   */
  private final Map<Claimant, Long> waiting = new LinkedHashMap<>();

  private long used;
  private long mostUsed;
  private @Nullable Claimant exempt;

  MemoryBudget(long limit) {
    this.limit = limit;
  }

  /**
   * Reserves memory, in addition to what the claimant has reserved before. If the budget is
   * exhausted, returns false and calls {@link Claimant#memoryFreed} later.
   */
  synchronized boolean reserve(Claimant claimant, long bytes) {
    if (used + bytes > limit) {
      if (exempt == null) {
        exempt = claimant;
      }
      if (exempt != claimant) {
        waiting.put(claimant, bytes);
        return false;
      }
    }
    waiting.remove(claimant);
    add(bytes);
    return true;
  }

  /** Reserves memory if there is enough for all that wait, too; no other waits. */
  synchronized boolean tryReserve(long bytes) {
    if (used + bytes > limit || !waiting.isEmpty()) {
      return false;
    }
    add(bytes);
    return true;
  }

  private void add(long bytes) {
    used += bytes;
    mostUsed = Math.max(mostUsed, used);
  }

  /**
   * Releases all memory of a claimant, which no longer waits, and notifies as many of those that
   * wait as there is memory for.
   */
  void release(Claimant claimant, long bytes) {
    for (Claimant each : released(claimant, bytes)) {
      each.memoryFreed();
    }
  }

  private synchronized List<Claimant> released(Claimant claimant, long bytes) {
    used -= bytes;
    waiting.remove(claimant);
    if (exempt == claimant) {
      exempt = null;
    }
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<Claimant> next = new ArrayList<>();
    long free = limit - used;
    boolean mayExceed = exempt == null;
    for (Map.Entry<Claimant, Long> each : waiting.entrySet()) {
      free -= each.getValue();
      if (free < 0 && !mayExceed) {
        break;
      }
      mayExceed &= free >= 0;
      next.add(each.getKey());
    }
    return next;
  }

  /** Returns whether a claimant waits for memory. */
  synchronized boolean contended() {
    return !waiting.isEmpty();
  }

  /** Returns the bytes that are reserved now. */
  synchronized long used() {
    return used;
  }

  /** Returns the maximum of the bytes that were reserved at any time. */
  synchronized long mostUsed() {
    return mostUsed;
  }
}
