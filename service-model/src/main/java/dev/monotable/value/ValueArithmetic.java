package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * The arithmetic of update expressions: sums of numbers, unions and differences of sets. An {@link
 * ItemWriter} writes the result as a value.
 *
 * <p>The operands are values in {@link CanonicalJson canonical form}, given by their offsets. The
 * caller ensures that they have the types of the operation.
 */
@Experimental
public final class ValueArithmetic {

  private ValueArithmetic() {}

  /**
   * Writes the sum or difference of two N values. A result that DynamoDB cannot store is recorded
   * as a fault.
   */
  public static void sum(
      ItemWriter out, byte[] left, int leftAt, byte[] right, int rightAt, boolean subtract) {
    int leftFrom = leftAt + 6;
    int leftTo = Bytes.closingQuote(left, leftFrom);
    int rightFrom = rightAt + 6;
    int rightTo = Bytes.closingQuote(right, rightFrom);
    if (Decimals.isShortInteger(left, leftFrom, leftTo)
        && Decimals.isShortInteger(right, rightFrom, rightTo)) {
      long x = Decimals.parseLong(left, leftFrom, leftTo);
      long y = Decimals.parseLong(right, rightFrom, rightTo);
      out.number(subtract ? x - y : x + y);
      return;
    }
    BigDecimal x = new BigDecimal(ascii(left, leftFrom, leftTo));
    BigDecimal y = new BigDecimal(ascii(right, rightFrom, rightTo));
    out.number(Decimals.text(subtract ? x.subtract(y) : x.add(y)));
  }

  private static String ascii(byte[] json, int from, int to) {
    return new String(json, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /** Writes the union of two sets of the same type. */
  public static void union(ItemWriter out, byte[] a, int aAt, byte[] b, int bAt) {
    byte type = a[aAt + 2];
    out.beginSet(CanonicalJson.type(a, aAt));
    int x = CanonicalJson.firstElement(a, aAt);
    int y = CanonicalJson.firstElement(b, bAt);
    while (x >= 0 || y >= 0) {
      int order = x < 0 ? 1 : y < 0 ? -1 : CanonicalComparison.compareElements(type, a, x, b, y);
      if (order <= 0) {
        out.copyElement(a, x);
        x = CanonicalJson.nextElement(a, x);
      } else {
        out.copyElement(b, y);
      }
      if (order >= 0) {
        y = CanonicalJson.nextElement(b, y);
      }
    }
    out.endSet();
  }

  /**
   * Writes the elements of a set that are not in another of the same type. If none remain, it
   * writes nothing and returns false, because empty sets do not exist.
   */
  public static boolean difference(ItemWriter out, byte[] a, int aAt, byte[] b, int bAt) {
    boolean begun = false;
    byte type = a[aAt + 2];
    int y = CanonicalJson.firstElement(b, bAt);
    for (int x = CanonicalJson.firstElement(a, aAt); x >= 0; x = CanonicalJson.nextElement(a, x)) {
      int order = -1;
      while (y >= 0 && (order = CanonicalComparison.compareElements(type, a, x, b, y)) > 0) {
        y = CanonicalJson.nextElement(b, y);
      }
      if (y >= 0 && order == 0) {
        continue;
      }
      if (!begun) {
        out.beginSet(CanonicalJson.type(a, aAt));
        begun = true;
      }
      out.copyElement(a, x);
    }
    if (begun) {
      out.endSet();
    }
    return begun;
  }
}
