package dev.monotable.durability;

import dev.monotable.engine.SnapshotReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The beginning of each file: {@code "MONOTBL\n"}, the version of the format (4 bytes), whether it
 * is a log or a snapshot (4 bytes), its number (8 bytes), the length of the owner (4 bytes), the
 * owner in UTF-8, and the CRC32C of all that (4 bytes). Numbers are big-endian.
 *
 * @param owner the Region and the account of the database
 */
record FileHeader(Kind kind, long number, String owner) {
  /** The version that is written: the number of the form of states, which a file consists of. */
  static final int VERSION = SnapshotReader.FORMAT;

  /** The oldest version that can be read. */
  static final int OLDEST_VERSION = SnapshotReader.OLDEST_FORMAT;

  /** The versions that can be read, for messages. */
  static final String READABLE_VERSIONS = "formats " + OLDEST_VERSION + " to " + VERSION;

  /** A higher number is not that of a version. */
  private static final int MOST_VERSIONS = 1 << 16;

  private static final byte[] MAGIC = "MONOTBL\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BEFORE_OWNER = 28;
  private static final int MAX_OWNER = 1 << 10;

  /** The kinds of files, and how their names begin. */
  enum Kind {
    LOG("log-", 0),
    SNAPSHOT("snapshot-", 1);

    private final String prefix;
    private final int code;

    Kind(String prefix, int code) {
      this.prefix = prefix;
      this.code = code;
    }

    String prefix() {
      return prefix;
    }
  }

  byte[] toBytes() {
    return toBytes(VERSION);
  }

  /** Returns the header that a version has written. */
  byte[] toBytes(int version) {
    byte[] ownerBytes = owner.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(BEFORE_OWNER + ownerBytes.length + Integer.BYTES);
    bytes
        .put(MAGIC)
        .putInt(version)
        .putInt(kind.code)
        .putLong(number)
        .putInt(ownerBytes.length)
        .put(ownerBytes);
    return bytes.putInt(checksum(bytes.array(), bytes.position())).array();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /** Returns the length of the header at the beginning of some bytes; -1 if it is invalid. */
  static int length(byte[] start) {
    if (start.length < BEFORE_OWNER
        || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      return -1;
    }
    ByteBuffer bytes = ByteBuffer.wrap(start);
    int ownerLength = bytes.getInt(BEFORE_OWNER - Integer.BYTES);
    int end = BEFORE_OWNER + ownerLength;
    return ownerLength < 0
            || ownerLength > MAX_OWNER
            || end + Integer.BYTES > start.length
            || bytes.getInt(end) != checksum(start, end)
        ? -1
        : end + Integer.BYTES;
  }

  /** Returns the most bytes that a header can take. */
  static int maxLength() {
    return BEFORE_OWNER + MAX_OWNER + Integer.BYTES;
  }

  /** Returns the version of the format; -1 if the bytes are not the beginning of such a file. */
  static int version(byte[] start) {
    return start.length < BEFORE_OWNER
            || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        ? -1
        : ByteBuffer.wrap(start).getInt(MAGIC.length);
  }

  /** Returns whether a later version has written the header; only its beginning is known then. */
  static boolean isLater(byte[] start) {
    int version = version(start);
    return version > VERSION && version < MOST_VERSIONS && !isVersionDamaged(start);
  }

  /**
   * Returns whether the version is the only damaged field: with one that can be read, the header is
   * valid.
   */
  private static boolean isVersionDamaged(byte[] start) {
    byte[] repaired = start.clone();
    for (int version = OLDEST_VERSION; version <= VERSION && length(start) < 0; version++) {
      ByteBuffer.wrap(repaired).putInt(MAGIC.length, version);
      if (length(repaired) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Reads a header whose length is valid. */
  static FileHeader read(byte[] start) {
    ByteBuffer bytes = ByteBuffer.wrap(start).position(MAGIC.length + Integer.BYTES);
    int kind = bytes.getInt();
    long number = bytes.getLong();
    int ownerLength = bytes.getInt();
    return new FileHeader(
        kind == Kind.SNAPSHOT.code ? Kind.SNAPSHOT : Kind.LOG,
        number,
        new String(start, bytes.position(), ownerLength, StandardCharsets.UTF_8));
  }
}
