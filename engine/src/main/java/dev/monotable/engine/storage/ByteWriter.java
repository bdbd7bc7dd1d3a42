package dev.monotable.engine.storage;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes primitive values into a growing array. Numbers take as few bytes as they need. */
public final class ByteWriter {
  private byte[] bytes = new byte[1 << 10];
  private int length;

  /** Returns the array of the written bytes, which is longer than they are. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the number of written bytes. */
  public int length() {
    return length;
  }

  /** Removes all bytes. */
  public void clear() {
    length = 0;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  /** Writes the lowest eight bits of a number. */
  public void putByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  /** Writes a truth value. */
  public void putBoolean(boolean value) {
    putByte(value ? 1 : 0);
  }

  /** Writes a number that is usually small and not negative. */
  public void putCount(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Writes a number that may be negative. */
  public void putNumber(long value) {
    putCount(value << 1 ^ value >> 63);
  }

  /** Writes a part of an array. */
  public void putBytes(byte[] source, int from, int to) {
    reserve(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  /** Writes bytes with their length. */
  public void putSized(byte[] source) {
    putCount(source.length);
    putBytes(source, 0, source.length);
  }

  /** Writes a string with its length. */
  public void putString(String value) {
    putSized(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes strings by their keys, in the order of the map. */
  public void putStrings(Map<String, String> values) {
    putCount(values.size());
    for (Map.Entry<String, String> value : values.entrySet()) {
      putString(value.getKey());
      putString(value.getValue());
    }
  }

  /** Writes a time. */
  public void putTime(Instant value) {
    putNumber(value.getEpochSecond());
    putCount(value.getNano());
  }

  /** Writes whether a value is present; the value must follow if it is. */
  public boolean putPresence(@Nullable Object value) {
    putBoolean(value != null);
    return value != null;
  }

  /** Writes a string or null. */
  public void putOptionalString(@Nullable String value) {
    putBoolean(value != null);
    if (value != null) {
      putString(value);
    }
  }

  /** Writes a time or null. */
  public void putOptionalTime(@Nullable Instant value) {
    putBoolean(value != null);
    if (value != null) {
      putTime(value);
    }
  }

  /** Writes a number or null. */
  public void putOptionalNumber(@Nullable Long value) {
    putBoolean(value != null);
    if (value != null) {
      putNumber(value);
    }
  }
}
