package dev.monotable.value;

/**
 * Navigation in canonical DynamoDB JSON without allocation. A value is addressed by the offset of its
 * opening brace: {@code {"S":"x"}}; a map of members (an item, or the inside of M) by the offset of its
 * opening brace; a member by the offset of its name's opening quote; a set's element by the offset of
 * its opening quote.
 *
 * <p>Iterating: {@code for (int m = firstMember(json, mapAt); m >= 0; m = nextMember(json, m))}, and
 * the same with {@code firstElement} and {@code nextElement}.
 */
public final class CanonicalJson {

  private CanonicalJson() {}

  /** The type of the value. */
  public static AttributeType type(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Offset after the value's closing brace. */
  public static int end(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Offset of the value of the member so named, or -1. The name is {@link #quote quoted}. */
  public static int find(byte[] json, int mapAt, byte[] quotedName) {
    throw new UnsupportedOperationException();
  }

  /** Offset of the members' opening brace inside a value of type M. */
  public static int mapOf(byte[] json, int at) {
    return at + 5;
  }

  /** First member of a map of members, or -1. */
  public static int firstMember(byte[] json, int mapAt) {
    throw new UnsupportedOperationException();
  }

  /** The member after this one, or -1. */
  public static int nextMember(byte[] json, int memberAt) {
    throw new UnsupportedOperationException();
  }

  /** The value of a member. */
  public static int valueOf(byte[] json, int memberAt) {
    throw new UnsupportedOperationException();
  }

  /** Decoded name of a member. */
  public static String nameOf(byte[] json, int memberAt) {
    throw new UnsupportedOperationException();
  }

  /** How many members a map of members has. */
  public static int memberCount(byte[] json, int mapAt) {
    throw new UnsupportedOperationException();
  }

  /** First element of an L (a value) or of a set (a quoted string); -1 if there is none. */
  public static int firstElement(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** The element after this one, or -1. */
  public static int nextElement(byte[] json, int elementAt) {
    throw new UnsupportedOperationException();
  }

  /** Offset after an element: after the brace of a value, after the closing quote of a set's element. */
  public static int elementEnd(byte[] json, int elementAt) {
    throw new UnsupportedOperationException();
  }

  /** Element of an L or a set by its index, or -1. */
  public static int element(byte[] json, int at, int index) {
    throw new UnsupportedOperationException();
  }

  /** How many elements an L, a set or an M has. */
  public static int elementCount(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Offset of the first byte between the quotes of an S, N or B. */
  public static int contentStart(byte[] json, int at) {
    return at + 6;
  }

  /** Offset of the closing quote of an S, N or B. */
  public static int contentEnd(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** The boolean of a BOOL. */
  public static boolean bool(byte[] json, int at) {
    return json[at + 8] == 't';
  }

  /** Whether two values are equal as DynamoDB sees it: same type, sets and maps without order. */
  public static boolean equal(byte[] a, int aAt, byte[] b, int bAt) {
    throw new UnsupportedOperationException();
  }

  /** A hash that agrees with {@link #equal}. */
  public static int hash(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Order of two values of the same type, S (UTF-8 bytes), N (value) or B (unsigned bytes). */
  public static int compare(byte[] a, int aAt, byte[] b, int bAt) {
    throw new UnsupportedOperationException();
  }

  /** Whether a value begins with another: both S or both B; otherwise false. */
  public static boolean beginsWith(byte[] json, int at, byte[] prefix, int prefixAt) {
    throw new UnsupportedOperationException();
  }

  /** Whether a value contains another: substring of S or B, member of a set, element of L. */
  public static boolean contains(byte[] json, int at, byte[] operand, int operandAt) {
    throw new UnsupportedOperationException();
  }

  /** Whether a set (at) has the quoted element of another set. */
  public static boolean setContains(byte[] json, int at, byte[] other, int elementAt) {
    throw new UnsupportedOperationException();
  }

  /** Bytes of the value by DynamoDB's rule for items. */
  public static int dynamoSize(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** What the function size() of expressions answers; -1 for a type that has no size. */
  public static int sizeFunction(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Depth of nesting: 0 for a scalar or set, 1 for a flat list or map. */
  public static int depth(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** A name in canonical form, with its quotes. */
  public static byte[] quote(String name) {
    throw new UnsupportedOperationException();
  }
}
