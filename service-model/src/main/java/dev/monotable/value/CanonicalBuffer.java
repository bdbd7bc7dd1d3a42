package dev.monotable.value;

import java.util.Arrays;

/**
 * A growing buffer that writes and reads the strings of canonical JSON.
 *
 * <p>A superclass of the writer rather than a field of it, so that a byte is written without an
 * indirection.
 *
 * @see CanonicalJson
 */
class CanonicalBuffer {

  /** A buffer that grew larger than this is not kept for the next item. */
  private static final int MAX_KEPT_BUFFER = 1 << 20;

  /** Extra room that is always available: for prefixes, suffixes and writes of whole words. */
  private static final int SLACK = 32;

  private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

  private static final byte[] HEX = Bytes.ascii("0123456789abcdef");

  /** The first {@link #length} bytes are written. */
  byte[] buffer = new byte[512];

  int length;

  /** The result of {@link #unescape}. */
  byte[] scratch = new byte[64];

  /** Removes everything written. */
  final void clear() {
    if (buffer.length > MAX_KEPT_BUFFER) {
      buffer = new byte[512];
    }
    length = 0;
  }

  /** Makes room for more bytes, and {@link #SLACK}. */
  final void ensure(int more) {
    int needed = length + more + SLACK;
    if (needed < 0) {
      throw new OutOfMemoryError("An item of more than 2 GiB");
    }
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 8L, needed * 2L));
    }
  }

  /** Writes ASCII without a check for room. */
  @SuppressWarnings("deprecation") // Copies the low bytes of the characters, which are ASCII.
  final void put(String ascii) {
    ascii.getBytes(0, ascii.length(), buffer, length);
    length += ascii.length();
  }

  /** Returns the text as a JSON string with its quotes. */
  final byte[] quote(byte[] utf8) {
    clear();
    ensure(utf8.length);
    buffer[length++] = '"';
    text(utf8, 0, utf8.length);
    ensure(1);
    buffer[length++] = '"';
    return Arrays.copyOf(buffer, length);
  }

  /** Writes bytes without a check for room. */
  final void put(byte[] bytes, int from, int to) {
    System.arraycopy(bytes, from, buffer, length, to - from);
    length += to - from;
  }

  /** Writes UTF-8, escaped where necessary, and returns its number of bytes without escapes. */
  final int text(byte[] utf8, int from, int to) {
    int extra = 0;
    int start = length;
    int i = from;
    while (i < to) {
      int plain = Bytes.plainEnd(utf8, i, to);
      // Room for the rest and for the longest single step.
      ensure(to - i + 8);
      System.arraycopy(utf8, i, buffer, length, plain - i);
      length += plain - i;
      i = plain;
      while (i < to) {
        byte c = utf8[i];
        if (c < 0) {
          int sequence = Bytes.utf8Length(utf8, i, to);
          if (sequence == 0) {
            ensure(to - i + 8);
            System.arraycopy(REPLACEMENT, 0, buffer, length, 3);
            length += 3;
            i++;
          } else {
            for (int k = 0; k < sequence; k++) {
              buffer[length++] = utf8[i++];
            }
          }
        } else if (c < ' ' || c == '"' || c == '\\') {
          ensure(to - i + 8);
          extra += escape(c);
          i++;
        } else {
          break;
        }
      }
    }
    return length - start - extra;
  }

  /** Writes an escape and returns its length less one. */
  private int escape(byte c) {
    buffer[length++] = '\\';
    char letter =
        switch (c) {
          case '"' -> '"';
          case '\\' -> '\\';
          case '\b' -> 'b';
          case '\f' -> 'f';
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          default -> 'u';
        };
    buffer[length++] = (byte) letter;
    if (letter != 'u') {
      return 1;
    }
    buffer[length++] = '0';
    buffer[length++] = '0';
    buffer[length++] = HEX[c >> 4];
    buffer[length++] = HEX[c & 15];
    return 5;
  }

  /**
   * Unescapes the text of a JSON string into the scratch buffer, which may be replaced by a larger
   * one.
   *
   * @return the length of the text
   * @throws IllegalArgumentException if an escape is malformed
   */
  final int unescape(byte[] source, int from, int to) {
    if (scratch.length < to - from) {
      scratch = new byte[Math.max(to - from, scratch.length * 2)];
    }
    return JsonStrings.unescape(source, from, to, scratch, 0);
  }
}
