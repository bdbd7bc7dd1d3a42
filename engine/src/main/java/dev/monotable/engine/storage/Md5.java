package dev.monotable.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The first half of MD5 (RFC 1321). It is about as fast as the JDK's, but the first digest of the
 * JDK loads the security providers, which costs a starting server tens of milliseconds. Nothing
 * here relies on MD5 being secure; DynamoDB orders partition keys by it.
 */
final class Md5 {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LENGTH =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Md5() {}

  /** Returns the size of the array that a message of this length needs, including its padding. */
  static int paddedLength(int length) {
    return (length + 9 + 63) & -64;
  }

  /**
   * Returns the first eight bytes of the digest, as a big-endian number. The message is padded
   * within its array, which must have {@link #paddedLength} bytes.
   */
  static long firstEightBytes(byte[] message, int length) {
    int padded = paddedLength(length);
    message[length] = (byte) 0x80;
    for (int i = length + 1; i < padded - 8; i++) {
      message[i] = 0;
    }
    LENGTH.set(message, padded - 8, (long) length << 3);
    int a = 0x67452301;
    int b = 0xefcdab89;
    int c = 0x98badcfe;
    int d = 0x10325476;
    for (int at = 0; at < padded; at += 64) {
      int w0 = word(message, at, 0);
      int w1 = word(message, at, 1);
      int w2 = word(message, at, 2);
      int w3 = word(message, at, 3);
      int w4 = word(message, at, 4);
      int w5 = word(message, at, 5);
      int w6 = word(message, at, 6);
      int w7 = word(message, at, 7);
      int w8 = word(message, at, 8);
      int w9 = word(message, at, 9);
      int w10 = word(message, at, 10);
      int w11 = word(message, at, 11);
      int w12 = word(message, at, 12);
      int w13 = word(message, at, 13);
      int w14 = word(message, at, 14);
      int w15 = word(message, at, 15);
      int a0 = a;
      int b0 = b;
      int c0 = c;
      int d0 = d;
      a = ff(a, b, c, d, w0, 7, 0xd76aa478);
      d = ff(d, a, b, c, w1, 12, 0xe8c7b756);
      c = ff(c, d, a, b, w2, 17, 0x242070db);
      b = ff(b, c, d, a, w3, 22, 0xc1bdceee);
      a = ff(a, b, c, d, w4, 7, 0xf57c0faf);
      d = ff(d, a, b, c, w5, 12, 0x4787c62a);
      c = ff(c, d, a, b, w6, 17, 0xa8304613);
      b = ff(b, c, d, a, w7, 22, 0xfd469501);
      a = ff(a, b, c, d, w8, 7, 0x698098d8);
      d = ff(d, a, b, c, w9, 12, 0x8b44f7af);
      c = ff(c, d, a, b, w10, 17, 0xffff5bb1);
      b = ff(b, c, d, a, w11, 22, 0x895cd7be);
      a = ff(a, b, c, d, w12, 7, 0x6b901122);
      d = ff(d, a, b, c, w13, 12, 0xfd987193);
      c = ff(c, d, a, b, w14, 17, 0xa679438e);
      b = ff(b, c, d, a, w15, 22, 0x49b40821);
      a = gg(a, b, c, d, w1, 5, 0xf61e2562);
      d = gg(d, a, b, c, w6, 9, 0xc040b340);
      c = gg(c, d, a, b, w11, 14, 0x265e5a51);
      b = gg(b, c, d, a, w0, 20, 0xe9b6c7aa);
      a = gg(a, b, c, d, w5, 5, 0xd62f105d);
      d = gg(d, a, b, c, w10, 9, 0x02441453);
      c = gg(c, d, a, b, w15, 14, 0xd8a1e681);
      b = gg(b, c, d, a, w4, 20, 0xe7d3fbc8);
      a = gg(a, b, c, d, w9, 5, 0x21e1cde6);
      d = gg(d, a, b, c, w14, 9, 0xc33707d6);
      c = gg(c, d, a, b, w3, 14, 0xf4d50d87);
      b = gg(b, c, d, a, w8, 20, 0x455a14ed);
      a = gg(a, b, c, d, w13, 5, 0xa9e3e905);
      d = gg(d, a, b, c, w2, 9, 0xfcefa3f8);
      c = gg(c, d, a, b, w7, 14, 0x676f02d9);
      b = gg(b, c, d, a, w12, 20, 0x8d2a4c8a);
      a = hh(a, b, c, d, w5, 4, 0xfffa3942);
      d = hh(d, a, b, c, w8, 11, 0x8771f681);
      c = hh(c, d, a, b, w11, 16, 0x6d9d6122);
      b = hh(b, c, d, a, w14, 23, 0xfde5380c);
      a = hh(a, b, c, d, w1, 4, 0xa4beea44);
      d = hh(d, a, b, c, w4, 11, 0x4bdecfa9);
      c = hh(c, d, a, b, w7, 16, 0xf6bb4b60);
      b = hh(b, c, d, a, w10, 23, 0xbebfbc70);
      a = hh(a, b, c, d, w13, 4, 0x289b7ec6);
      d = hh(d, a, b, c, w0, 11, 0xeaa127fa);
      c = hh(c, d, a, b, w3, 16, 0xd4ef3085);
      b = hh(b, c, d, a, w6, 23, 0x04881d05);
      a = hh(a, b, c, d, w9, 4, 0xd9d4d039);
      d = hh(d, a, b, c, w12, 11, 0xe6db99e5);
      c = hh(c, d, a, b, w15, 16, 0x1fa27cf8);
      b = hh(b, c, d, a, w2, 23, 0xc4ac5665);
      a = ii(a, b, c, d, w0, 6, 0xf4292244);
      d = ii(d, a, b, c, w7, 10, 0x432aff97);
      c = ii(c, d, a, b, w14, 15, 0xab9423a7);
      b = ii(b, c, d, a, w5, 21, 0xfc93a039);
      a = ii(a, b, c, d, w12, 6, 0x655b59c3);
      d = ii(d, a, b, c, w3, 10, 0x8f0ccc92);
      c = ii(c, d, a, b, w10, 15, 0xffeff47d);
      b = ii(b, c, d, a, w1, 21, 0x85845dd1);
      a = ii(a, b, c, d, w8, 6, 0x6fa87e4f);
      d = ii(d, a, b, c, w15, 10, 0xfe2ce6e0);
      c = ii(c, d, a, b, w6, 15, 0xa3014314);
      b = ii(b, c, d, a, w13, 21, 0x4e0811a1);
      a = ii(a, b, c, d, w4, 6, 0xf7537e82);
      d = ii(d, a, b, c, w11, 10, 0xbd3af235);
      c = ii(c, d, a, b, w2, 15, 0x2ad7d2bb);
      b = ii(b, c, d, a, w9, 21, 0xeb86d391);
      a += a0;
      b += b0;
      c += c0;
      d += d0;
    }
    return ((long) Integer.reverseBytes(a) << 32) | (Integer.reverseBytes(b) & 0xffffffffL);
  }

  private static int word(byte[] message, int at, int index) {
    return (int) WORD.get(message, at + (index << 2));
  }

  private static int ff(int a, int b, int c, int d, int word, int shift, int constant) {
    return b + Integer.rotateLeft(a + word + constant + (d ^ (b & (c ^ d))), shift);
  }

  private static int gg(int a, int b, int c, int d, int word, int shift, int constant) {
    return b + Integer.rotateLeft(a + word + constant + (~d & c) + (d & b), shift);
  }

  private static int hh(int a, int b, int c, int d, int word, int shift, int constant) {
    return b + Integer.rotateLeft(a + word + constant + (b ^ (c ^ d)), shift);
  }

  private static int ii(int a, int b, int c, int d, int word, int shift, int constant) {
    return b + Integer.rotateLeft(a + word + constant + (c ^ (b | ~d)), shift);
  }
}
