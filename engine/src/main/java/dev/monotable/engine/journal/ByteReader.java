package dev.monotable.engine.journal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@link ByteWriter} has written. Throws {@link IllegalArgumentException} if the bytes
 * end too early or cannot be what was written.
 */
final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private int at;

  ByteReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  boolean hasMore() {
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

  int nextByte() {
    return bytes[take(1)] & 0xff;
  }

  boolean nextBoolean() {
    return nextByte() != 0;
  }

  long nextCount() {
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
  int nextLength() {
    long value = nextCount();
    if (value < 0 || value > end - at) {
      throw new IllegalArgumentException("a length is too large");
    }
    return (int) value;
  }

  long nextNumber() {
    long value = nextCount();
    return value >>> 1 ^ -(value & 1);
  }

  byte[] nextBytes(int length) {
    int from = take(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  void copyBytes(byte[] target, int to, int length) {
    System.arraycopy(bytes, take(length), target, to, length);
  }

  byte[] nextSized() {
    return nextBytes(nextLength());
  }

  String nextString() {
    int length = nextLength();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  Instant nextTime() {
    long seconds = nextNumber();
    return Instant.ofEpochSecond(seconds, nextCount());
  }

  @Nullable String nextOptionalString() {
    return nextBoolean() ? nextString() : null;
  }

  @Nullable Instant nextOptionalTime() {
    return nextBoolean() ? nextTime() : null;
  }

  @Nullable Long nextOptionalNumber() {
    return nextBoolean() ? nextNumber() : null;
  }

  /**
   * Reads the code of a constant.
   *
   * @param codes the code of each constant
   */
  <E extends Enum<E>> E nextOf(E[] constants, ToIntFunction<E> codes) {
    int code = nextByte();
    for (E constant : constants) {
      if (codes.applyAsInt(constant) == code) {
        return constant;
      }
    }
    throw new IllegalArgumentException("an unknown code of a constant: " + code);
  }
}
