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

  /** The polynomial of CRC32C, with its bits reversed. */
  private static final int POLYNOMIAL = 0x82F63B78;

  /** The value that changes a checksum when a byte leaves its register, by that byte. */
  private static final int[] OUT = new int[256];

  /** The byte that has left the register, by the highest byte that it has changed. */
  private static final int[] LEFT = new int[256];

  static {
    for (int i = 0; i < OUT.length; i++) {
      int value = i;
      for (int bit = 0; bit < 8; bit++) {
        value = value >>> 1 ^ ((value & 1) == 0 ? 0 : POLYNOMIAL);
      }
      OUT[i] = value;
      LEFT[value >>> 24] = i;
    }
  }

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer covered = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + 1);

  int checksum(long position, byte[] bytes, int from, int length, int flags) {
    covered.clear().putLong(position).putInt(length).put((byte) flags);
    crc.reset();
    crc.update(covered.array());
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  /**
   * Returns the position at which a block was written, if it was written as it is now. There is
   * exactly one with the same upper 32 bits as the position where it is now, because a checksum is
   * linear: its difference from the one that is expected here comes from the lower bits of the
   * position alone, so it can be followed back through the block. Any bytes give some position.
   *
   * @param position where the block is now
   * @param checksum in the head of the block
   */
  long writtenAt(long position, int checksum, byte[] bytes, int from, int length, int flags) {
    int difference = checksum ^ checksum(position, bytes, from, length, flags);
    for (int i = length + Integer.BYTES + 1 + Integer.BYTES; i > 0; i--) {
      int left = LEFT[difference >>> 24];
      difference = (difference ^ OUT[left]) << 8 | left;
    }
    return position ^ Integer.toUnsignedLong(Integer.reverseBytes(difference));
  }
}
