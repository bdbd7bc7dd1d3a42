package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.value.JsonStrings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A pull parser for JSON in a byte array that creates no objects. Reusable, for one thread.
 *
 * <p>The caller gets the first byte of the next value from {@link #peek} and calls the method for
 * its kind. A string or number is a range of bytes, {@link #from} to {@link #to} in {@link #text};
 * only a string with escapes is copied. Strings are scanned eight bytes at a time. Input that is
 * not JSON by RFC 8259, is nested deeper than {@link #MAX_DEPTH}, or is not UTF-8 throws a
 * SerializationException without a message, as on AWS.
 */
final class JsonReader {
  /**
   * The maximum nesting of objects and lists. A document with DynamoDB's 32 levels takes 70; deeper
   * ones up to this limit get DynamoDB's own message.
   */
  static final int MAX_DEPTH = 512;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  /**
   * An opening brace, a name of one character and {@code ":"}, and the mask of their fixed bytes.
   */
  private static final long TYPED = 0x223A_2200_227BL;

  private static final long TYPED_MASK = 0xFFFF_FF00_FFFFL;
  private static final int KEPT_BYTES = 1 << 20;

  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private byte[] buffer = new byte[0];
  private byte[] scratch = new byte[256];
  private int start;
  private int position;
  private int end;
  private int depth;

  private byte[] text = buffer;
  private int from;
  private int to;
  private boolean escaped;
  private boolean ascii;
  private boolean decimal;

  /** Starts reading a text. */
  void reset(byte[] source, int sourceStart, int sourceEnd) {
    buffer = source;
    start = sourceStart;
    position = sourceStart;
    end = sourceEnd;
    depth = 0;
    if (scratch.length > KEPT_BYTES) {
      scratch = new byte[256];
    }
  }

  /** Returns the array of the last string or number. */
  byte[] text() {
    return text;
  }

  /** Returns the start of the last string or number, without quotes. */
  int from() {
    return from;
  }

  /** Returns the end of the last string or number. */
  int to() {
    return to;
  }

  /** Returns whether the last string still has escapes. */
  boolean escaped() {
    return escaped;
  }

  /** Returns whether the last number has a fraction or an exponent. */
  boolean decimal() {
    return decimal;
  }

  /** Returns the error for malformed input. */
  static DynamoException malformed() {
    return new DynamoException(ErrorCode.SERIALIZATION, null);
  }

  /** Returns the offset of the next byte to read. */
  int position() {
    return position;
  }

  /** Goes back to a former position in the same object or list. */
  void back(int earlier) {
    position = earlier;
  }

  /** Returns the line of the position, 1 for the first one. */
  int line() {
    int line = 1;
    for (int i = start; i < position; i++) {
      line += buffer[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  /** Returns the number of bytes that were read of the line. */
  int column() {
    int at = position;
    while (at > start && buffer[at - 1] != '\n') {
      at--;
    }
    return position - at;
  }

  /** Skips white space and returns the next byte, or -1 at the end. */
  int peek() {
    byte[] bytes = buffer;
    int at = position;
    while (at < end) {
      byte c = bytes[at];
      if (c > ' ') {
        position = at;
        return c;
      }
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        throw malformed();
      }
      at++;
    }
    position = at;
    return -1;
  }

  /** Requires that nothing but white space follows. */
  void finish() {
    if (peek() != -1) {
      throw malformed();
    }
  }

  /**
   * Enters the object at the position. Returns true with its first name as the string, or false if
   * it is empty.
   */
  boolean beginObject() {
    enter();
    if (peek() == '}') {
      leave();
      return false;
    }
    name();
    return true;
  }

  /**
   * Continues after the value of a member. Returns true with the next name as the string, or false
   * at the end of the object.
   */
  boolean nextMember() {
    int c = peek();
    if (c == ',') {
      position++;
      peek();
      name();
      return true;
    }
    if (c != '}') {
      throw malformed();
    }
    leave();
    return false;
  }

  /** Enters the list at the position. Returns false if it is empty. */
  boolean beginList() {
    enter();
    if (peek() == ']') {
      leave();
      return false;
    }
    return true;
  }

  /** Continues after an element, and returns whether another follows. */
  boolean nextElement() {
    int c = peek();
    if (c == ',') {
      position++;
      return true;
    }
    if (c != ']') {
      throw malformed();
    }
    leave();
    return false;
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw malformed();
    }
    position++;
  }

  private void leave() {
    depth--;
    position++;
  }

  /** Reads the name of a member and its colon. The range of the name stays valid. */
  private void name() {
    string();
    if (position < end && buffer[position] == ':') {
      position++;
    } else if (peek() == ':') {
      position++;
    } else {
      throw malformed();
    }
  }

  /**
   * Enters an object that begins like most attribute values, <code>{"S":"</code> without white
   * space, with one comparison, and stops at the opening quote of the string. Returns the name S, N
   * or B, or 0 if the object begins differently and is not entered.
   */
  int beginTyped() {
    int at = position;
    if (at + 8 > end) {
      return 0;
    }
    long word = (long) WORDS.get(buffer, at);
    int name = (int) (word >>> 16) & 0xFF;
    if ((word & TYPED_MASK) != TYPED
        || (name != 'S' && name != 'N' && name != 'B')
        || depth == MAX_DEPTH) {
      return 0;
    }
    depth++;
    position = at + 5;
    return name;
  }

  /** Reads the string at the position and checks its escapes without replacing them. */
  void string() {
    byte[] bytes = buffer;
    int at = position;
    if (at >= end || bytes[at] != '"') {
      throw malformed();
    }
    at++;
    int start = at;
    int lastWord = end - 8;
    long seen = 0;
    while (at <= lastWord) {
      long word = (long) WORDS.get(bytes, at);
      long special = special(word);
      if (special == 0) {
        seen |= word;
        at += 8;
        continue;
      }
      int before = Long.numberOfTrailingZeros(special) & ~7;
      seen |= word & ((1L << before) - 1);
      at += before >>> 3;
      if (bytes[at] != '"') {
        break;
      }
      if ((seen & HIGHS) != 0 && !JsonStrings.isUtf8(bytes, start, at)) {
        throw malformed();
      }
      text = bytes;
      from = start;
      to = at;
      escaped = false;
      ascii = (seen & HIGHS) == 0;
      position = at + 1;
      return;
    }
    unusualString(start, at, seen);
  }

  /** Marks the high bit of the first byte that is a quote, a backslash or a control, if any. */
  private static long special(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return (((quote - ONES) & ~quote)
            | ((backslash - ONES) & ~backslash)
            | ((word - SPACES) & ~word))
        & HIGHS;
  }

  /** Reads the rest of a string that has escapes or is near the end of the text. */
  private void unusualString(int start, int first, long seenBefore) {
    byte[] bytes = buffer;
    int limit = end;
    int at = first;
    long seen = seenBefore;
    boolean hasEscapes = false;
    while (true) {
      if (at + 8 <= limit) {
        long word = (long) WORDS.get(bytes, at);
        if (special(word) == 0) {
          seen |= word;
          at += 8;
          continue;
        }
      }
      if (at >= limit) {
        throw malformed();
      }
      int c = bytes[at];
      if (c == '"') {
        break;
      }
      if (c == '\\') {
        hasEscapes = true;
        at = afterEscape(at);
      } else if (c >= 0 && c < ' ') {
        throw malformed();
      } else {
        seen |= c;
        at++;
      }
    }
    text = bytes;
    from = start;
    to = at;
    escaped = hasEscapes;
    ascii = (seen & HIGHS) == 0;
    position = at + 1;
    if (!ascii && !JsonStrings.isUtf8(bytes, start, at)) {
      throw malformed();
    }
  }

  private int afterEscape(int backslash) {
    int letter = backslash + 1;
    if (letter < end && buffer[letter] == 'u') {
      if (JsonStrings.hex(buffer, letter + 1, end) < 0) {
        throw malformed();
      }
      return letter + 5;
    }
    if (letter >= end || JsonStrings.escaped(buffer[letter]) < 0) {
      throw malformed();
    }
    return letter + 1;
  }

  /** Unescapes the last string; its range is plain UTF-8 afterwards. */
  void unescape() {
    if (!escaped) {
      return;
    }
    int length = to - from;
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, scratch.length * 2)];
    }
    to = JsonStrings.unescape(text, from, to, scratch, 0);
    text = scratch;
    from = 0;
    escaped = false;
    ascii = false;
  }

  /** Returns the last string or number. */
  String asString() {
    unescape();
    return new String(
        text, from, to - from, ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  /** Reads the number at the position. */
  void number() {
    byte[] bytes = buffer;
    int limit = end;
    int at = position;
    text = bytes;
    from = at;
    if (at < limit && bytes[at] == '-') {
      at++;
    }
    if (at < limit && bytes[at] == '0') {
      at++;
    } else {
      at = digits(at);
    }
    boolean fractional = false;
    if (at < limit && bytes[at] == '.') {
      fractional = true;
      at = digits(at + 1);
    }
    if (at < limit && (bytes[at] | 0x20) == 'e') {
      fractional = true;
      at++;
      if (at < limit && (bytes[at] == '+' || bytes[at] == '-')) {
        at++;
      }
      at = digits(at);
    }
    if (at < limit && !endsScalar(bytes[at])) {
      throw malformed();
    }
    to = at;
    ascii = true;
    escaped = false;
    decimal = fractional;
    position = at;
  }

  private int digits(int start) {
    int at = start;
    while (at < end && buffer[at] >= '0' && buffer[at] <= '9') {
      at++;
    }
    if (at == start) {
      throw malformed();
    }
    return at;
  }

  private static boolean endsScalar(byte c) {
    return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /**
   * Reads {@code true}, {@code false} or {@code null} at the position, as its first byte indicates.
   */
  int literal() {
    int c = position < end ? buffer[position] : -1;
    byte[] word = c == 't' ? TRUE : c == 'f' ? FALSE : NULL;
    int to = position + word.length;
    if (to > end
        || !Arrays.equals(buffer, position, to, word, 0, word.length)
        || (to < end && !endsScalar(buffer[to]))) {
      throw malformed();
    }
    position = to;
    return c;
  }

  /** Skips a value of any kind and checks that it is well formed. */
  void skipValue() {
    switch (peek()) {
      case '"' -> string();
      case '{' -> {
        boolean more = beginObject();
        while (more) {
          skipValue();
          more = nextMember();
        }
      }
      case '[' -> {
        boolean more = beginList();
        while (more) {
          skipValue();
          more = nextElement();
        }
      }
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      case 't', 'f', 'n' -> literal();
      default -> throw malformed();
    }
  }

  /** Returns whether the last string, unescaped, equals ASCII letters or digits, ignoring case. */
  boolean isIgnoringCase(byte[] lowerCase) {
    unescape();
    if (to - from != lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      byte expected = lowerCase[i];
      byte found = text[from + i];
      if (found != expected && (expected < 'a' || (found | 0x20) != expected)) {
        return false;
      }
    }
    return true;
  }

  /** Returns a copy of the last string's or number's bytes. */
  byte[] copy() {
    unescape();
    return Arrays.copyOfRange(text, from, to);
  }
}
