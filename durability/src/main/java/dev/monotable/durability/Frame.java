package dev.monotable.durability;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A block of a state in a file: its length (4 bytes), a checksum (4 bytes), flags (1 byte), and the
 * block. The checksum is the CRC32C of the position in the file, the length, the flags and the
 * block, so that bytes are only valid where they were written.
 *
 * <p>A frame may also be a mark, between two groups of a log: its block is a position (8 bytes),
 * and the disk had everything before that position when the mark was written.
 */
final class Frame {
  static final int HEAD_BYTES = 9;

  /** The flag of the last frame of a group. */
  static final int LAST = 1;

  /** The flag of a mark. */
  static final int MARK = 2;

  /** No block is longer: an entry has at most an item with its key, or a definition. */
  static final int MAX_BYTES = 16 << 20;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer covered = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + 1);

  int checksum(long position, byte[] bytes, int from, int length, int flags) {
    covered.clear().putLong(position).putInt(length).put((byte) flags);
    crc.reset();
    crc.update(covered.array());
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
