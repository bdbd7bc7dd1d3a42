package dev.monotable.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Appends frames to a file. For one thread. */
final class FrameWriter {
  private static final int BUFFER_BYTES = 256 << 10;

  private final Frame frame = new Frame();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private FileChannel channel;

  /** The position in the file of the beginning of the buffer. */
  private long flushed;

  /**
   * @param end of the file
   */
  FrameWriter(FileChannel channel, long end) {
    this.channel = channel;
    this.flushed = end;
  }

  /** Continues at a position, possibly of another file; forgets what was not flushed. */
  void reset(FileChannel other, long end) {
    channel = other;
    flushed = end;
    buffer.clear();
  }

  /** Returns the position in the file of the next frame. */
  long position() {
    return flushed + buffer.position();
  }

  void append(byte[] bytes, int length, boolean last) throws IOException {
    append(bytes, length, last ? Frame.LAST : 0);
  }

  /** Appends a mark: the disk has everything before a position. */
  void appendMark(long synced) throws IOException {
    append(ByteBuffer.allocate(Long.BYTES).putLong(synced).array(), Long.BYTES, Frame.MARK);
  }

  private void append(byte[] bytes, int length, int flags) throws IOException {
    if (length > Frame.MAX_BYTES) {
      throw new IOException("a block of " + length + " bytes is too long");
    }
    if (buffer.remaining() < Frame.HEAD_BYTES + length) {
      flush();
    }
    int checksum = frame.checksum(position(), bytes, 0, length, flags);
    buffer.putInt(length).putInt(checksum).put((byte) flags);
    if (buffer.remaining() < length) {
      flush();
      write(ByteBuffer.wrap(bytes, 0, length));
    } else {
      buffer.put(bytes, 0, length);
    }
  }

  /** Passes everything to the operating system. */
  void flush() throws IOException {
    buffer.flip();
    write(buffer);
    buffer.clear();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      flushed += channel.write(bytes, flushed);
    }
  }
}
