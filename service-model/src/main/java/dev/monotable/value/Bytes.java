package dev.monotable.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Scans bytes, eight at a time, and converts base64. */
final class Bytes {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private static final byte[] ALPHABET =
      ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

  /** Value of a base64 character, or -1. */
  private static final byte[] SEXTETS = new byte[256];

  static {
    Arrays.fill(SEXTETS, (byte) -1);
    for (int i = 0; i < ALPHABET.length; i++) {
      SEXTETS[ALPHABET[i]] = (byte) i;
    }
  }

  private Bytes() {}

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Sets the high bit of the lowest zero byte; higher bytes may be marked wrongly. */
  private static long zeroBytes(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  /** Returns the offset of the closing quote of a JSON string, given an offset in its content. */
  static int closingQuote(byte[] json, int i) {
    while (true) {
      i = quoteOrBackslash(json, i);
      if (json[i] == '"') {
        return i;
      }
      i += 2;
    }
  }

  /** Returns the {@link #closingQuote}, or -1 if it is not before the limit. */
  static int closingQuoteBefore(byte[] json, int from, int limit) {
    int i = from;
    while (i < limit) {
      if (i <= limit - 8) {
        long word = (long) LONG.get(json, i);
        long marks = zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES);
        if (marks == 0) {
          i += 8;
          continue;
        }
        i += Long.numberOfTrailingZeros(marks) >>> 3;
      }
      if (json[i] == '"') {
        return i;
      }
      i += json[i] == '\\' ? 2 : 1;
    }
    return -1;
  }

  /** Returns the offset of the next quote or backslash, which must exist. */
  static int quoteOrBackslash(byte[] json, int i) {
    while (i <= json.length - 8) {
      long word = (long) LONG.get(json, i);
      long marks = zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
      i += 8;
    }
    while (json[i] != '"' && json[i] != '\\') {
      i++;
    }
    return i;
  }

  /** Returns the offset of the first byte that is not printable unescaped ASCII, or {@code to}. */
  static int plainEnd(byte[] bytes, int i, int to) {
    while (i <= to - 8) {
      long word = (long) LONG.get(bytes, i);
      long marks =
          zeroBytes(word ^ QUOTES)
              | zeroBytes(word ^ BACKSLASHES)
              | ((word - SPACES) & ~word & HIGHS)
              | (word & HIGHS);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
      i += 8;
    }
    while (i < to) {
      byte c = bytes[i];
      if (c < ' ' || c == '"' || c == '\\') {
        return i;
      }
      i++;
    }
    return to;
  }

  /** Returns the offset of the first backslash, or to. */
  static int backslash(byte[] bytes, int i, int to) {
    while (i <= to - 8) {
      long marks = zeroBytes((long) LONG.get(bytes, i) ^ BACKSLASHES);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
      i += 8;
    }
    while (i < to && bytes[i] != '\\') {
      i++;
    }
    return i;
  }

  /**
   * Hashes bytes. The eight bytes after {@code to} are read, so they must exist, but do not count.
   */
  static int hash(byte[] bytes, int from, int to) {
    long hash = (to - from) * 0x9E3779B97F4A7C15L;
    int i = from;
    for (; i <= to - 8; i += 8) {
      hash = (hash ^ (long) LONG.get(bytes, i)) * 0xFF51AFD7ED558CCDL;
      hash ^= hash >>> 32;
    }
    if (i < to) {
      long tail = (long) LONG.get(bytes, i) & ((1L << ((to - i) << 3)) - 1);
      hash = (hash ^ tail) * 0xFF51AFD7ED558CCDL;
    }
    return (int) (hash ^ (hash >>> 32));
  }

