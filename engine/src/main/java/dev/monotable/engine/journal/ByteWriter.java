package dev.monotable.engine.journal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes primitive values into a growing array. Numbers take as few bytes as they need. */
final class ByteWriter {
  private byte[] bytes = new byte[1 << 10];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  void putByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  void putBoolean(boolean value) {
    putByte(value ? 1 : 0);
  }

  /** Writes a number that is usually small and not negative. */
  void putCount(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Writes a number that may be negative. */
  void putNumber(long value) {
    putCount(value << 1 ^ value >> 63);
  }

  void putBytes(byte[] source, int from, int to) {
    reserve(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  /** Writes bytes with their length. */
  void putSized(byte[] source) {
    putCount(source.length);
    putBytes(source, 0, source.length);
  }

  void putString(String value) {
    putSized(value.getBytes(StandardCharsets.UTF_8));
  }

  void putTime(Instant value) {
    putNumber(value.getEpochSecond());
    putCount(value.getNano());
  }

  /** Writes whether a value is present; the value must follow if it is. */
  boolean putPresence(@Nullable Object value) {
    putBoolean(value != null);
    return value != null;
  }

  void putOptionalString(@Nullable String value) {
    putBoolean(value != null);
    if (value != null) {
      putString(value);
    }
  }

  void putOptionalTime(@Nullable Instant value) {
    putBoolean(value != null);
    if (value != null) {
      putTime(value);
    }
  }

  void putOptionalNumber(@Nullable Long value) {
    putBoolean(value != null);
    if (value != null) {
      putNumber(value);
    }
  }
}
