package dev.monotable.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Canonical DynamoDB JSON: navigation and comparison in place, without allocation.
 *
 * <p>The form in which values are kept is the form in which they are sent: DynamoDB JSON, made
 * canonical so that most questions can be answered on its bytes.
 *
 * <ul>
 *   <li>No white space; UTF-8; in strings only the quote, the backslash and the controls are
 *       escaped ({@code \" \\ \b \f \n \r \t}, and a backslash, {@code u00} and two digits in lower
 *       case). The escape of a character is always the same, so two strings are equal if their
 *       bytes are, and one begins with another if its bytes do.
 *   <li>Numbers in plain notation without superfluous zeros; base64 with padding; so these too are
 *       equal if their bytes are.
 *   <li>The elements of a set stand in ascending order of {@link #compare}, so equal sets have
 *       equal bytes. DynamoDB does not promise an order; a message of its newer validation layer
 *       shows it holding string and binary sets in byte order.
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
 * <p>The methods trust the bytes: what {@link ItemWriter} did not write must not be passed to them.
 */
public final class CanonicalJson {

  /** After so many members out of order, comparing maps turns from searching to hashing. */
  private static final int MAX_SEARCHES = 64;

  private CanonicalJson() {}

  // ---- Navigation

  /** The type of the value. */
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

  /** Offset after the value's closing brace. */
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

  /** Offset after the value whose content, an object or array, opens at i. Not recursive. */
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

  /** Offset of the value of the member so named, or -1. The name is {@link #quote quoted}. */
  public static int find(byte[] json, int mapAt, byte[] quotedName) {
    return find(json, mapAt, quotedName, 0, quotedName.length);
  }

  /** As {@link #find(byte[], int, byte[])}, the quoted name being a part of an array. */
  public static int find(byte[] json, int mapAt, byte[] name, int from, int to) {
    int member = findMember(json, mapAt, name, from, to);
    return member < 0 ? -1 : member + to - from + 1;
  }

  /** Offset of the member so named, or -1. */
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
   * Whether a member has a name, which is {@link #quote quoted}; its value stands behind the name
   * and a colon then.
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

  /** Offset of the members' opening brace inside a value of type M. */
  public static int mapOf(byte[] json, int at) {
    return at + 5;
  }

  /** First member of a map of members, or -1. */
  public static int firstMember(byte[] json, int mapAt) {
    return json[mapAt + 1] == '"' ? mapAt + 1 : -1;
  }

  /** The member after this one, or -1. */
  public static int nextMember(byte[] json, int memberAt) {
    int end = memberEnd(json, memberAt);
    return json[end] == ',' ? end + 1 : -1;
  }

  /** The value of a member. */
  public static int valueOf(byte[] json, int memberAt) {
    return Bytes.closingQuote(json, memberAt + 1) + 2;
  }

  /** Offset after a member: after its value's closing brace. */
  public static int memberEnd(byte[] json, int memberAt) {
    return end(json, valueOf(json, memberAt));
  }

  /**
   * Offset after the closing quote of a member's name: the quoted name goes from the member to it.
   */
  public static int nameEnd(byte[] json, int memberAt) {
    return Bytes.closingQuote(json, memberAt + 1) + 1;
  }

  /** Decoded name of a member. */
  public static String nameOf(byte[] json, int memberAt) {
    return decode(json, memberAt + 1, Bytes.closingQuote(json, memberAt + 1));
  }

  /** How many members a map of members has. */
  public static int memberCount(byte[] json, int mapAt) {
    int count = 0;
    for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
      count++;
    }
    return count;
  }

  /** First element of a list (a value) or of a set (a quoted string); -1 if there is none. */
  public static int firstElement(byte[] json, int at) {
    int first = json[at + 3] == '"' ? at + 6 : at + 7;
    return json[first] == ']' ? -1 : first;
  }

  /** The element after this one, or -1. */
  public static int nextElement(byte[] json, int elementAt) {
    int end = elementEnd(json, elementAt);
    return json[end] == ',' ? end + 1 : -1;
  }

  /**
   * Offset after an element: after the brace of a value, after the closing quote of a set's
   * element.
   */
  public static int elementEnd(byte[] json, int elementAt) {
    return json[elementAt] == '"'
        ? Bytes.closingQuote(json, elementAt + 1) + 1
        : end(json, elementAt);
  }

  /** Element of a list or a set by its index, or -1. */
  public static int element(byte[] json, int at, int index) {
    int element = firstElement(json, at);
    for (int i = 0; i < index && element >= 0; i++) {
      element = nextElement(json, element);
    }
    return element;
  }

  /** How many elements a list, a set or an M has. */
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

  /** Offset of the first byte between the quotes of an S, N or B. */
  public static int contentStart(byte[] json, int at) {
    return at + 6;
  }

  /** Offset of the closing quote of an S, N or B. */
  public static int contentEnd(byte[] json, int at) {
    return Bytes.closingQuote(json, at + 6);
  }

  /** The boolean of a BOOL. */
  public static boolean bool(byte[] json, int at) {
    return json[at + 8] == 't';
  }

  /** Depth of nesting: 0 for a scalar or a set, 1 for a list or map of those. */
  public static int depth(byte[] json, int at) {
    byte type = json[at + 2];
    if (json[at + 3] != '"' || (type != 'M' && type != 'L')) {
      return 0;
    }
    if (type == 'M') {
      int members = at + 5;
      return firstMember(json, members) < 0 ? 0 : 1 + membersDepth(json, members);
    }
    int deepest = 0;
    for (int e = firstElement(json, at); e >= 0; e = nextElement(json, e)) {
      deepest = Math.max(deepest, 1 + depth(json, e));
    }
    return deepest;
  }

  /** The greatest {@link #depth} of the values of a map, or of an item. */
  public static int membersDepth(byte[] json, int mapAt) {
    int deepest = 0;
    for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
      deepest = Math.max(deepest, depth(json, valueOf(json, m)));
    }
    return deepest;
  }

  // ---- Content

  /** A name in canonical form, with its quotes. */
  public static byte[] quote(String name) {
    byte[] utf8 = Bytes.utf8(name);
    if (Bytes.plainEnd(utf8, 0, utf8.length) < utf8.length) {
      return new ItemWriter().quote(utf8);
    }
    byte[] quoted = new byte[utf8.length + 2];
    quoted[0] = '"';
    System.arraycopy(utf8, 0, quoted, 1, utf8.length);
    quoted[quoted.length - 1] = '"';
    return quoted;
  }

  /** The text between the quotes, its escapes undone. */
  static String decode(byte[] json, int from, int to) {
    if (Bytes.backslash(json, from, to) == to) {
      return new String(json, from, to - from, StandardCharsets.UTF_8);
    }
    byte[] raw = new byte[to - from];
    return new String(raw, 0, decode(json, from, to, raw, 0), StandardCharsets.UTF_8);
  }

  private static int decode(byte[] json, int from, int to, byte[] out, int at) {
    int i = from;
    while (i < to) {
      int plain = Bytes.backslash(json, i, to);
      System.arraycopy(json, i, out, at, plain - i);
      at += plain - i;
      i = plain;
      if (i < to) {
        out[at++] = (byte) unit(json, i);
        i += unitLength(json, i);
      }
    }
    return at;
  }

  /**
   * Writes the bytes that an S (UTF-8) or a B stands for at an offset of out, and returns the
   * offset after them; there are {@link #dynamoSize} of them.
   */
  public static int copyContent(byte[] json, int at, byte[] out, int to) {
    int from = at + 6;
    int end = Bytes.closingQuote(json, from);
    return json[at + 2] == 'B'
        ? Bytes.decodeBase64(json, from, end, out, to)
        : decode(json, from, end, out, to);
  }

  /** The byte that the unit at i, a byte or an escape, stands for; -1 at the closing quote. */
  private static int unit(byte[] json, int i) {
    byte c = json[i];
    if (c == '"') {
      return -1;
    }
    return c == '\\' ? escaped(json, i + 1) : c & 0xff;
  }

  private static int escaped(byte[] json, int i) {
    return switch (json[i]) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> Character.digit(json[i + 3], 16) << 4 | Character.digit(json[i + 4], 16);
      default -> json[i];
    };
  }

  private static int unitLength(byte[] json, int i) {
    return json[i] != '\\' ? 1 : json[i + 1] == 'u' ? 6 : 2;
  }

  // ---- Equality and order

  /** Whether two values are equal as DynamoDB sees it: of the same type, maps without order. */
  public static boolean equal(byte[] a, int aAt, byte[] b, int bAt) {
    if (a[aAt + 3] != b[bAt + 3] || a[aAt + 2] != b[bAt + 2]) {
      return false;
    }
    int end = end(a, aAt);
    int bEnd = bAt + end - aAt;
    if (bEnd <= b.length && Arrays.equals(a, aAt, end, b, bAt, bEnd)) {
      return true;
    }
    if (a[aAt + 3] != '"') {
      return false;
    }
    return switch (a[aAt + 2]) {
      case 'M' -> equalMembers(a, aAt + 5, b, bAt + 5);
      case 'L' -> equalLists(a, aAt, b, bAt);
      default -> false;
    };
  }

  private static boolean equalLists(byte[] a, int aAt, byte[] b, int bAt) {
    int x = firstElement(a, aAt);
    int y = firstElement(b, bAt);
    while (x >= 0 && y >= 0) {
      if (!equal(a, x, b, y)) {
        return false;
      }
      x = nextElement(a, x);
      y = nextElement(b, y);
    }
    return x < 0 && y < 0;
  }

  /** Whether two maps of members, addressed by their opening braces, are equal. */
  public static boolean equalMembers(byte[] a, int aMap, byte[] b, int bMap) {
    int searches = 0;
    int x = firstMember(a, aMap);
    int y = firstMember(b, bMap);
    while (x >= 0 && y >= 0) {
      int nameEnd = nameEnd(a, x);
      int after = y + nameEnd - x;
      int value;
      if (after < b.length && b[after] == ':' && Arrays.equals(a, x, nameEnd, b, y, after)) {
        value = after + 1;
      } else {
        if (++searches > MAX_SEARCHES) {
          return members(a, aMap).equals(members(b, bMap));
        }
        value = find(b, bMap, a, x, nameEnd);
        if (value < 0) {
          return false;
        }
      }
      if (!equal(a, nameEnd + 1, b, value)) {
        return false;
      }
      x = nextMember(a, x);
      y = nextMember(b, y);
    }
    return x < 0 && y < 0;
  }

  /** The members, decoded names to values, in stored order. */
  static Map<String, AttributeValue> members(byte[] json, int mapAt) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
      members.put(nameOf(json, m), AttributeValue.at(json, valueOf(json, m)));
    }
    return members;
  }

  /** A hash that agrees with {@link #equal}. */
  public static int hash(byte[] json, int at) {
    byte type = json[at + 2];
    if (json[at + 3] != '"' || (type != 'M' && type != 'L')) {
      return hash(json, at, end(json, at));
    }
    if (type == 'M') {
      return hashMembers(json, at + 5);
    }
    int hash = 1;
    for (int e = firstElement(json, at); e >= 0; e = nextElement(json, e)) {
      hash = 31 * hash + hash(json, e);
    }
    return hash;
  }

  /** A hash that agrees with {@link #equalMembers}. */
  public static int hashMembers(byte[] json, int mapAt) {
    int hash = 0;
    for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m)) {
      int nameEnd = nameEnd(json, m);
      hash += hash(json, m, nameEnd) ^ 31 * hash(json, nameEnd + 1);
    }
    return hash;
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  /**
   * Order of two values of the same type: S by UTF-8 bytes, N by value, B by unsigned bytes.
   * Negative, zero or positive.
   */
  public static int compare(byte[] a, int aAt, byte[] b, int bAt) {
    return compareContents(a[aAt + 2], a, aAt + 6, b, bAt + 6);
  }

  /** Order of two elements of sets of the same type. */
  static int compareElements(byte type, byte[] a, int aElement, byte[] b, int bElement) {
    return compareContents(type, a, aElement + 1, b, bElement + 1);
  }

  private static int compareContents(byte type, byte[] a, int aFrom, byte[] b, int bFrom) {
    return switch (type) {
      case 'S' -> compareStrings(a, aFrom, b, bFrom);
      case 'N' -> Decimals.compare(a, aFrom, b, bFrom);
      case 'B' -> compareBinaries(a, aFrom, b, bFrom);
      default ->
          throw new IllegalArgumentException("Only strings, numbers and binaries have an order");
    };
  }

  private static int mismatch(byte[] a, int aFrom, byte[] b, int bFrom) {
    int length = Math.min(Bytes.closingQuote(a, aFrom) + 1 - aFrom, b.length - bFrom);
    return Arrays.mismatch(a, aFrom, aFrom + length, b, bFrom, bFrom + length);
  }

  private static int compareStrings(byte[] a, int aFrom, byte[] b, int bFrom) {
    int same = mismatch(a, aFrom, b, bFrom);
    if (same < 0) {
      return 0;
    }
    // Inside an escape, bytes say nothing of the order: go back to the start then.
    for (int back = Math.min(same, 5); back > 0; back--) {
      if (a[aFrom + same - back] == '\\') {
        same = 0;
        break;
      }
    }
    int i = aFrom + same;
    int j = bFrom + same;
    while (true) {
      int x = unit(a, i);
      int y = unit(b, j);
      if (x != y || x < 0) {
        return Integer.compare(x, y);
      }
      i += unitLength(a, i);
      j += unitLength(b, j);
    }
  }

  private static int compareBinaries(byte[] a, int aFrom, byte[] b, int bFrom) {
    int same = mismatch(a, aFrom, b, bFrom);
    if (same < 0) {
      return 0;
    }
    int i = aFrom + (same & ~3);
    int j = bFrom + (same & ~3);
    if (a[i] == '"' || b[j] == '"') {
      return a[i] == '"' ? -1 : 1;
    }
    int x = Bytes.base64Word(a, i);
    int y = Bytes.base64Word(b, j);
    return x != y
        ? Integer.compare(x, y)
        : Bytes.base64Length(a, i, i + 4) - Bytes.base64Length(b, j, j + 4);
  }

  // ---- Functions of expressions

  /** Whether a value begins with another: both S or both B; false for other types. */
  public static boolean beginsWith(byte[] json, int at, byte[] prefix, int prefixAt) {
    byte type = json[at + 2];
    if (json[at + 3] != '"' || prefix[prefixAt + 3] != '"' || type != prefix[prefixAt + 2]) {
      return false;
    }
    int from = at + 6;
    int prefixFrom = prefixAt + 6;
    if (type == 'S') {
      int prefixEnd = Bytes.closingQuote(prefix, prefixFrom);
      int to = from + prefixEnd - prefixFrom;
      return to <= json.length && Arrays.equals(json, from, to, prefix, prefixFrom, prefixEnd);
    }
    if (type == 'B') {
      int length = base64Length(prefix, prefixFrom);
      return length <= base64Length(json, from)
          && binaryAt(json, from, 0, prefix, prefixFrom, length);
    }
    return false;
  }

  private static int base64Length(byte[] json, int from) {
    return Bytes.base64Length(json, from, Bytes.closingQuote(json, from));
  }

  private static boolean binaryAt(
      byte[] json, int from, int index, byte[] part, int partFrom, int length) {
    for (int k = 0; k < length; k++) {
      if (Bytes.base64Byte(json, from, index + k) != Bytes.base64Byte(part, partFrom, k)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a value contains another: an S a substring, a B a run of bytes, a set a member of its
   * type, a list an equal element; false for other types.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html">Condition
   *     and filter expressions, operators, and functions</a>
   */
  public static boolean contains(byte[] json, int at, byte[] operand, int operandAt) {
    byte type = json[at + 2];
    byte operandType = operand[operandAt + 2];
    boolean scalar = operand[operandAt + 3] == '"' && operandType != 'M' && operandType != 'L';
    if (json[at + 3] == 'S') {
      return scalar && operandType == type && setContains(json, at, operand, operandAt + 5);
    }
    if (json[at + 3] != '"') {
      return false;
    }
    return switch (type) {
      case 'S' ->
          scalar && operandType == 'S' && containsString(json, at + 6, operand, operandAt + 6);
      case 'B' ->
          scalar && operandType == 'B' && containsBinary(json, at + 6, operand, operandAt + 6);
      case 'L' -> containsElement(json, at, operand, operandAt);
      default -> false;
    };
  }

  private static boolean containsElement(byte[] json, int at, byte[] operand, int operandAt) {
    for (int e = firstElement(json, at); e >= 0; e = nextElement(json, e)) {
      if (equal(json, e, operand, operandAt)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsString(byte[] json, int from, byte[] part, int partFrom) {
    int partEnd = Bytes.closingQuote(part, partFrom);
    int length = partEnd - partFrom;
    if (length == 0) {
      return true;
    }
    byte first = part[partFrom];
    // By units, so that a match never starts inside an escape.
    int last = Bytes.closingQuote(json, from) - length;
    for (int i = from; i <= last; i += unitLength(json, i)) {
      if (json[i] == first && Arrays.equals(json, i, i + length, part, partFrom, partEnd)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsBinary(byte[] json, int from, byte[] part, int partFrom) {
    int length = base64Length(part, partFrom);
    int last = base64Length(json, from) - length;
    for (int index = 0; index <= last; index++) {
      if (binaryAt(json, from, index, part, partFrom, length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a set has an element, which is addressed by its opening quote: an element of a set of
   * the same type, or the content of an S, N or B.
   */
  public static boolean setContains(byte[] json, int at, byte[] other, int elementAt) {
    int length = Bytes.closingQuote(other, elementAt + 1) + 1 - elementAt;
    for (int e = firstElement(json, at); e >= 0; e = nextElement(json, e)) {
      if (e + length <= json.length
          && Arrays.equals(json, e, e + length, other, elementAt, elementAt + length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What the function size() of expressions answers: for an S its length in UTF-16 units, for a B
   * its bytes, for sets, lists and maps the number of elements; -1 for a type that has no size.
   * That it is UTF-16 units is not documented; it was measured on the service.
   */
  public static int sizeFunction(byte[] json, int at) {
    return switch (type(json, at)) {
      case S -> utf16Length(json, at + 6);
      case B -> base64Length(json, at + 6);
      case SS, NS, BS, L, M -> elementCount(json, at);
      case N, BOOL, NULL -> -1;
    };
  }

  private static int utf16Length(byte[] json, int from) {
    int end = Bytes.closingQuote(json, from);
    int length = 0;
    for (int i = from; i < end; i += unitLength(json, i)) {
      int c = json[i] & 0xff;
      // Continuation bytes do not count; the lead of four bytes stands for a pair of surrogates.
      length += (c & 0xc0) == 0x80 ? 0 : c >= 0xf0 ? 2 : 1;
    }
    return length;
  }

  // ---- Size

  /**
   * Bytes of the value by DynamoDB's rule for items: S its UTF-8 bytes, N about half its digits, B
   * its bytes, BOOL and NULL 1, a set the sum of its elements, L and M 3 and for every element its
   * bytes and 1 more, in M with the bytes of its name.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item
   *     sizes and formats</a>
   */
  public static int dynamoSize(byte[] json, int at) {
    return (int) (sizeAndEnd(json, at) >>> 32);
  }

  /** Bytes of a member by DynamoDB's rule for the attributes of an item: its name and its value. */
  public static int memberSize(byte[] json, int memberAt) {
    long name = stringSizeAndEnd(json, memberAt + 1);
    return (int) (name >>> 32) + dynamoSize(json, (int) name + 2);
  }

  /** {@link #dynamoSize} in the upper half, {@link #end} in the lower: one walk finds both. */
  static long sizeAndEnd(byte[] json, int at) {
    byte type = json[at + 2];
    return switch (json[at + 3]) {
      case '"' ->
          switch (type) {
            case 'M' -> membersSizeAndEnd(json, at + 5, 1) + (3L << 32) + 1;
            case 'L' -> listSizeAndEnd(json, at);
            default -> contentSizeAndEnd(type, json, at + 6) + 2;
          };
      case 'S' -> setSizeAndEnd(type, json, at);
      default -> 1L << 32 | end(json, at);
    };
  }

  private static long listSizeAndEnd(byte[] json, int at) {
    long size = 3;
    int i = at + 6;
    while (json[i] != ']') {
      long element = sizeAndEnd(json, i);
      size += (element >>> 32) + 1;
      i = (int) element;
      if (json[i] == ',') {
        i++;
      }
    }
    return size << 32 | (i + 2);
  }

  private static long setSizeAndEnd(byte type, byte[] json, int at) {
    long size = 0;
    int i = at + 7;
    while (json[i] != ']') {
      long element = contentSizeAndEnd(type, json, i + 1);
      size += element >>> 32;
      i = (int) element + 1;
      if (json[i] == ',') {
        i++;
      }
    }
    return size << 32 | (i + 2);
  }

  /** Size of members, each with an extra, and the offset after their closing brace. */
  static long membersSizeAndEnd(byte[] json, int mapAt, int extra) {
    long size = 0;
    int i = mapAt + 1;
    while (json[i] != '}') {
      long name = stringSizeAndEnd(json, i + 1);
      long value = sizeAndEnd(json, (int) name + 2);
      size += (name >>> 32) + (value >>> 32) + extra;
      i = (int) value;
      if (json[i] == ',') {
        i++;
      }
    }
    return size << 32 | (i + 1);
  }

  private static long contentSizeAndEnd(byte type, byte[] json, int from) {
    if (type == 'S') {
      return stringSizeAndEnd(json, from);
    }
    int end = Bytes.closingQuote(json, from);
    long size = type == 'N' ? Decimals.size(json, from, end) : Bytes.base64Length(json, from, end);
    return size << 32 | end;
  }

  /** UTF-8 bytes of a string's content, and the offset of its closing quote. */
  private static long stringSizeAndEnd(byte[] json, int from) {
    int size = -from;
    int i = Bytes.quoteOrBackslash(json, from);
    while (json[i] != '"') {
      int length = unitLength(json, i);
      size -= length - 1;
      i = Bytes.quoteOrBackslash(json, i + length);
    }
    return (long) (size + i) << 32 | i;
  }
}