  /** Returns the length of the well-formed UTF-8 sequence at i, or 0 if there is none before to. */
  static int utf8Length(byte[] bytes, int i, int to) {
    int lead = bytes[i] & 0xff;
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xc2 || lead > 0xf4) {
      return 0;
    }
    if (lead < 0xe0) {
      return i + 1 < to && isContinuation(bytes[i + 1]) ? 2 : 0;
    }
    if (i + 2 >= to || !isContinuation(bytes[i + 1]) || !isContinuation(bytes[i + 2])) {
      return 0;
    }
    int second = bytes[i + 1] & 0xff;
    if (lead < 0xf0) {
      boolean overlong = lead == 0xe0 && second < 0xa0;
      boolean surrogate = lead == 0xed && second >= 0xa0;
      return overlong || surrogate ? 0 : 3;
    }
    if (i + 3 >= to || !isContinuation(bytes[i + 3])) {
      return 0;
    }
    boolean overlong = lead == 0xf0 && second < 0x90;
    boolean tooLarge = lead == 0xf4 && second >= 0x90;
    return overlong || tooLarge ? 0 : 4;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xc0) == 0x80;
  }

  /**
   * Encodes a string in UTF-8. A lone surrogate becomes U+FFFD; the JDK would write a question
   * mark.
   */
  static byte[] utf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
          i++;
        } else {
          return replaceLoneSurrogates(text).getBytes(StandardCharsets.UTF_8);
        }
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String replaceLoneSurrogates(String text) {
    StringBuilder replaced = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      boolean lone = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
      replaced.appendCodePoint(lone ? 0xfffd : codePoint);
    }
    return replaced.toString();
  }

  /**
   * Returns whether the text is standard base64 with padding, and its unused last bits are zero.
   */
  static boolean isBase64(byte[] text, int from, int to) {
    int length = to - from;
    if ((length & 3) != 0) {
      return false;
    }
    if (length == 0) {
      return true;
    }
    int end = to;
    if (text[end - 1] == '=') {
      end--;
      if (text[end - 1] == '=') {
        end--;
      }
    }
    int invalid = 0;
    for (int i = from; i < end; i++) {
      invalid |= SEXTETS[text[i] & 0xff];
    }
    if (invalid < 0) {
      return false;
    }
    int padding = to - end;
    int unused = padding == 0 ? 0 : padding == 1 ? 0x03 : 0x0f;
    return (SEXTETS[text[end - 1] & 0xff] & unused) == 0;
  }

  /** Returns the number of bytes that valid base64 encodes. */
  static int base64Length(byte[] text, int from, int to) {
    int length = (to - from) / 4 * 3;
    if (length > 0 && text[to - 1] == '=') {
      length -= text[to - 2] == '=' ? 2 : 1;
    }
    return length;
  }

  /** Returns the four characters of valid base64 at i as 24 bits, padding as zeros. */
  static int base64Word(byte[] text, int i) {
    return sextet(text[i]) << 18
        | sextet(text[i + 1]) << 12
        | sextet(text[i + 2]) << 6
        | sextet(text[i + 3]);
  }

  private static int sextet(byte c) {
    return c == '=' ? 0 : SEXTETS[c & 0xff];
  }

  /** Returns the decoded byte at an index of valid base64 that starts at {@code from}. */
  static int base64Byte(byte[] text, int from, int index) {
    int group = index / 3;
    return base64Word(text, from + group * 4) >> (16 - (index - group * 3) * 8) & 0xff;
  }

  /** Decodes valid base64 and returns the offset after the bytes. */
  static int decodeBase64(byte[] text, int from, int to, byte[] out, int at) {
    int length = base64Length(text, from, to);
    int i = from;
    for (int left = length; left > 0; left -= 3) {
      int word = base64Word(text, i);
      i += 4;
      out[at++] = (byte) (word >> 16);
      if (left > 1) {
        out[at++] = (byte) (word >> 8);
      }
      if (left > 2) {
        out[at++] = (byte) word;
      }
    }
    return at;
  }

  /** Encodes bytes as base64 with padding and returns the offset after the text. */
  static int encodeBase64(byte[] bytes, int from, int to, byte[] out, int at) {
    int i = from;
    for (; i <= to - 3; i += 3) {
      int word = (bytes[i] & 0xff) << 16 | (bytes[i + 1] & 0xff) << 8 | (bytes[i + 2] & 0xff);
      out[at++] = ALPHABET[word >> 18];
      out[at++] = ALPHABET[word >> 12 & 63];
      out[at++] = ALPHABET[word >> 6 & 63];
      out[at++] = ALPHABET[word & 63];
    }
    if (i < to) {
      boolean two = i + 1 < to;
      int word = (bytes[i] & 0xff) << 16 | (two ? (bytes[i + 1] & 0xff) << 8 : 0);
      out[at++] = ALPHABET[word >> 18];
      out[at++] = ALPHABET[word >> 12 & 63];
      out[at++] = two ? ALPHABET[word >> 6 & 63] : (byte) '=';
      out[at++] = '=';
    }
    return at;
  }
}
