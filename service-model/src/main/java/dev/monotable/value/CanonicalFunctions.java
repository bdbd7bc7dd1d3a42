package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.util.Arrays;

/**
 * The functions of expressions on values in {@link CanonicalJson canonical form}, without
 * allocation, except for {@link #contains} with a long part.
 *
 * <p>The methods do not validate: the bytes must come from {@link ItemWriter}.
 */
@Experimental
public final class CanonicalFunctions {

  /** Up to this many bytes are searched for at each offset; more in time linear in all lengths. */
  private static final int SHORT_PART = 32;

  private CanonicalFunctions() {}

  /** Returns whether a value begins with another, both S or both B; false for other types. */
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
   * Returns whether a value contains another: a substring of an S, a range of bytes of a B, an
   * element of a set, or an equal element of a list; false for other types.
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
    for (int e = CanonicalJson.firstElement(json, at);
        e >= 0;
        e = CanonicalJson.nextElement(json, e)) {
      if (CanonicalComparison.equal(json, e, operand, operandAt)) {
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
    if (length > SHORT_PART) {
      return containsLong(json, from, Bytes.closingQuote(json, from), part, partFrom, partEnd);
    }
    byte first = part[partFrom];
    // By units, so that a match never starts inside an escape.
    int last = Bytes.closingQuote(json, from) - length;
    for (int i = from; i <= last; i += CanonicalJson.unitLength(json, i)) {
      if (json[i] == first && Arrays.equals(json, i, i + length, part, partFrom, partEnd)) {
        return true;
      }
    }
    return false;
  }

  /** Searches in time linear in both lengths. A match inside an escape does not count. */
  private static boolean containsLong(
      byte[] json, int from, int to, byte[] part, int partFrom, int partEnd) {
    int at = from - 1;
    BytePattern pattern = null;
    while (true) {
      if (to - at - 1 < partEnd - partFrom) {
        return false;
      }
      pattern = pattern == null ? new BytePattern(part, partFrom, partEnd) : pattern;
      at = pattern.find(json, at + 1, to);
      if (at < 0 || CanonicalJson.unitStart(json, from, at) == at) {
        return at >= 0;
      }
    }
  }

  private static boolean containsBinary(byte[] json, int from, byte[] part, int partFrom) {
    int length = base64Length(part, partFrom);
    int whole = base64Length(json, from);
    if (length > SHORT_PART && length <= whole) {
      byte[] bytes = new byte[whole];
      Bytes.decodeBase64(json, from, Bytes.closingQuote(json, from), bytes, 0);
      byte[] wanted = new byte[length];
      Bytes.decodeBase64(part, partFrom, Bytes.closingQuote(part, partFrom), wanted, 0);
      return new BytePattern(wanted, 0, length).find(bytes, 0, whole) >= 0;
    }
    for (int index = 0; index <= whole - length; index++) {
      if (binaryAt(json, from, index, part, partFrom, length)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a set has all elements of another set of the same type. */
  public static boolean setContainsAll(byte[] json, int at, byte[] other, int otherAt) {
    byte type = json[at + 2];
    int e = CanonicalJson.firstElement(json, at);
    for (int o = CanonicalJson.firstElement(other, otherAt);
        o >= 0;
        o = CanonicalJson.nextElement(other, o)) {
      int order = -1;
      while (e >= 0 && (order = CanonicalComparison.compareElements(type, json, e, other, o)) < 0) {
        e = CanonicalJson.nextElement(json, e);
      }
      if (e < 0 || order != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a set has an element. The element is given by its opening quote, in a set of
   * the same type or in an S, N or B.
   */
  public static boolean setContains(byte[] json, int at, byte[] other, int elementAt) {
    int length = Bytes.closingQuote(other, elementAt + 1) + 1 - elementAt;
    for (int e = CanonicalJson.firstElement(json, at);
        e >= 0;
        e = CanonicalJson.nextElement(json, e)) {
      if (e + length <= json.length
          && Arrays.equals(json, e, e + length, other, elementAt, elementAt + length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the result of the function {@code size}: the number of UTF-16 units of an S, of bytes
   * of a B, or of elements of a set, list or map; -1 for other types. The unit of an S is not
   * documented; it was measured on AWS.
   */
  public static int sizeFunction(byte[] json, int at) {
    return switch (CanonicalJson.type(json, at)) {
      case S -> utf16Length(json, at + 6);
      case B -> base64Length(json, at + 6);
      case SS, NS, BS, L, M -> CanonicalJson.elementCount(json, at);
      case N, BOOL, NULL -> -1;
    };
  }

  private static int utf16Length(byte[] json, int from) {
    int end = Bytes.closingQuote(json, from);
    int length = 0;
    for (int i = from; i < end; i += CanonicalJson.unitLength(json, i)) {
      int c = json[i] & 0xff;
      // Continuation bytes do not count. The first of four bytes counts as a pair of surrogates.
      length += (c & 0xc0) == 0x80 ? 0 : c >= 0xf0 ? 2 : 1;
    }
    return length;
  }
}
