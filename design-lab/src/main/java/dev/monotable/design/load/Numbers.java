package dev.monotable.design.load;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text, the same in every locale. */
public final class Numbers {
  private Numbers() {}

  /** Returns a number with thousands separators and without trailing zeros: {@code 3,550,000}. */
  public static String plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    if (stripped.scale() > 6) {
      stripped = stripped.setScale(6, RoundingMode.HALF_UP).stripTrailingZeros();
    }
    String text = stripped.abs().toPlainString();
    int point = text.indexOf('.');
    StringBuilder result = new StringBuilder(point < 0 ? text : text.substring(0, point));
    for (int i = result.length() - 3; i > 0; i -= 3) {
      result.insert(i, ',');
    }
    if (stripped.signum() < 0) {
      result.insert(0, '-');
    }
    return point < 0 ? result.toString() : result.append(text, point, text.length()).toString();
  }

  /** Returns a whole number with thousands separators. */
  public static String plain(long number) {
    return plain(BigDecimal.valueOf(number));
  }

  /**
   * Returns a part of a whole in percent, rounded: {@code 43 %}. A part that rounds to 0 is {@code
   * less than 1 %}, and one that rounds to 100 is {@code more than 99 %}, unless it is exact.
   */
  public static String percent(BigDecimal part, BigDecimal whole) {
    if (part.signum() == 0 || whole.signum() == 0) {
      return "0 %";
    }
    if (part.compareTo(whole) == 0) {
      return "100 %";
    }
    BigDecimal percent =
        part.multiply(BigDecimal.valueOf(100)).divide(whole, 0, RoundingMode.HALF_UP);
    if (percent.signum() == 0) {
      return "less than 1 %";
    }
    if (percent.intValue() == 100 && part.compareTo(whole) < 0) {
      return "more than 99 %";
    }
    return percent.toPlainString() + " %";
  }

  /** Returns a share in percent, as a part of 1. */
  public static String percent(double share) {
    return percent(BigDecimal.valueOf(share), BigDecimal.ONE);
  }

  /** Returns a number up to ten as a word: {@code no}, {@code one}; larger ones in digits. */
  public static String word(int number) {
    String[] words = {
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"
    };
    return number < words.length ? words[number] : Integer.toString(number);
  }
}
