package dev.monotable.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of key values as DynamoDB hashes and orders them (see {@link KeyBuilder}), preceded by
 * the salt of the hash. Reusable; not thread-safe.
 */
final class RawBytes {

  private static final byte[] SALT = {'O', 'u', 't', 'l', 'i', 'e', 'r', 's'};

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** The value of each base64 character, by the alphabet of RFC 4648. */
  private static final byte[] BASE64 = new byte[128];

  static {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      BASE64[alphabet.charAt(i)] = (byte) i;
    }
  }

  /** Offset of the first value. */
  static final int START = SALT.length;

  private byte[] bytes = Arrays.copyOf(SALT, 256);
  private int length = START;
  private boolean hasZero;
  private final RecentHashes recent = new RecentHashes();

  /** Removes the values; the salt remains. */
  void clear() {
    length = START;
    hasZero = false;
  }

  /** Returns the array that contains the values from {@link #START} to {@link #end}. */
  byte[] array() {
    return bytes;
  }

  /** Returns the offset after the last value. */
  int end() {
    return length;
  }

  /** Returns whether a string or binary contains a zero byte, which a component must escape. */
  boolean hasZero() {
    return hasZero;
  }

  /** Returns the first eight bytes of the hash of the concatenated values. */
  long hash() {
    reserve(Md5.paddedLength(length) - length);
    return Md5.firstEightBytes(bytes, length);
  }

  /** Returns the same as {@link #hash}, but remembers hashes: for values that repeat. */
  long recentHash() {
    reserve(Md5.paddedLength(length) - length);
    return recent.hash(bytes, START, length);
  }

  /**
   * Returns a second hash of the values. Unlike the first, it also depends on the boundary between
   * two of them.
   *
   * @param boundary offset after the first value
   */
  long identity(int boundary) {
    reserve(Long.BYTES);
    return mixed(bytes, START, length, boundary);
  }

  /**
   * Mixes bytes so that each bit of the result depends on all of them. Overwrites the eight bytes
   * of the array after them.
   */
  static long mixed(byte[] bytes, int from, int to, long seed) {
    // The last word may then be read whole.
    LONG.set(bytes, to, 0L);
    long mixed = seed;
    for (int at = from; at < to; at += Long.BYTES) {
      mixed = (mixed ^ (long) LONG.get(bytes, at)) * GOLDEN;
      mixed ^= mixed >>> 32;
    }
    mixed = (mixed ^ to - from) * GOLDEN;
    return mixed ^ mixed >>> 29;
  }

  private void reserve(int added) {
    if (bytes.length - length < added) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + added));
    }
  }

  /** Adds the raw bytes of a value, given as canonical JSON. */
  void add(byte[] json, int at) {
    int content = at + 6;
    switch (json[at + 2]) {
      case 'S' -> addString(json, content);
      case 'N' -> addNumber(json, content);
      case 'B' -> addBinary(json, content);
      default -> throw new IllegalArgumentException("key attributes must be of type S, N or B");
    }
  }

  private void addString(byte[] json, int content) {
    int at = content;
    while (at + Long.BYTES <= json.length) {
      long word = (long) LONG.get(json, at);
      long stops = zeroBytes(word ^ '"' * ONES) | zeroBytes(word ^ '\\' * ONES);
      reserve(Long.BYTES);
      LONG.set(bytes, length, word);
      if (stops == 0) {
        length += Long.BYTES;
        at += Long.BYTES;
        continue;
      }
      int before = Long.numberOfTrailingZeros(stops) >>> 3;
      length += before;
      at += before;
      if (json[at] == '"') {
        return;
      }
      at = addEscape(json, at + 1);
    }
    // Fewer than eight bytes of the array remain.
    reserve(Long.BYTES);
    for (byte b = json[at]; b != '"'; b = json[at]) {
      if (b == '\\') {
        at = addEscape(json, at + 1);
      } else {
        bytes[length++] = b;
        at++;
      }
    }
  }

  /** Marks the high bit of the first zero byte; marks after it may be wrong. */
  private static long zeroBytes(long word) {
    return (word - ONES) & ~word & HIGH_BITS;
  }

  /**
   * Adds the character of the escape whose backslash precedes the offset; returns the offset after
   * the escape.
   */
  private int addEscape(byte[] json, int at) {
    byte escaped = json[at];
    if (escaped != 'u') {
      bytes[length++] =
          switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escaped;
          };
      return at + 1;
    }
    // Canonical JSON writes only control characters this way.
    int character = Character.digit(json[at + 3], 16) << 4 | Character.digit(json[at + 4], 16);
    hasZero |= character == 0;
    bytes[length++] = (byte) character;
    return at + 5;
  }

  private void addBinary(byte[] json, int content) {
    for (int at = content; json[at] != '"'; at += 4) {
      int word =
          BASE64[json[at]] << 18
              | BASE64[json[at + 1]] << 12
              | BASE64[json[at + 2]] << 6
              | BASE64[json[at + 3]];
      int count = json[at + 3] != '=' ? 3 : json[at + 2] != '=' ? 2 : 1;
      reserve(3);
      for (int i = 0; i < count; i++) {
        byte b = (byte) (word >>> (16 - 8 * i));
        hasZero |= b == 0;
        bytes[length++] = b;
      }
    }
  }

  /**
   * Adds a canonical number: plain decimal notation, without leading or trailing zeros, and not -0.
   */
  private void addNumber(byte[] json, int content) {
    boolean negative = json[content] == '-';
    int start = negative ? content + 1 : content;
    int point = -1;
    int first = -1;
    int last = -1;
    int at = start;
    for (byte b = json[at]; b != '"'; b = json[++at]) {
      if (b == '.') {
        point = at;
      } else if (b != '0') {
        if (first < 0) {
          first = at;
        }
        last = at;
      }
    }
    reserve(at - start + 3);
    if (first < 0) {
      bytes[length++] = (byte) 0x80;
      return;
    }
    int end = point < 0 ? at : point;
    // The number is 0.d1d2d3.. times ten to this power.
    int power = first < end ? end - first : end + 1 - first;
    boolean odd = (power & 1) != 0;
    int pairPower = (power + (odd ? 1 : 0)) >> 1;
    int head = pairPower - 64;
    bytes[length++] = (byte) (negative ? ~head : head);
    int pairs = 0;
    int i = first;
    int tens = 0;
    boolean haveTens = odd;
    while (i <= last) {
      byte b = json[i++];
      if (b == '.') {
        continue;
      }
      int digit = b - '0';
      if (haveTens) {
        addPair(tens * 10 + digit, negative);
        pairs++;
        haveTens = false;
      } else {
        tens = digit;
        haveTens = true;
      }
      if (haveTens && i > last) {
        addPair(tens * 10, negative);
        pairs++;
      }
    }
    if (negative && pairs < 20) {
      bytes[length++] = 102;
    }
  }

  private void addPair(int pair, boolean negative) {
    bytes[length++] = (byte) (negative ? 101 - pair : pair + 1);
  }
}
