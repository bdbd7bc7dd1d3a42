package dev.monotable.control.content;

import java.util.concurrent.Semaphore;
import java.util.function.LongPredicate;

/**
 * The memory that requests with large bodies may need together: a file in a body is parsed and
 * loaded as a whole. Those for which there is none wait on their threads, in order. Thread-safe.
 */
public final class BodyMemory {
  /** A shorter body needs no memory worth counting. */
  public static final int SMALL_BYTES = 4 << 10;

  /**
   * The memory that a byte of a body needs while it is handled: the text, its files, their values
   * and the items that are loaded, measured as the smallest heap in which a seed of 12 MB can be
   * loaded.
   */
  private static final int PER_BYTE = 5;

  /** The bodies of a part of the heap are handled at the same time, or one. */
  private static final int PART_OF_HEAP = 4;

  /** More bodies than this wait for each other, however short they are. */
  private static final int MOST = 16;

  private static final int UNIT = 1 << 10;

  private final LongPredicate hasRoom;
  private final int all;
  private final Semaphore free;

  /**
   * @param heap the maximum size of the heap in bytes
   * @param hasRoom returns whether the heap has room for a number of bytes
   */
  public BodyMemory(long heap, LongPredicate hasRoom) {
    this.hasRoom = hasRoom;
    this.all = (int) Math.max(MOST, Math.min(heap / PART_OF_HEAP / UNIT, Integer.MAX_VALUE));
    this.free = new Semaphore(all, true);
  }

  /**
   * Waits until a body may be handled.
   *
   * @param bytes its length
   * @return false if the heap has no room for it; otherwise {@link #release} must follow
   */
  public boolean acquire(int bytes) {
    if (bytes < SMALL_BYTES) {
      return true;
    }
    int units = units(bytes);
    free.acquireUninterruptibly(units);
    boolean room = false;
    try {
      room = hasRoom.test((long) bytes * PER_BYTE);
      return room;
    } finally {
      if (!room) {
        free.release(units);
      }
    }
  }

  /** Ends the handling of a body. */
  public void release(int bytes) {
    if (bytes >= SMALL_BYTES) {
      free.release(units(bytes));
    }
  }

  private int units(int bytes) {
    long needed = (long) bytes * PER_BYTE / UNIT;
    return (int) Math.min(all, Math.max(needed, all / MOST));
  }
}
