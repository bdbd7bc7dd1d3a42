package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Canonical DynamoDB JSON: its definition, and navigation in place without allocation.
 *
 * <p>Values are stored as they are sent: in DynamoDB JSON, made canonical so that most operations
 * work on its bytes.
 *
 * <ul>
 *   <li>No white space; UTF-8; in strings only the quote, the backslash and the controls are
 *       escaped ({@code \" \\ \b \f \n \r \t}, and a backslash, {@code u00} and two digits in lower
 *       case). The escape of a character is always the same, so two strings are equal if their
 *       bytes are, and one begins with another if its bytes do.
 *   <li>Numbers in plain notation without superfluous zeros; base64 with padding; so these too are
 *       equal if their bytes are.
 *   <li>The elements of a set are in ascending order of {@link CanonicalComparison#compare}, so
 *       equal sets have equal bytes. DynamoDB does not promise an order; a message of its newer
 *       validation layer shows it holding string and binary sets in byte order.
 *   <li>Maps keep the order in which they were written; only they, and lists that hold them, can be
 *       equal with different bytes.
 * </ul>
 *
 * <p>A value is addressed by the offset of its opening brace: {@code {"S":"x"}}. A map of members,
 * which an item and the inside of an M are, is addressed by its opening brace; a member by the
 * opening quote of its name; an element by its brace in a list and by its opening quote in a set.
 * Iterating:
 *
 * <pre>{@code
 * for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
 *   int value = valueOf(json, m);
 * }
 * }</pre>
 *
 * <p>The methods do not validate: the bytes must come from {@link ItemWriter}.
 */
@Experimental
public final class CanonicalJson {

  private static final AttributeType[] TYPES = AttributeType.values();

  private CanonicalJson() {}

  // ---- Navigation

  /** Returns the type with a name in ASCII; null if there is none. */
  public static @Nullable AttributeType typeNamed(byte[] text, int from, int to) {
    for (AttributeType type : TYPES) {
      String name = type.name();
      int at = name.length() == to - from ? 0 : -1;
      while (at >= 0 && at < name.length()) {
        at = text[from + at] == name.charAt(at) ? at + 1 : -1;
      }
      if (at > 0) {
        return type;
      }
    }
    return null;
  }

  /** Returns the type of the value. */
  public static AttributeType type(byte[] json, int at) {
    byte first = json[at + 2];
    return switch (json[at + 3]) {
      case '"' ->
          switch (first) {
            case 'S' -> AttributeType.S;
            case 'N' -> AttributeType.N;
            case 'B' -> AttributeType.B;
            case 'M' -> AttributeType.M;
            default -> AttributeType.L;
          };
      case 'S' ->
          first == 'S' ? AttributeType.SS : first == 'N' ? AttributeType.NS : AttributeType.BS;
      case 'O' -> AttributeType.BOOL;
      default -> AttributeType.NULL;
    };
  }

  /** Returns the offset after the value's closing brace. */
  public static int end(byte[] json, int at) {
    byte second = json[at + 3];
    if (second == '"') {
      byte type = json[at + 2];
      return type == 'M' || type == 'L'
          ? nestedEnd(json, at + 5)
          : Bytes.closingQuote(json, at + 6) + 2;
    }
    if (second == 'S') {
      return setEnd(json, at);
    }
    return second == 'O' && json[at + 8] == 'f' ? at + 14 : at + 13;
  }

  /** Returns whether the value ends at or before an offset; reads no further than that. */
  static boolean endsBy(byte[] json, int at, int limit) {
    byte second = json[at + 3];
    if (second != '"' && second != 'S') {
      return end(json, at) <= limit;
    }
    int open = 0;
    for (int i = at; i < limit; i++) {
      switch (json[i]) {
        case '"' -> {
          i = Bytes.closingQuoteBefore(json, i + 1, limit);
          if (i < 0) {
            return false;
          }
        }
        case '{', '[' -> open++;
        case '}', ']' -> {
          if (--open == 0) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  private static int setEnd(byte[] json, int at) {
    int i = at + 7;
    while (json[i] != ']') {
      i = Bytes.closingQuote(json, i + 1) + 1;
      if (json[i] == ',') {
        i++;
      }
    }
    return i + 2;
  }

  /**
   * Returns the offset after a value, given the opening brace or bracket of its content. Not
   * recursive.
   */
  private static int nestedEnd(byte[] json, int i) {
    int open = 0;
    while (true) {
      switch (json[i]) {
        case '"' -> i = Bytes.closingQuote(json, i + 1);
        case '{', '[' -> open++;
        case '}', ']' -> {
          if (--open == 0) {
            return i + 2;
          }
        }
        default -> {}
      }
      i++;
    }
  }

  /** Returns the offset of a member's value, or -1. The name is {@link #quote quoted}. */
  public static int find(byte[] json, int mapAt, byte[] quotedName) {
    return find(json, mapAt, quotedName, 0, quotedName.length);
  }

  /** Finds a value as {@link #find(byte[], int, byte[])} does; the name is part of an array. */
  public static int find(byte[] json, int mapAt, byte[] name, int from, int to) {
    int member = findMember(json, mapAt, name, from, to);
    return member < 0 ? -1 : member + to - from + 1;
  }

  /** Returns the offset of a member, or -1. */
  public static int findMember(byte[] json, int mapAt, byte[] quotedName) {
    return findMember(json, mapAt, quotedName, 0, quotedName.length);
  }

  static int findMember(byte[] json, int mapAt, byte[] name, int from, int to) {
    int i = mapAt + 1;
    if (json[i] != '"') {
      return -1;
    }
    while (!isNamed(json, i, name, from, to)) {
      i = end(json, Bytes.closingQuote(json, i + 1) + 2);
      if (json[i] != ',') {
        return -1;
      }
      i++;
    }
    return i;
  }

  /**
   * Returns whether a member has a {@link #quote quoted} name. If so, its value follows the name
   * and a colon.
   */
  public static boolean isNamed(byte[] json, int memberAt, byte[] quotedName) {
    return isNamed(json, memberAt, quotedName, 0, quotedName.length);
  }

  private static boolean isNamed(byte[] json, int memberAt, byte[] name, int from, int to) {
    int after = memberAt + to - from;
    return after < json.length
        && json[after] == ':'
        && Arrays.equals(json, memberAt, after, name, from, to);
  }

  /** Returns the offset of the members' opening brace inside a value of type M. */
  public static int mapOf(byte[] json, int at) {
    return at + 5;
  }

  /** Returns the first member of a map of members, or -1. */
  public static int firstMember(byte[] json, int mapAt) {
    return json[mapAt + 1] == '"' ? mapAt + 1 : -1;
  }

  /** Returns the member after this one, or -1. */
  public static int nextMember(byte[] json, int memberAt) {
    int end = memberEnd(json, memberAt);
    return json[end] == ',' ? end + 1 : -1;
  }

  /** Returns the value of a member. */
  public static int valueOf(byte[] json, int memberAt) {
    return Bytes.closingQuote(json, memberAt + 1) + 2;
  }

  /** Returns the offset after a member: after its value's closing brace. */
  public static int memberEnd(byte[] json, int memberAt) {
    return end(json, valueOf(json, memberAt));
  }

  /** Returns the offset after the closing quote of a member's name. */
  public static int nameEnd(byte[] json, int memberAt) {
    return Bytes.closingQuote(json, memberAt + 1) + 1;
  }

  /** Returns the decoded name of a member. */
  public static String nameOf(byte[] json, int memberAt) {
    return decode(json, memberAt + 1, Bytes.closingQuote(json, memberAt + 1));
  }

  /** Returns the number of members of a map of members. */
  public static int memberCount(byte[] json, int mapAt) {
    int count = 0;
    for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
      count++;
    }
    return count;
  }

  /**
   * Returns the first element of a list (a value) or of a set (a quoted string); -1 if there is
   * none.
   */
  public static int firstElement(byte[] json, int at) {
    int first = json[at + 3] == '"' ? at + 6 : at + 7;
    return json[first] == ']' ? -1 : first;
  }

  /** Returns the element after this one, or -1. */
  public static int nextElement(byte[] json, int elementAt) {
    int end = elementEnd(json, elementAt);
    return json[end] == ',' ? end + 1 : -1;
  }

  /**
   * Returns the offset after an element: after the brace of a value, after the closing quote of a
   * set's element.
   */
  public static int elementEnd(byte[] json, int elementAt) {
    return json[elementAt] == '"'
        ? Bytes.closingQuote(json, elementAt + 1) + 1
        : end(json, elementAt);
  }

  /** Returns an element of a list or a set by its index, or -1. */
  public static int element(byte[] json, int at, int index) {
    int element = firstElement(json, at);
    for (int i = 0; i < index && element >= 0; i++) {
      element = nextElement(json, element);
    }
    return element;
  }

  /** Returns the number of elements of a list, set or M. */
  public static int elementCount(byte[] json, int at) {
    if (json[at + 2] == 'M') {
      return memberCount(json, at + 5);
    }
    int count = 0;
    for (int e = firstElement(json, at); e >= 0; e = nextElement(json, e)) {
      count++;
    }
    return count;
  }

  /** Returns the offset of the first byte between the quotes of an S, N or B. */
  public static int contentStart(byte[] json, int at) {
    return at + 6;
  }

  /** Returns the offset of the closing quote of an S, N or B. */
  public static int contentEnd(byte[] json, int at) {
    return Bytes.closingQuote(json, at + 6);
  }

  /** Returns the boolean of a BOOL. */
  public static boolean bool(byte[] json, int at) {
    return json[at + 8] == 't';
  }

  /** Returns the depth of nesting: 0 for a scalar or a set, 1 for a list or map of those. */
  public static int depth(byte[] json, int at) {
    return (int) (depthAndEnd(json, at) >>> 32);
  }

  /** Returns the greatest {@link #depth} of the values of a map, or of an item. */
  public static int membersDepth(byte[] json, int mapAt) {
    return (int) (membersDepthAndEnd(json, mapAt) >>> 32);
  }

  /** Returns {@link #depth} in the upper half and {@link #end} in the lower, in one pass. */
  private static long depthAndEnd(byte[] json, int at) {
    byte type = json[at + 2];
    if (json[at + 3] != '"' || (type != 'M' && type != 'L')) {
      return end(json, at);
    }
    if (json[at + 6] == (type == 'M' ? '}' : ']')) {
      return (long) at + 8;
    }
    if (type == 'M') {
      return membersDepthAndEnd(json, at + 5) + (1L << 32) + 1;
    }
    long deepest = 0;
    int i = at + 5;
    do {
      long element = depthAndEnd(json, i + 1);
      deepest = Math.max(deepest, element >>> 32);
      i = (int) element;
    } while (json[i] == ',');
    return (deepest + 1) << 32 | (i + 2);
  }

  private static long membersDepthAndEnd(byte[] json, int mapAt) {
    long deepest = 0;
    int i = mapAt;
    if (json[mapAt + 1] == '}') {
      return (long) mapAt + 2;
    }
    do {
      long value = depthAndEnd(json, valueOf(json, i + 1));
      deepest = Math.max(deepest, value >>> 32);
      i = (int) value;
    } while (json[i] == ',');
    return deepest << 32 | (i + 1);
  }

  /** Returns the members, decoded names to values, in stored order. */
  static Map<String, AttributeValue> members(byte[] json, int mapAt) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
      members.put(nameOf(json, m), AttributeValue.at(json, valueOf(json, m)));
    }
    return members;
  }

  // ---- Content

  /** Returns a name in canonical form, with its quotes. */
  public static byte[] quote(String name) {
    byte[] utf8 = Bytes.utf8(name);
    if (Bytes.plainEnd(utf8, 0, utf8.length) < utf8.length) {
      return new CanonicalBuffer().quote(utf8);
    }
    byte[] quoted = new byte[utf8.length + 2];
    quoted[0] = '"';
    System.arraycopy(utf8, 0, quoted, 1, utf8.length);
    quoted[quoted.length - 1] = '"';
    return quoted;
  }

  /** Returns the unescaped text between the quotes. */
  static String decode(byte[] json, int from, int to) {
    if (Bytes.backslash(json, from, to) == to) {
      return new String(json, from, to - from, StandardCharsets.UTF_8);
    }
    byte[] raw = new byte[to - from];
    int length = JsonStrings.unescape(json, from, to, raw, 0);
    return new String(raw, 0, length, StandardCharsets.UTF_8);
  }

  /** Returns JSON as text, cut to what a message repeats. */
  static String jsonEcho(byte[] json, int from, int to) {
    int end = to;
    if (to - from > Echo.MAX_CHARS) {
      end = from + Echo.MAX_CHARS;
      while ((json[end] & 0xc0) == 0x80) {
        end--;
      }
    }
    String text = new String(json, from, end - from, StandardCharsets.UTF_8);
    return end < to ? text + Echo.MORE : text;
  }

  /** Returns the name of a member, cut to what a message repeats. */
  public static String nameEcho(byte[] json, int memberAt) {
    return echo(json, memberAt + 1, Bytes.closingQuote(json, memberAt + 1));
  }

  /** Returns the number of bytes of an element of a binary set. */
  public static int binaryElementLength(byte[] json, int elementAt) {
    return Bytes.base64Length(json, elementAt + 1, Bytes.closingQuote(json, elementAt + 1));
  }

  /** Returns an element of a string or number set, cut to what a message repeats. */
  public static String elementEcho(byte[] json, int elementAt) {
    return echo(json, elementAt + 1, Bytes.closingQuote(json, elementAt + 1));
  }

  /** Decodes a string as {@link #decode} does, cut to what a message repeats. */
  static String echo(byte[] json, int from, int to) {
    int end = from;
    while (end < to && end - from < Echo.MAX_CHARS) {
      end += unitLength(json, end);
    }
    while (end < to && (json[end] & 0xc0) == 0x80) {
      end++;
    }
    return end < to ? decode(json, from, end) + Echo.MORE : decode(json, from, to);
  }

  /**
   * Writes the content of an S (in UTF-8) or B and returns the offset after it. It has {@link
   * CanonicalSize#of} bytes.
   */
  public static int copyContent(byte[] json, int at, byte[] out, int to) {
    int from = at + 6;
    int end = Bytes.closingQuote(json, from);
    return json[at + 2] == 'B'
        ? Bytes.decodeBase64(json, from, end, out, to)
        : JsonStrings.unescape(json, from, end, out, to);
  }

  /** Returns the value of the byte or escape at i; -1 at the closing quote. */
  static int unit(byte[] json, int i) {
    byte c = json[i];
    if (c == '"') {
      return -1;
    }
    return c == '\\' ? escaped(json, i + 1) : c & 0xff;
  }

  /** Returns the byte of a canonical escape; one with digits stands for a control character. */
  private static int escaped(byte[] json, int i) {
    return json[i] == 'u'
        ? Character.digit(json[i + 3], 16) << 4 | Character.digit(json[i + 4], 16)
        : JsonStrings.escaped(json[i]);
  }

  /**
   * Returns the start of the byte or escape that contains an offset of a string.
   *
   * @param from the start of the string's content
   */
  static int unitStart(byte[] json, int from, int i) {
    for (int at = i; at >= from && at >= i - 5; at--) {
      if (json[at] == '\\' && isEscapeStart(json, from, at)) {
        return i < at + unitLength(json, at) ? at : i;
      }
    }
    return i;
  }

  /** Returns whether a backslash begins an escape: it follows an even number of backslashes. */
  private static boolean isEscapeStart(byte[] json, int from, int at) {
    int run = at;
    while (run > from && json[run - 1] == '\\') {
      run--;
    }
    return ((at - run) & 1) == 0;
  }

  static int unitLength(byte[] json, int i) {
    return json[i] != '\\' ? 1 : json[i + 1] == 'u' ? 6 : 2;
  }
}
