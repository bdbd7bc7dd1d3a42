package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The body of a request that arrives in several reads, or that another thread handles. Its memory
 * is reserved in the budget of bodies until {@link #release}. Used by one thread at a time.
 */
final class RequestBody implements MemoryBudget.Claimant {
  private static final byte[] NO_BYTES = new byte[0];

  /** Enough for most bodies that arrive in a read of their own, after the head. */
  private static final int FIRST_BYTES = 1 << 10;

  private final MemoryBudget budget;
  private final int maxBytes;
  private final Runnable onMemoryFreed;
  private byte[] bytes = NO_BYTES;
  private int length;
  private long reserved;

  /**
   * Creates an empty body.
   *
   * @param maxBytes the maximum length
   * @param onMemoryFreed called on any thread when {@link #append} can be tried again
   */
  RequestBody(MemoryBudget budget, int maxBytes, Runnable onMemoryFreed) {
    this.budget = budget;
    this.maxBytes = maxBytes;
    this.onMemoryFreed = onMemoryFreed;
  }

  /** Returns whether the body would be too long with more bytes. */
  boolean exceeds(int moreBytes) {
    return length + (long) moreBytes > maxBytes;
  }

  /**
   * Appends the readable bytes of a buffer.
   *
   * @return false, without any effect, if the budget is exhausted
   */
  boolean append(ByteBuf more) {
    int count = more.readableBytes();
    if (bytes.length - length < count && !grow(length + count)) {
      return false;
    }
    more.readBytes(bytes, length, count);
    length += count;
    return true;
  }

  /**
   * Doubles the array, or more. The declared length of a body reserves nothing, because a client
   * can declare a length and then send nothing.
   */
  private boolean grow(int needed) {
    long wanted = Math.max(FIRST_BYTES, Math.max(needed, bytes.length * 2L));
    int capacity = (int) Math.min(wanted, maxBytes);
    if (!budget.reserve(this, capacity - reserved)) {
      return false;
    }
    reserved = capacity; // before the allocation, which can fail
    bytes = Arrays.copyOf(bytes, capacity);
    return true;
  }

  /** Returns the array that begins with the body. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Drops the bytes and releases their memory. A second call has no effect. */
  void release() {
    long released = reserved;
    bytes = NO_BYTES;
    length = 0;
    reserved = 0;
    budget.release(this, released);
  }

  @Override
  public void memoryFreed() {
    onMemoryFreed.run();
  }
}
