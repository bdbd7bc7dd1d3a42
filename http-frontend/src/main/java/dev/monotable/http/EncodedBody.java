package dev.monotable.http;

import dev.monotable.json.BodySink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.zip.CRC32;

/**
 * The body of a large response. It consists of many buffers outside of the heap, so that neither
 * the heap nor the kernel has to find one large piece of memory, and what has been sent is released
 * at once. Its memory is counted in the budget of responses. Used by one thread at a time.
 *
 * <p>Without a reservation for the whole body, it reserves one buffer after another. If there is no
 * memory for one of them, it drops all of them, and from then on only counts the bytes: the body is
 * encoded again when its whole length could be reserved.
 */
final class EncodedBody implements BodySink {
  private static final int PIECE_BYTES = 256 << 10;

  private final ByteBufAllocator allocator;
  private final MemoryBudget budget;
  private final MemoryBudget.Claimant claimant;
  private final Queue<ByteBuf> full = new ArrayDeque<>();
  private final CRC32 crc = new CRC32();
  private ByteBuf piece;
  private long reserved;
  private long used;
  private long length;
  private boolean complete = true;

  /**
   * Creates an empty body.
   *
   * @param reserved the memory that the claimant has reserved
   */
  EncodedBody(
      ByteBufAllocator allocator,
      MemoryBudget budget,
      MemoryBudget.Claimant claimant,
      long reserved) {
    this.allocator = allocator;
    this.budget = budget;
    this.claimant = claimant;
    this.reserved = reserved;
    this.piece = Unpooled.EMPTY_BUFFER;
  }

  /** Returns the memory that a body of a length needs. */
  static long memoryOf(long length) {
    return (length + PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES;
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    crc.update(bytes, from, count);
    length += count;
    int at = from;
    int end = from + count;
    while (complete && at < end) {
      if (!piece.isWritable() && !grow()) {
        release();
        return;
      }
      int part = Math.min(piece.writableBytes(), end - at);
      piece.writeBytes(bytes, at, part);
      at += part;
    }
  }

  private boolean grow() {
    if (used == reserved) {
      if (!budget.tryReserve(PIECE_BYTES)) {
        return false;
      }
      reserved += PIECE_BYTES;
    }
    ByteBuf next = allocator.directBuffer(PIECE_BYTES, PIECE_BYTES);
    used += PIECE_BYTES;
    full.add(piece);
    piece = next;
    return true;
  }

  /** Returns whether this has all bytes, and has not only counted them. */
  boolean isComplete() {
    return complete;
  }

  /** Returns the number of all bytes that were written. */
  long length() {
    return length;
  }

  /** Returns the CRC-32 of all bytes that were written. */
  long crc32() {
    return crc.getValue();
  }

  /** Returns the memory that is reserved, which the caller releases from now on. */
  long takeReservation() {
    long taken = reserved;
    reserved = 0;
    return taken;
  }

  /** Adds the buffers to a response, which releases them. */
  void moveTo(Queue<ByteBuf> response) {
    for (ByteBuf each = full.poll(); each != null; each = full.poll()) {
      add(each, response);
    }
    add(piece, response);
    piece = Unpooled.EMPTY_BUFFER;
  }

  private static void add(ByteBuf buffer, Queue<ByteBuf> response) {
    if (buffer.isReadable()) {
      response.add(buffer);
    } else {
      buffer.release();
    }
  }

  /** Drops all buffers and releases what is reserved. */
  void release() {
    complete = false;
    for (ByteBuf each = full.poll(); each != null; each = full.poll()) {
      each.release();
    }
    piece.release();
    piece = Unpooled.EMPTY_BUFFER;
    budget.release(claimant, takeReservation());
    used = 0;
  }
}
