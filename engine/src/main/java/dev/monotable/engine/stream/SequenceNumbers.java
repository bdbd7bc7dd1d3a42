package dev.monotable.engine.stream;

import java.math.BigInteger;

/**
 * Sequence numbers as the API writes them: 21 to 40 decimal digits, ascending. On AWS they look
 * like {@code 300000000000000499659}, with a count at both ends. Those of Monotable have the same
 * form, so that a number that it never issued is recognized.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html">StreamRecord</a>
 */
public final class SequenceNumbers {
  private static final int SUFFIX_DIGITS = 20;

  private SequenceNumbers() {}

  /**
   * Returns the text of a sequence number. Greater numbers have greater texts.
   *
   * @param sequenceNumber positive
   */
  public static String text(long sequenceNumber) {
    String count = Long.toString(sequenceNumber);
    return count + "0".repeat(SUFFIX_DIGITS - count.length()) + count;
  }

  /** Returns the number of a text of {@link #text}; -1 if the text is invalid. */
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
