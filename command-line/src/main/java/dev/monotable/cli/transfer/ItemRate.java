package dev.monotable.cli.transfer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Limits how many items are written in a second, by all threads together. */
final class ItemRate {
  private final long perSecond;
  private long freeAt = System.nanoTime();

  /**
   * Creates a limit.
   *
   * @param perSecond items; 0 for no limit
   */
  ItemRate(long perSecond) {
    this.perSecond = perSecond;
  }

  /** Waits until some items may be written. */
  void await(int items) {
    if (perSecond == 0) {
      return;
    }
    long wait;
    synchronized (this) {
      long now = System.nanoTime();
      freeAt = Math.max(freeAt, now);
      wait = freeAt - now;
      freeAt += items * TimeUnit.SECONDS.toNanos(1) / perSecond;
    }
    long until = System.nanoTime() + wait;
    for (long left = wait; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
