package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.util.Arrays;

/**
 * Equality and order of values in {@link CanonicalJson canonical form}, without allocation.
 *
 * <p>The methods do not validate: the bytes must come from {@link ItemWriter}.
 */
@Experimental
public final class CanonicalComparison {

  private CanonicalComparison() {}

  /**
   * Returns whether DynamoDB considers two values equal: same type, maps in any order. It takes
   * time linear in the shorter value.
   */
  public static boolean equal(byte[] a, int aAt, byte[] b, int bAt) {
    if (a[aAt + 3] != b[bAt + 3] || a[aAt + 2] != b[bAt + 2]) {
      return false;
    }
    int same = Arrays.mismatch(a, aAt, a.length, b, bAt, b.length);
    if (same < 0) {
      same = Math.min(a.length - aAt, b.length - bAt);
    }
    if (CanonicalJson.endsBy(a, aAt, aAt + same)) {
      return true;
    }
    byte type = a[aAt + 2];
    return a[aAt + 3] == '"'
        && (type == 'M' || type == 'L')
        && haveSameLength(a, aAt, b, bAt)
        && new UnorderedEquality(a, b).equal(aAt, bAt);
  }

  /** Returns whether two values have as many bytes as each other, as equal ones have. */
  private static boolean haveSameLength(byte[] a, int aAt, byte[] b, int bAt) {
    for (int length = 64; ; length *= 2) {
      boolean aEnds = CanonicalJson.endsBy(a, aAt, Math.min(aAt + length, a.length));
      boolean bEnds = CanonicalJson.endsBy(b, bAt, Math.min(bAt + length, b.length));
      if (aEnds || bEnds) {
        return aEnds && bEnds && CanonicalJson.end(a, aAt) - aAt == CanonicalJson.end(b, bAt) - bAt;
      }
    }
  }

  /** Returns whether two maps of members, given by their opening braces, are equal. */
  public static boolean equalMembers(byte[] a, int aMap, byte[] b, int bMap) {
    return new UnorderedEquality(a, b).equalMembers(aMap, bMap);
  }

  /** Returns a hash consistent with {@link #equal}. */
  public static int hash(byte[] json, int at) {
    byte type = json[at + 2];
    if (json[at + 3] != '"' || (type != 'M' && type != 'L')) {
      return hash(json, at, CanonicalJson.end(json, at));
    }
    if (type == 'M') {
      return hashMembers(json, at + 5);
    }
    int hash = 1;
    for (int e = CanonicalJson.firstElement(json, at);
        e >= 0;
        e = CanonicalJson.nextElement(json, e)) {
      hash = 31 * hash + hash(json, e);
    }
    return hash;
  }

  /** Returns a hash consistent with {@link #equalMembers}. */
  public static int hashMembers(byte[] json, int mapAt) {
    int hash = 0;
    for (int m = CanonicalJson.firstMember(json, mapAt);
        m >= 0;
        m = CanonicalJson.nextMember(json, m)) {
      int nameEnd = CanonicalJson.nameEnd(json, m);
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
   * Compares two values of the same type: S by UTF-8 bytes, N by value, B by unsigned bytes. The
   * result is negative, zero or positive.
   */
  public static int compare(byte[] a, int aAt, byte[] b, int bAt) {
    return compareContents(a[aAt + 2], a, aAt + 6, b, bAt + 6);
  }

  /** Compares two elements of sets of the same type. */
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
    // The bytes of an escape have no order: go back to its start.
    same = CanonicalJson.unitStart(a, aFrom, aFrom + same) - aFrom;
    int i = aFrom + same;
    int j = bFrom + same;
    while (true) {
      int x = CanonicalJson.unit(a, i);
      int y = CanonicalJson.unit(b, j);
      if (x != y || x < 0) {
        return Integer.compare(x, y);
      }
      i += CanonicalJson.unitLength(a, i);
      j += CanonicalJson.unitLength(b, j);
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
}
