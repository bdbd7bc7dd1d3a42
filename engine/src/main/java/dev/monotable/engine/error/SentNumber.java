package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * A number outside DynamoDB's range as the older layer of the service reads it: like {@link
 * java.math.BigDecimal}, whose exponent and scale are {@code int}s and overflow. It is read in
 * linear time; {@code BigDecimal} takes hours for millions of digits.
 */
final class SentNumber {
  private final int precision;
  private final int scale;

  private SentNumber(int precision, int scale) {
    this.precision = precision;
    this.scale = scale;
  }

  /** Returns the number, or null if that layer does not accept it as a number. */
  static @Nullable SentNumber find(String text) {
    int letter = Math.max(text.indexOf('e'), text.indexOf('E'));
    int end = letter < 0 ? text.length() : letter;
    long exponent = 0;
    if (letter >= 0) {
      try {
        exponent = Integer.parseInt(text.substring(letter + 1));
      } catch (NumberFormatException e) {
        return null;
      }
    }
    int significant = 0;
    int fraction = 0;
    boolean point = false;
    for (int i = text.startsWith("-") || text.startsWith("+") ? 1 : 0; i < end; i++) {
      char c = text.charAt(i);
      if (c == '.' && !point) {
        point = true;
      } else if (c < '0' || c > '9') {
        return null;
      } else {
        significant += significant > 0 || c != '0' ? 1 : 0;
        fraction += point ? 1 : 0;
      }
    }
    long scale = fraction - exponent;
    return scale == (int) scale ? new SentNumber(Math.max(1, significant), (int) scale) : null;
  }

  /** Returns whether the magnitude is 1 or more, unless the scale overflows. */
  boolean isLarge() {
    return precision - scale > 0;
  }
}
