package dev.monotable.value;

import java.math.BigDecimal;

/**
 * Normalizes, compares and measures decimal numbers as text in bytes.
 *
 * <p>Canonical is plain decimal notation: an optional minus, an integer part without leading zeros
 * ({@code 0} if there is none), and, if there is a fraction, a point and digits that do not end in
 * zero. Zero has no sign. So equal numbers have equal text.
 *
 * <p>The accepted notations and the order of errors were recorded from AWS in 2026: the exponent is
 * a 64-bit integer, blanks are invalid, and the exponent of a zero is checked like that of any
 * number ({@code 0e126} overflows).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.Number">Number</a>
 */
final class Decimals {

  static final int MAX_DIGITS = 38;

  /** Exponents of the leading digit of the largest and the smallest magnitude. */
  static final int MAX_EXPONENT = 125;

  static final int MIN_EXPONENT = -130;

  /** Longest canonical text: a minus, {@code 0.}, 129 zeros and 38 digits. */
  static final int MAX_LENGTH = 1 + 2 + 129 + MAX_DIGITS;

  static final int NOT_A_NUMBER = -1;
  static final int OVERFLOW = -2;
  static final int UNDERFLOW = -3;
  static final int TOO_PRECISE = -4;

  /** Digits cannot bring an exponent beyond this back into range. */
  private static final long EXPONENT_CLAMP = 1L << 40;

  private static final long NO_EXPONENT = Long.MIN_VALUE;

  private Decimals() {}

  /**
   * Writes the canonical text of a number at an offset of out, which must have room for {@link
   * #MAX_LENGTH} bytes or as many as were sent. Returns the offset after it, or one of the four
   * negative codes.
   */
  static int normalize(byte[] text, int from, int to, byte[] out, int at) {
    if (isCanonical(text, from, to)) {
      System.arraycopy(text, from, out, at, to - from);
      return at + to - from;
    }
    int mantissa = from;
    boolean negative = false;
    if (from < to && (text[from] == '-' || text[from] == '+')) {
      negative = text[from] == '-';
      mantissa++;
    }
    int mantissaEnd = mantissaEnd(text, mantissa, to);
    if (mantissaEnd < 0) {
      return NOT_A_NUMBER;
    }
    long exponent = mantissaEnd == to ? 0 : exponent(text, mantissaEnd, to);
    if (exponent == NO_EXPONENT) {
      return NOT_A_NUMBER;
    }
    int point = indexOf((byte) '.', text, mantissa, mantissaEnd);
    int first = mantissa;
    while (first < mantissaEnd && (text[first] == '0' || text[first] == '.')) {
      first++;
    }
    long leading;
    if (first == mantissaEnd) {
      leading = exponent - Math.max(0, mantissaEnd - point - 1);
    } else {
      leading = exponent + (first < point ? point - 1 - first : point - first);
    }
    if (leading > MAX_EXPONENT) {
      return OVERFLOW;
    }
    if (leading < MIN_EXPONENT) {
      return UNDERFLOW;
    }
    if (first == mantissaEnd) {
      out[at] = '0';
      return at + 1;
    }
    int last = mantissaEnd - 1;
    while (text[last] == '0' || text[last] == '.') {
      last--;
    }
    int significant = last - first + (first < point && point < last ? 0 : 1);
    if (significant > MAX_DIGITS) {
      return TOO_PRECISE;
    }
    if (negative) {
      out[at++] = '-';
    }
    return writePlain(text, first, significant, (int) leading + 1, out, at);
  }

