package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.security.SecureRandom;

/**
 * A hash of bytes or text with a secret random key of this JVM, so that a client cannot find
 * strings with the same hash: SipHash-1-3.
 *
 * <p>The key affects no answer. It is created when a table of many names first needs it, because
 * the JDK's secure generator takes milliseconds to start.
 *
 * @see <a href="https://www.aumasson.jp/siphash/siphash.pdf">SipHash: a fast short-input PRF</a>
 */
@Experimental
public final class KeyedHash {
  private static final long KEY0;
  private static final long KEY1;

  static {
    SecureRandom random = new SecureRandom();
    KEY0 = random.nextLong();
    KEY1 = random.nextLong();
  }

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  private KeyedHash(long key0, long key1) {
    v0 = key0 ^ 0x736f6d6570736575L;
    v1 = key1 ^ 0x646f72616e646f6dL;
    v2 = key0 ^ 0x6c7967656e657261L;
    v3 = key1 ^ 0x7465646279746573L;
  }

  /** Returns the hash of the bytes from {@code from} up to {@code to}. */
  public static long of(byte[] bytes, int from, int to) {
    return of(KEY0, KEY1, bytes, from, to);
  }

  static long of(long key0, long key1, byte[] bytes, int from, int to) {
    KeyedHash hash = new KeyedHash(key0, key1);
    int at = from;
    for (; at <= to - 8; at += 8) {
      hash.word(Bytes.longAt(bytes, at));
    }
    long last = (long) (to - from) << 56;
    for (int shift = 0; at < to; at++, shift += 8) {
      last |= (bytes[at] & 0xffL) << shift;
    }
    hash.word(last);
    return hash.end();
  }

  /** Returns the hash of the text's UTF-16 units. */
  public static long of(String text) {
    KeyedHash hash = new KeyedHash(KEY0, KEY1);
    int length = text.length();
    int at = 0;
    for (; at <= length - 4; at += 4) {
      hash.word(
          text.charAt(at)
              | (long) text.charAt(at + 1) << 16
              | (long) text.charAt(at + 2) << 32
              | (long) text.charAt(at + 3) << 48);
    }
    long last = (long) length << 56;
    for (int shift = 0; at < length; at++, shift += 16) {
      last |= (long) text.charAt(at) << shift;
    }
    hash.word(last);
    return hash.end();
  }

  private void word(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  private long end() {
    v2 ^= 0xff;
    round();
    round();
    round();
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void round() {
    v0 += v1;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v3;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 += v3;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 += v1;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v2 = Long.rotateLeft(v2, 32);
  }
}
