package dev.monotable.durability;

/**
 * The growth of the log before another snapshot is attempted, because the last ones failed. An
 * attempt can write as much as the database has, so the delay doubles with each failure, up to a
 * bound. Thread-safe.
 */
final class SnapshotDelay {
  /** The first delay is this part of the size at which a snapshot is due. */
  private static final int FIRST_DIVISOR = 4;

  /** The longest delay is 16 times the size at which a snapshot is due. */
  private static final int MOST_DOUBLINGS = 6;

  private int failures;
  private long bytes;

  /** Returns the number of bytes by which the log may exceed the size at which one is due. */
  synchronized long bytes() {
    return bytes;
  }

  /**
   * Doubles the delay after a failed snapshot, up to its bound.
   *
   * @param logBytes the size of the log now
   * @param dueBytes the size at which a snapshot is due without failures
   */
  synchronized void failed(long logBytes, long dueBytes) {
    long delay = Math.max(1, dueBytes / FIRST_DIVISOR) << Math.min(failures, MOST_DOUBLINGS);
    failures++;
    bytes = Math.max(0, logBytes - dueBytes) + delay;
  }

  /** Resets the delay after a successful snapshot. */
  synchronized void succeeded() {
    failures = 0;
    bytes = 0;
  }
}
