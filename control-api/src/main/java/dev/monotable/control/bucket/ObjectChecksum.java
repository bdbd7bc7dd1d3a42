package dev.monotable.control.bucket;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * A checksum of an object.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html">Checking
 *     object integrity for data uploads in Amazon S3</a>
 */
enum ObjectChecksum {
  CRC32(4),
  CRC32C(4),
  CRC64NVME(8),
  SHA1(20),
  SHA256(32);

  /** The beginning of the name of each header with a checksum. */
  static final String PREFIX = "x-amz-checksum-";

  private final int length;

  ObjectChecksum(int length) {
    this.length = length;
  }

  /** Returns the header with the value, in lower case. */
  String header() {
    return PREFIX + name().toLowerCase(Locale.ROOT);
  }

  /** Returns the element with the value. */
  String element() {
    return "Checksum" + name();
  }

  /** Returns the algorithm with a name; null if there is none. */
  static @Nullable ObjectChecksum find(String name) {
    for (ObjectChecksum each : values()) {
      if (each.name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the value of bytes. */
  byte[] of(byte[] bytes) {
    return switch (this) {
      case CRC32 -> number(new CRC32(), bytes);
      case CRC32C -> number(new CRC32C(), bytes);
      case CRC64NVME -> ByteBuffer.allocate(length).putLong(Crc64.of(bytes)).array();
      case SHA1 -> digest("SHA-1", bytes);
      case SHA256 -> digest("SHA-256", bytes);
    };
  }

  /** Returns the value of bytes as it is sent. */
  String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(of(bytes));
  }

  /**
   * Checks a value that a request has for bytes.
   *
   * @throws BucketException if it is another one
   */
  void check(String value, byte[] bytes) {
    byte[] given;
    try {
      given = Base64.getDecoder().decode(value);
    } catch (IllegalArgumentException e) {
      given = new byte[0];
    }
    if (given.length != length) {
      throw new BucketException(
          BucketError.INVALID_REQUEST, "Value for " + header() + " header is invalid.");
    }
    if (!MessageDigest.isEqual(given, of(bytes))) {
      throw new BucketException(
          BucketError.BAD_DIGEST,
          "The " + name() + " you specified did not match the calculated checksum.");
    }
  }

  private byte[] number(Checksum checksum, byte[] bytes) {
    checksum.update(bytes, 0, bytes.length);
    return ByteBuffer.allocate(length).putInt((int) checksum.getValue()).array();
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }

  /** The checksum of NVM Express, which reads each byte from its lowest bit. */
  private static final class Crc64 {
    private static final long POLYNOMIAL = 0x9a6c9329ac4bc9b5L;
    private static final long[] TABLE = table();

    private static long[] table() {
      long[] table = new long[256];
      for (int i = 0; i < table.length; i++) {
        long value = i;
        for (int bit = 0; bit < 8; bit++) {
          value = (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ POLYNOMIAL;
        }
        table[i] = value;
      }
      return table;
    }

    static long of(byte[] bytes) {
      long crc = -1;
      for (byte each : bytes) {
        crc = crc >>> 8 ^ TABLE[(int) (crc ^ each) & 0xff];
      }
      return ~crc;
    }
  }
}
