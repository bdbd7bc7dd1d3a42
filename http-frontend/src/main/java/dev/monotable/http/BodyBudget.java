package dev.monotable.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory budget for all partially received bodies. A connection that exceeds the budget stops
 * reading until another connection releases memory.
 *
 * <p>Bodies that wait for each other's memory would wait forever. Therefore one body at a time, the
 * exempt one, may exceed the limit until it completes or times out; then another body may. The
 * memory in use is at most the limit plus one complete body. Bodies that arrive in a single read do
 * not use the budget. This class is thread-safe.
 */
final class BodyBudget {
  /** A user of the budget; compared by identity. */
  interface Claimant {
    /**
     * Called on any thread when memory has been released. A new call of {@link #reserve} can still
     * fail.
     */
    void memoryFreed();
  }

  private final long limit;
  private final ArrayDeque<Claimant> waiting = new ArrayDeque<>();
  private long used;
  private long mostUsed;
  private @Nullable Claimant exempt;

  BodyBudget(long limit) {
    this.limit = limit;
  }

  /** Reserves memory. If the budget is exhausted, queues the claimant and returns false. */
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
    used += bytes;
    mostUsed = Math.max(mostUsed, used);
    return true;
  }

  /**
   * Releases all memory of a claimant, whose body is complete or abandoned, and notifies the
   * waiting claimants.
   */
  void release(Claimant claimant, long bytes) {
    List<Claimant> freed;
    synchronized (this) {
      used -= bytes;
      waiting.remove(claimant);
      if (exempt == claimant) {
        exempt = null;
      }
      if (waiting.isEmpty()) {
        return;
      }
      freed = new ArrayList<>(waiting);
      waiting.clear();
    }
    for (Claimant each : freed) {
      each.memoryFreed();
    }
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
