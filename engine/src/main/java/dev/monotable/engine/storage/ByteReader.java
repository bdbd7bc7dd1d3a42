package dev.monotable.engine.storage;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@link ByteWriter} has written. Throws {@link IllegalArgumentException} if the bytes
 * end too early or cannot be what was written, and {@link UnknownEntryException} if a later version
 * has written them.
 */
public final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private int at;

  public ByteReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** Returns whether there are more bytes. */
  public boolean hasMore() {
    return at < end;
  }

  private int take(int length) {
    if (length < 0 || length > end - at) {
      throw new IllegalArgumentException("the bytes end too early");
    }
    int from = at;
    at += length;
    return from;
  }

  /** Reads a byte, from 0 to 255. */
  public int nextByte() {
    return bytes[take(1)] & 0xff;
  }

  /** Reads a truth value. */
  public boolean nextBoolean() {
    return nextByte() != 0;
  }

  /** Reads a number that is usually small and not negative. */
  public long nextCount() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = bytes[take(1)];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too long");
  }

  /** Reads the length or number of something that the rest of the bytes contains. */
  public int nextLength() {
    long value = nextCount();
    if (value < 0 || value > end - at) {
      throw new IllegalArgumentException("a length is too large");
    }
    return (int) value;
  }

  /** Reads a number that may be negative. */
  public long nextNumber() {
    long value = nextCount();
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads that many bytes. */
  public byte[] nextBytes(int length) {
    int from = take(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Reads that many bytes into an array. */
  public void copyBytes(byte[] target, int to, int length) {
    System.arraycopy(bytes, take(length), target, to, length);
  }

  /** Reads bytes with their length. */
  public byte[] nextSized() {
    return nextBytes(nextLength());
  }

  /** Reads a string. */
  public String nextString() {
    int length = nextLength();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  /** Reads strings by their keys, in the order in which they were written. */
  public Map<String, String> nextStrings() {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = nextLength(); i > 0; i--) {
      String key = nextString();
      values.put(key, nextString());
    }
    return Collections.unmodifiableMap(values);
  }

  /** Reads a time. */
  public Instant nextTime() {
    long seconds = nextNumber();
    return Instant.ofEpochSecond(seconds, nextCount());
  }

  /** Reads a string or null. */
  public @Nullable String nextOptionalString() {
    return nextBoolean() ? nextString() : null;
  }

  /** Reads a time or null. */
  public @Nullable Instant nextOptionalTime() {
    return nextBoolean() ? nextTime() : null;
  }

  /** Reads a number or null. */
  public @Nullable Long nextOptionalNumber() {
    return nextBoolean() ? nextNumber() : null;
  }

  /** Reads the name of a constant. */
  public <E extends Enum<E>> E nextNamed(E[] constants) {
    String name = nextString();
    for (E constant : constants) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new UnknownEntryException("name of a constant", name);
  }

  /**
   * Reads the code of a constant.
   *
   * @param codes the code of each constant
   */
  public <E extends Enum<E>> E nextOf(E[] constants, ToIntFunction<E> codes) {
    int code = nextByte();
    for (E constant : constants) {
      if (codes.applyAsInt(constant) == code) {
        return constant;
      }
    }
    throw new UnknownEntryException("code of a constant", code);
  }
}
