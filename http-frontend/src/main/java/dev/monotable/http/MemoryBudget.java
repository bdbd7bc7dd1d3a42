package dev.monotable.http;

import java.util.LinkedHashSet;
import java.util.Set;
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
final class MemoryBudget {
  /** A user of the budget; compared by identity. */
  interface Claimant {
    /**
     * Called on any thread when memory has been released. A new call of {@link #reserve} can still
     * fail.
     */
    void memoryFreed();
  }

  private static final Claimant[] NOBODY = {};

  private final long limit;

  /** In the order in which they began to wait. A claimant stays here until it gets its memory. */
  private final Set<Claimant> waiting = new LinkedHashSet<>();

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
        waiting.add(claimant);
        return false;
      }
    }
    waiting.remove(claimant);
    used += bytes;
    mostUsed = Math.max(mostUsed, used);
    return true;
  }

  /** Releases all memory of a claimant, which no longer waits, and notifies those that wait. */
  void release(Claimant claimant, long bytes) {
    for (Claimant each : released(claimant, bytes)) {
      each.memoryFreed();
    }
  }

  private synchronized Claimant[] released(Claimant claimant, long bytes) {
    used -= bytes;
    waiting.remove(claimant);
    if (exempt == claimant) {
      exempt = null;
    }
    return waiting.isEmpty() ? NOBODY : waiting.toArray(NOBODY);
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
