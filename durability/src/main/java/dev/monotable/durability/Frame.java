package dev.monotable.durability;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A block of a state in a file: its length (4 bytes), a checksum (4 bytes), whether it is the last
 * of a group (1 byte), and the block. The checksum is the CRC32C of the position in the file, the
 * length, the flag and the block, so that bytes are only valid where they were written.
 */
final class Frame {
  static final int HEAD_BYTES = 9;

  /** No block is longer: an entry has at most an item with its key, or a definition. */
  static final int MAX_BYTES = 16 << 20;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer covered = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + 1);

  int checksum(long position, byte[] bytes, int from, int length, boolean last) {
    covered.clear().putLong(position).putInt(length).put((byte) (last ? 1 : 0));
    crc.reset();
    crc.update(covered.array());
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
