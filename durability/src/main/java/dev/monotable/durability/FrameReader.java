package dev.monotable.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads the frames of a file. For one thread. */
final class FrameReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  /** The most bytes to read after invalid ones, some of them several times. */
  private static final long MOST_WORK = 128L << 20;

  /** The distance that a single frame may have moved to be recognized. */
  private static final long NEAR = 64;

  private final Frame frame = new Frame();
  private final FileChannel channel;
  private final long size;
  private byte[] buffer = new byte[BUFFER_BYTES];

  /** The content of the buffer: the bytes from {@code start} to {@code start + filled}. */
  private long start;

  private int filled;
  private long position;
  private int from;
  private int length;
  private int flags;

  FrameReader(Path path) throws IOException {
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    this.size = channel.size();
  }

  long size() {
    return size;
  }

  /** Returns the first bytes of the file. */
  byte[] head() throws IOException {
    ByteBuffer head = ByteBuffer.allocate((int) Math.min(size, FileHeader.maxLength()));
    while (head.hasRemaining() && channel.read(head, head.position()) >= 0) {
      // until there are enough
    }
    return head.array();
  }

  /** Returns the position of the next frame. */
  long position() {
    return position;
  }

  void seek(long to) {
    position = to;
  }

  /** Returns the bytes of the frame that was read: from {@link #from()} up to {@link #to()}. */
  byte[] bytes() {
    return buffer;
  }

  int from() {
    return from;
  }

  int to() {
    return from + length;
  }

  /** Returns whether the frame that was read is the last of its group. */
  boolean isLast() {
    return flags == Frame.LAST;
  }

  /** Returns whether the frame that was read is a mark. */
  boolean isMark() {
    return flags == Frame.MARK;
  }

  /** Returns the position of the mark that was read: the disk has had everything before it. */
  private long synced() {
    return ByteBuffer.wrap(buffer, from, Long.BYTES).getLong();
  }

  /** Reads the next frame; returns false if there is no valid one at the position. */
  boolean next() throws IOException {
    return next(0);
  }

  /**
   * Reads the next frame.
   *
   * @param shift how far after this position the frame was written
   */
  private boolean next(long shift) throws IOException {
    int frameLength = plausibleLength();
    if (frameLength == 0) {
      return false;
    }
    int at = load(Frame.HEAD_BYTES + frameLength);
    int frameFlags = buffer[at + 8];
    if (intAt(at + 4)
        != frame.checksum(
            position + shift, buffer, at + Frame.HEAD_BYTES, frameLength, frameFlags)) {
      return false;
    }
    from = at + Frame.HEAD_BYTES;
    length = frameLength;
    flags = frameFlags;
    position += Frame.HEAD_BYTES + frameLength;
    return true;
  }

  /** Returns the length of the frame at the position; 0 if there cannot be one. */
  private int plausibleLength() throws IOException {
    if (size - position < Frame.HEAD_BYTES) {
      return 0;
    }
    int at = load(Frame.HEAD_BYTES);
    int frameLength = intAt(at);
    return frameLength > 0
            && frameLength <= Frame.MAX_BYTES
            && frameLength <= size - position - Frame.HEAD_BYTES
            && isValid(buffer[at + 8], frameLength)
        ? frameLength
        : 0;
  }

  private static boolean isValid(int frameFlags, int frameLength) {
    return frameFlags == Frame.MARK
        ? frameLength == Long.BYTES
        : frameFlags == Frame.LAST || frameFlags == 0;
  }

  /** Returns whether there is a valid frame anywhere after the position. */
  boolean findNext() throws IOException {
    for (long at = position + 1; size - at >= Frame.HEAD_BYTES; at++) {
      position = at;
      if (next()) {
        position = at;
        return true;
      }
    }
    return false;
  }

  private int intAt(int at) {
    return (buffer[at] & 0xff) << 24
        | (buffer[at + 1] & 0xff) << 16
        | (buffer[at + 2] & 0xff) << 8
        | buffer[at + 3] & 0xff;
  }

  /** Fills the buffer with bytes at the position; returns the index of the first. */
  private int load(int bytes) throws IOException {
    if (position >= start && position + bytes <= start + filled) {
      return (int) (position - start);
    }
    if (buffer.length < bytes) {
      buffer = new byte[Math.max(bytes, 2 * buffer.length)];
    }
    start = position;
    filled = 0;
    int wanted = (int) Math.min(buffer.length, size - start);
    while (filled < wanted) {
      int read = channel.read(ByteBuffer.wrap(buffer, filled, wanted - filled), start + filled);
      if (read < 0) {
        throw new IOException("the file has become shorter");
      }
      filled += read;
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * The complete groups at the beginning of a log.
   *
   * @param end where they end
   * @param invalidAt where bytes are invalid, although others follow; -1 if nothing valid follows
   * @param isDamaged whether neither a process that was killed nor a failure of power explains the
   *     invalid bytes: the disk has had them, or frames follow at another position than they were
   *     written to
   */
  record Whole(long end, long invalidAt, boolean isDamaged) {}

  /** Checks all frames, beginning at the position. */
  Whole scan() throws IOException {
    long end = position;
    long at = position;
    while (next()) {
      if (isLast() || (isMark() && at == end)) {
        end = position;
      }
      at = position;
    }
    long work = MOST_WORK;
    boolean isFollowed = false;
    boolean isDamaged = false;
    position = at;
    while (!isDamaged && size - position > Frame.HEAD_BYTES && work > 0) {
      position++;
      int candidate = plausibleLength();
      work -= 1 + candidate;
      if (candidate == 0) {
        continue;
      }
      long found = position;
      while (!isDamaged && next()) {
        isFollowed = true;
        isDamaged = isMark() && synced() > at;
      }
      if (position > found) {
        position--; // what follows the valid frames may be valid, too
      } else {
        isDamaged = isShifted(candidate);
        position = found;
      }
    }
    return new Whole(end, isFollowed || isDamaged || work <= 0 ? at : -1, isDamaged);
  }

  /** Returns whether the invalid frame at the position is valid at another one. */
  private boolean isShifted(int frameLength) throws IOException {
    int at = load(Frame.HEAD_BYTES + frameLength);
    long writtenAt =
        frame.writtenAt(
            position, intAt(at + 4), buffer, at + Frame.HEAD_BYTES, frameLength, buffer[at + 8]);
    long shift = writtenAt - position;
    // Any bytes are valid at some position, but hardly at a near one, or two in a row by the same.
    return Math.abs(shift) <= NEAR || (writtenAt >= 0 && next(shift) && next(shift));
  }
}
