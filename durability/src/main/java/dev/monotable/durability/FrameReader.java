package dev.monotable.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads the frames of a file. For one thread. */
final class FrameReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final Frame frame = new Frame();
  private final FileChannel channel;
  private final long size;
  private byte[] buffer = new byte[BUFFER_BYTES];

  /** What the buffer has: the bytes from {@code start} to {@code start + filled}. */
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

  /** The bytes of the frame that was read: from {@link #from()} up to {@link #to()}. */
  byte[] bytes() {
    return buffer;
  }

  int from() {
    return from;
  }

  int to() {
    return from + length;
  }

  /** Whether the frame that was read is the last of its group. */
  boolean isLast() {
    return flags == Frame.LAST;
  }

  /** Whether the frame that was read is a mark. */
  boolean isMark() {
    return flags == Frame.MARK;
  }

  /** Returns the position of the mark that was read: the disk has had everything before it. */
  private long synced() {
    return ByteBuffer.wrap(buffer, from, Long.BYTES).getLong();
  }

  /** Reads the next frame; returns false if there is no valid one at the position. */
  boolean next() throws IOException {
    if (size - position < Frame.HEAD_BYTES) {
      return false;
    }
    int at = load(Frame.HEAD_BYTES);
    int frameLength = intAt(at);
    if (frameLength <= 0
        || frameLength > Frame.MAX_BYTES
        || frameLength > size - position - Frame.HEAD_BYTES
        || !isValid(buffer[at + 8], frameLength)) {
      return false;
    }
    at = load(Frame.HEAD_BYTES + frameLength);
    int frameFlags = buffer[at + 8];
    if (intAt(at + 4)
        != frame.checksum(position, buffer, at + Frame.HEAD_BYTES, frameLength, frameFlags)) {
      return false;
    }
    from = at + Frame.HEAD_BYTES;
    length = frameLength;
    flags = frameFlags;
    position += Frame.HEAD_BYTES + frameLength;
    return true;
  }

  private static boolean isValid(int frameFlags, int frameLength) {
    return frameFlags == Frame.MARK
        ? frameLength == Long.BYTES
        : frameFlags == Frame.LAST || frameFlags == 0;
  }

  /** Returns whether there is a valid frame anywhere behind the position. */
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
   * @param invalidAt where bytes are invalid, although valid frames follow; -1 if nothing follows
   * @param wasSynced whether the disk has had the invalid bytes, so that they are damaged.
   *     Otherwise they may have been lost when power failed
   */
  record Whole(long end, long invalidAt, boolean wasSynced) {}

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
    boolean isFollowed = false;
    boolean wasSynced = false;
    position = at;
    while (!wasSynced && findNext()) {
      isFollowed = true;
      while (!wasSynced && next()) {
        wasSynced = isMark() && synced() > at;
      }
    }
    return new Whole(end, isFollowed ? at : -1, wasSynced);
  }
}
