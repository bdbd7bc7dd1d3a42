package dev.monotable.value;

import dev.monotable.api.Experimental;

/** The strings of JSON in UTF-8, and their escapes. */
@Experimental
public final class JsonStrings {
  private JsonStrings() {}

  /**
   * Copies the text of a JSON string with its escapes replaced. The text never grows: an escape is
   * at least as long as the UTF-8 of its character. A lone surrogate becomes U+FFFD.
   *
   * @param source holds the string; {@code from} is after its opening quote and {@code to} at its
   *     closing quote
   * @param out has at least {@code to - from} bytes after {@code at}
   * @return the offset in {@code out} after the text
   * @throws IllegalArgumentException if an escape is malformed
   */
  public static int unescape(byte[] source, int from, int to, byte[] out, int at) {
    int i = from;
    int length = at;
    while (i < to) {
      int plain = Bytes.backslash(source, i, to);
      System.arraycopy(source, i, out, length, plain - i);
      length += plain - i;
      i = plain;
      if (i == to) {
        break;
      }
      int letter = i + 1 < to ? source[i + 1] : -1;
      i += 2;
      if (letter != 'u') {
        out[length++] = (byte) valid(escaped(letter));
        continue;
      }
      int unit = valid(hex(source, i, to));
      i += 4;
      if (Character.isHighSurrogate((char) unit)
          && i + 6 <= to
          && source[i] == '\\'
          && source[i + 1] == 'u'
          && Character.isLowSurrogate((char) valid(hex(source, i + 2, to)))) {
        unit = Character.toCodePoint((char) unit, (char) hex(source, i + 2, to));
        i += 6;
      } else if (Character.isSurrogate((char) unit)) {
        unit = 0xfffd;
      }
      length = writeUtf8(unit, out, length);
    }
    return length;
  }

  /**
   * Returns the character of an escape of two characters, such as {@code \n}; -1 if there is none.
   */
  public static int escaped(int letter) {
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> -1;
    };
  }

  /** Returns the value of four hexadecimal digits; -1 if they are malformed or incomplete. */
  public static int hex(byte[] source, int from, int to) {
    if (from + 4 > to) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = source[i] < 0 ? -1 : Character.digit(source[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /** Writes a Unicode scalar value in UTF-8 and returns the offset after it. */
  public static int writeUtf8(int codePoint, byte[] out, int start) {
    int at = start;
    if (codePoint < 0x80) {
      out[at++] = (byte) codePoint;
    } else if (codePoint < 0x800) {
      out[at++] = (byte) (0xc0 | codePoint >> 6);
      out[at++] = (byte) (0x80 | (codePoint & 0x3f));
    } else if (codePoint < 0x10000) {
      out[at++] = (byte) (0xe0 | codePoint >> 12);
      out[at++] = (byte) (0x80 | (codePoint >> 6 & 0x3f));
      out[at++] = (byte) (0x80 | (codePoint & 0x3f));
    } else {
      out[at++] = (byte) (0xf0 | codePoint >> 18);
      out[at++] = (byte) (0x80 | (codePoint >> 12 & 0x3f));
      out[at++] = (byte) (0x80 | (codePoint >> 6 & 0x3f));
      out[at++] = (byte) (0x80 | (codePoint & 0x3f));
    }
    return at;
  }

  /** Returns whether bytes are well-formed UTF-8. */
  public static boolean isUtf8(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int length = bytes[at] >= 0 ? 1 : Bytes.utf8Length(bytes, at, to);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  private static int valid(int character) {
    if (character < 0) {
      throw new IllegalArgumentException("Malformed escape in a JSON string");
    }
    return character;
  }
}
