package dev.monotable.json;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.JsonStrings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of JSON text in UTF-8, reused for each reply. The caller writes the commas. It grows, or
 * passes its content to a {@link BodySink} whenever it is full.
 */
final class JsonWriter {
  private static final int FIRST_BYTES = 4096;
  private static final int TIME_ROOM = 64;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** Non-zero for the ASCII characters that must be escaped in a string. */
  private static final byte[] ESCAPES = new byte[128];

  static {
    Arrays.fill(ESCAPES, 0, ' ', (byte) 'u');
    ESCAPES['\b'] = 'b';
    ESCAPES['\f'] = 'f';
    ESCAPES['\n'] = 'n';
    ESCAPES['\r'] = 'r';
    ESCAPES['\t'] = 't';
    ESCAPES['"'] = '"';
    ESCAPES['\\'] = '\\';
  }

  private byte[] buffer;
  private int length;
  private int maxBytes = Integer.MAX_VALUE;

  /** Receives the text; null if the buffer grows. */
  private final @Nullable BodySink sink;

  /** Creates a buffer that grows. */
  JsonWriter() {
    this.buffer = new byte[FIRST_BYTES];
    this.sink = null;
  }

  /**
   * Creates a writer that passes its text to a sink in pieces, the last one by {@link #flush}.
   *
   * @param buffer the memory of this writer
   */
  JsonWriter(byte[] buffer, BodySink sink) {
    this.buffer = buffer;
    this.sink = sink;
  }

  /** The text is longer than allowed. */
  static final class TooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLongException() {
      super(null, null, false, false);
    }
  }

  /** Returns the array whose first {@link #length} bytes are the text. */
  byte[] array() {
    return buffer;
  }

  int length() {
    return length;
  }

  /**
   * Clears the buffer, and releases it if it is longer than a limit.
   *
   * @param newMaxBytes the length above which the methods of this class throw a {@link
   *     TooLongException}
   */
  void reset(int keptBytes, int newMaxBytes) {
    length = 0;
    maxBytes = newMaxBytes;
    if (buffer.length > Math.min(keptBytes, newMaxBytes)) {
      buffer = new byte[FIRST_BYTES];
    }
  }

  private void ensure(int more) {
    if (buffer.length - length < more) {
      grow(Math.addExact(length, more));
    }
  }

  private void grow(int needed) {
    if (needed > maxBytes) {
      throw new TooLongException();
    }
    if (sink != null) {
      int more = needed - length;
      flush();
      if (buffer.length < more) {
        buffer = new byte[more]; // for a string, whose text is not written in parts
      }
      return;
    }
    long wanted = Math.max(buffer.length * 2L, needed);
    buffer = Arrays.copyOf(buffer, (int) Math.min(wanted, maxBytes));
  }

  /** Writes a byte of punctuation. */
  void mark(char c) {
    if (length == buffer.length) {
      ensure(1);
    }
    buffer[length++] = (byte) c;
  }

  /** Passes what is in the buffer to the sink. */
  void flush() {
    BodySink target = sink;
    if (target != null && length > 0) {
      target.write(buffer, 0, length);
      length = 0;
    }
  }

  /** Writes bytes unchanged. */
  void raw(byte[] bytes) {
    raw(bytes, 0, bytes.length);
  }

  private void raw(byte[] bytes, int from, int count) {
    if (buffer.length - length < count) {
      BodySink target = sink;
      if (target != null && count > buffer.length) {
        flush();
        target.write(bytes, from, count);
        return;
      }
      ensure(count);
    }
    System.arraycopy(bytes, from, buffer, length, count);
    length += count;
  }

  /** Writes ASCII text unchanged. */
  @SuppressWarnings(
      "deprecation") // copies the Latin-1 bytes of a String without an intermediate array
  void ascii(String text) {
    int count = text.length();
    ensure(count);
    text.getBytes(0, count, buffer, length);
    length += count;
  }

  /** Writes an item as its canonical bytes. */
  void item(Item item) {
    raw(item.json());
  }

  /** Writes an attribute value as its canonical bytes. */
  void value(AttributeValue value) {
    raw(value.array(), value.start(), value.end() - value.start());
  }

  /** Writes a string in quotes. A lone surrogate becomes U+FFFD. */
  void string(String text) {
    int count = text.length();
    // A char takes at most six bytes: a control character as an escape.
    ensure(Math.addExact(Math.multiplyExact(count, 6), 2));
    byte[] target = buffer;
    int at = length;
    target[at++] = '"';
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c < 128) {
        byte escape = ESCAPES[c];
        if (escape == 0) {
          target[at++] = (byte) c;
        } else {
          target[at++] = '\\';
          target[at++] = escape;
          if (escape == 'u') {
            target[at++] = '0';
            target[at++] = '0';
            target[at++] = HEX[c >>> 4];
            target[at++] = HEX[c & 15];
          }
        }
      } else if (!Character.isSurrogate(c)) {
        at = JsonStrings.writeUtf8(c, target, at);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < count
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        at = JsonStrings.writeUtf8(Character.toCodePoint(c, text.charAt(++i)), target, at);
      } else {
        at = JsonStrings.writeUtf8(0xFFFD, target, at);
      }
    }
    target[at++] = '"';
    length = at;
  }

  void bool(boolean value) {
    ascii(value ? "true" : "false");
  }

  /** Writes a whole number. */
  void number(long value) {
    if (value >= 0 && value < 10) {
      mark((char) ('0' + value));
    } else if (value == Long.MIN_VALUE) {
      ascii(Long.toString(value));
    } else {
      ensure(20);
      long rest = value;
      if (rest < 0) {
        buffer[length++] = '-';
        rest = -rest;
      }
      int digits = digits(rest);
      for (int i = length + digits - 1; i >= length; i--) {
        buffer[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      length += digits;
    }
  }

  private static int digits(long value) {
    int digits = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /**
   * Writes a number with a fraction, such as {@code 0.5} or {@code 20.0}, as AWS prints capacity.
   */
  void number(double value) {
    double halves = value * 2;
    if (value >= 0 && value < 1e6 && halves == (int) halves) {
      number((long) value);
      mark('.');
      mark(((int) halves & 1) == 0 ? '0' : '5');
    } else {
      ascii(Double.toString(value));
    }
  }

  /**
   * Writes a time in seconds since 1970 with milliseconds as the fraction, in AWS's notation:
   * {@code 1.363801528686E9}.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html">the
   *     example of CreateTable</a>
   */
  void time(long epochMillis) {
    if (epochMillis < 10_000_000_000L) {
      number(epochMillis / 1000.0);
      return;
    }
    int exponent = digits(epochMillis) - 4;
    long mantissa = epochMillis;
    while (mantissa % 10 == 0) {
      mantissa /= 10;
    }
    ensure(TIME_ROOM); // so that nothing moves while the point is inserted
    int start = length;
    number(mantissa);
    mark('.');
    int count = length - start;
    if (count == 2) {
      mark('0');
    } else {
      System.arraycopy(buffer, start + 1, buffer, start + 2, count - 2);
      buffer[start + 1] = '.';
    }
    mark('E');
    number(exponent);
  }
}
