package dev.monotable.design.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers with as many digits as a report needs, so that it does not change by rounding errors. */
public final class Rounded {
  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  private Rounded() {}

  /** Returns a number with six significant digits; a very large one instead of infinity. */
  public static double of(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    double finite = Math.max(-1e15, Math.min(1e15, value));
    return BigDecimal.valueOf(finite).round(SIX_DIGITS).doubleValue();
  }

  /** Returns an amount rounded to a millionth, without trailing zeros. */
  public static BigDecimal of(BigDecimal amount) {
    BigDecimal rounded = amount.setScale(6, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