  /**
   * Returns the offset after the digits and the point that a number begins with, or -1 without a
   * digit.
   */
  private static int mantissaEnd(byte[] text, int from, int to) {
    boolean digits = false;
    boolean point = false;
    int i = from;
    for (; i < to; i++) {
      byte c = text[i];
      if (c >= '0' && c <= '9') {
        digits = true;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    return digits ? i : -1;
  }

  /** Returns the scale of a valid number: the digits of its fraction, less its exponent. */
  static long scale(byte[] text, int from, int to) {
    int mantissa = text[from] == '-' || text[from] == '+' ? from + 1 : from;
    int mantissaEnd = mantissaEnd(text, mantissa, to);
    int point = indexOf((byte) '.', text, mantissa, mantissaEnd);
    long exponent = mantissaEnd == to ? 0 : exponent(text, mantissaEnd, to);
    return Math.max(0, mantissaEnd - point - 1) - exponent;
  }

  /**
   * Returns the exponent, given the offset of its letter; clamped, or {@link #NO_EXPONENT} if the
   * text is not one.
   */
  private static long exponent(byte[] text, int from, int to) {
    if (text[from] != 'e' && text[from] != 'E') {
      return NO_EXPONENT;
    }
    int i = from + 1;
    boolean negative = false;
    if (i < to && (text[i] == '-' || text[i] == '+')) {
      negative = text[i] == '-';
      i++;
    }
    if (i == to) {
      return NO_EXPONENT;
    }
    // Counts downwards, so that the smallest long is read too.
    long exponent = 0;
    for (; i < to; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9 || exponent < (Long.MIN_VALUE + digit) / 10) {
        return NO_EXPONENT;
      }
      exponent = exponent * 10 - digit;
    }
    if (!negative) {
      if (exponent == Long.MIN_VALUE) {
        return NO_EXPONENT;
      }
      exponent = -exponent;
    }
    return Math.max(-EXPONENT_CLAMP, Math.min(EXPONENT_CLAMP, exponent));
  }

  /** Returns the offset of the first byte of a value, or the end. */
  private static int indexOf(byte wanted, byte[] text, int from, int to) {
    int i = from;
    while (i < to && text[i] != wanted) {
      i++;
    }
    return i;
  }

  /**
   * Writes digits in plain notation and returns the offset after them.
   *
   * @param first the offset of the first digit that is not zero
   * @param significant how many digits to write
   * @param integerDigits how many digits precede the point; not positive for a magnitude below one
   */
  private static int writePlain(
      byte[] text, int first, int significant, int integerDigits, byte[] out, int at) {
    if (integerDigits <= 0) {
      out[at++] = '0';
      out[at++] = '.';
      for (int zeros = integerDigits; zeros < 0; zeros++) {
        out[at++] = '0';
      }
    }
    int source = first;
    for (int written = 0; written < significant; written++) {
      if (written == integerDigits && written > 0) {
        out[at++] = '.';
      }
      if (text[source] == '.') {
        source++;
      }
      out[at++] = text[source++];
    }
    for (int written = significant; written < integerDigits; written++) {
      out[at++] = '0';
    }
    return at;
  }

  /**
   * Returns whether the text is known to be canonical and in range. False does not mean the
   * opposite.
   */
  static boolean isCanonical(byte[] text, int from, int to) {
    int i = from;
    if (i < to && text[i] == '-') {
      i++;
    }
    int length = to - i;
    if (length < 1 || length > MAX_DIGITS) {
      return false;
    }
    int point = -1;
    for (int k = i; k < to; k++) {
      byte c = text[k];
      if (c < '0' || c > '9') {
        if (c != '.' || point >= 0) {
          return false;
        }
        point = k;
      }
    }
    if (point < 0) {
      return text[i] != '0' || (length == 1 && i == from);
    }
    int integerDigits = point - i;
    return integerDigits > 0
        && point < to - 1
        && text[to - 1] != '0'
        && (integerDigits == 1 || text[i] != '0');
  }

  static ValueFault fault(int code, String text) {
    return switch (code) {
      case NOT_A_NUMBER -> ValueFault.of(ValueFault.Kind.NOT_A_NUMBER, text);
      case OVERFLOW -> ValueFault.of(ValueFault.Kind.NUMBER_OVERFLOW, text);
      case UNDERFLOW -> ValueFault.of(ValueFault.Kind.NUMBER_UNDERFLOW, text);
      case TOO_PRECISE -> ValueFault.of(ValueFault.Kind.NUMBER_TOO_PRECISE, text);
      default -> throw new IllegalArgumentException("No fault has the code " + code);
    };
  }

  /** Compares two canonical texts by value; a quote follows each. */
  static int compare(byte[] a, int aAt, byte[] b, int bAt) {
    boolean negative = a[aAt] == '-';
    if (negative != (b[bAt] == '-')) {
      return negative ? -1 : 1;
    }
    return negative ? compareMagnitude(b, bAt + 1, a, aAt + 1) : compareMagnitude(a, aAt, b, bAt);
  }

  private static int compareMagnitude(byte[] a, int aAt, byte[] b, int bAt) {
    int integerDigits = integerDigits(a, aAt);
    int otherDigits = integerDigits(b, bAt);
    if (integerDigits != otherDigits) {
      return integerDigits < otherDigits ? -1 : 1;
    }
    // A quote sorts before the point, and the point before digits, so a prefix is the smaller one.
    for (int k = 0; ; k++) {
      byte x = a[aAt + k];
      byte y = b[bAt + k];
      if (x != y) {
        return x < y ? -1 : 1;
      }
      if (x == '"') {
        return 0;
      }
    }
  }

  private static int integerDigits(byte[] text, int at) {
    int i = at;
    while (text[i] >= '0') {
      i++;
    }
    return i - at;
  }

  /**
   * Returns the number of bytes that a canonical number takes in an item. DynamoDB stores pairs of
   * digits, aligned at the decimal point and without the pairs of zeros at both ends, one byte for
   * sign and exponent, and one more for a negative number, but never more than 21. The developer
   * guide says so roughly ("1 byte per two significant digits, plus 1 byte"); the alignment was
   * measured on the service.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item
   *     sizes and formats</a>
   */
  static int size(byte[] text, int from, int to) {
    int sign = text[from] == '-' ? 1 : 0;
    int i = from + sign;
    if (text[i] == '0' && i + 1 == to) {
      return 1;
    }
    int point = i;
    while (point < to && text[point] != '.') {
      point++;
    }
    int pairs;
    if (text[i] == '0') {
      int leading = point + 1;
      while (text[leading] == '0') {
        leading++;
      }
      pairs = (to - point - 2) / 2 - (leading - point - 1) / 2 + 1;
    } else {
      int highest = (point - i - 1) / 2;
      if (point < to) {
        pairs = highest + 1 + (to - point) / 2;
      } else {
        int zeros = 0;
        while (text[to - 1 - zeros] == '0') {
          zeros++;
        }
        pairs = highest - zeros / 2 + 1;
      }
    }
    return Math.min(21, 1 + pairs + sign);
  }

  /**
   * Returns the text of a decimal for {@link #normalize}; a computed zero has lost the scale that
   * it is held to.
   */
  static String text(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.toString();
  }

  /**
   * Returns whether the canonical text is an integer of at most 18 digits, so that sums fit a long.
   */
  static boolean isShortInteger(byte[] text, int from, int to) {
    int i = text[from] == '-' ? from + 1 : from;
    if (to - i > 18) {
      return false;
    }
    for (; i < to; i++) {
      if (text[i] == '.') {
        return false;
      }
    }
    return true;
  }

  static long parseLong(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    long value = 0;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      value = value * 10 + (text[i] - '0');
    }
    return negative ? -value : value;
  }

  /** Writes a long in decimal and returns the offset after it; at most 20 bytes. */
  static int write(long value, byte[] out, int at) {
    if (value == Long.MIN_VALUE) {
      byte[] text = Bytes.ascii(Long.toString(value));
      System.arraycopy(text, 0, out, at, text.length);
      return at + text.length;
    }
    if (value < 0) {
      out[at++] = '-';
      value = -value;
    }
    int length = 1;
    for (long bound = 10; length < 19 && value >= bound; bound *= 10) {
      length++;
    }
    for (int i = at + length - 1; i >= at; i--) {
      out[i] = (byte) ('0' + value % 10);
      value /= 10;
    }
    return at + length;
  }
}
