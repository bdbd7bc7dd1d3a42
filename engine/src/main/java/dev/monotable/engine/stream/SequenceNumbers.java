package dev.monotable.engine.stream;

import java.math.BigInteger;

/**
 * Sequence numbers as the API writes them: decimal digits, 21 at the least and 40 at the most,
 * greater as a number for what came later. AWS's own look like {@code 300000000000000499659}: a
 * count in front, a count behind; and so do ours, which makes those that we never gave easy to
 * tell.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html">StreamRecord</a>
 */
public final class SequenceNumbers {
  private static final int SUFFIX_DIGITS = 20;

  private SequenceNumbers() {}

  /**
   * The text of a number, in which numbers order as their texts do.
   *
   * @param sequenceNumber positive
   */
  public static String text(long sequenceNumber) {
    String count = Long.toString(sequenceNumber);
    return count + "0".repeat(SUFFIX_DIGITS - count.length()) + count;
  }

  /** The number of a text of {@link #text}; -1 for a text that is none. */
  public static long parse(String text) {
    int digits = text.length() - SUFFIX_DIGITS;
    if (digits < 1 || digits > SUFFIX_DIGITS) {
      return -1;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return -1;
      }
    }
    BigInteger count = new BigInteger(text.substring(0, digits));
    if (count.bitLength() > Long.SIZE - 1 || !text(count.longValue()).equals(text)) {
      return -1;
    }
    return count.longValue();
  }
}
