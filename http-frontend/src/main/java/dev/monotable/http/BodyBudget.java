package dev.monotable.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory that all half-received bodies share. Who finds it used up waits and stops reading
 * until some is given back.
 *
 * <p>Bodies that wait for each other's memory would wait for ever, so one of them at a time, the
 * exempt one, may go beyond the limit: it comes to its end, or its time runs out, and the next may.
 * The memory in use is therefore bounded by the limit and one whole body. Bodies that arrive in one
 * piece never come here. Thread safe.
 */
final class BodyBudget {
  /** Someone who wants memory; compared by identity. */
  interface Claimant {
    /** Says, on any thread, that memory may be free; asking again is allowed to fail. */
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

  /** Takes that much, or puts the claimant into the queue and returns false. */
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

  /** Gives back all that the claimant reserved, when its body has ended one way or another. */
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

  /** The bytes that bodies have now. */
  synchronized long used() {
    return used;
  }

  /** The most bytes that they ever had. */
  synchronized long mostUsed() {
    return mostUsed;
  }
}
