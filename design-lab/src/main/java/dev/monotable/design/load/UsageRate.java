package dev.monotable.design.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * A frequency, as a user states it: 5 a second, 1 an hour, 3,550,000 a month. It keeps the stated
 * unit, because 1 an hour has no exact rate a second.
 *
 * @param count how often, not negative
 * @param per the unit of time
 */
public record UsageRate(BigDecimal count, Per per) {

  /** A unit of time, with its length in seconds; a month has no fixed length. */
  public enum Per {
    SECOND(1, "second"),
    MINUTE(60, "minute"),
    HOUR(3_600, "hour"),
    DAY(86_400, "day"),
    MONTH(0, "month");

    private final int seconds;
    private final String noun;

    Per(int seconds, String noun) {
      this.seconds = seconds;
      this.noun = noun;
    }

    String article() {
      return this == HOUR ? "an " + noun : "a " + noun;
    }
  }

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3_600);

  public UsageRate {
    if (count.signum() < 0) {
      throw new IllegalArgumentException("a negative frequency: " + count);
    }
    count = count.stripTrailingZeros();
  }

  /** Creates a frequency from a decimal number, such as {@code 0.5}. */
  public static UsageRate of(String count, Per per) {
    return new UsageRate(new BigDecimal(count), per);
  }

  /** Creates a frequency of a whole number. */
  public static UsageRate of(long count, Per per) {
    return new UsageRate(BigDecimal.valueOf(count), per);
  }

  /**
   * Returns the number a month, exactly.
   *
   * @param hoursPerMonth the length of the month; the AWS Pricing Calculator uses 730, the examples
   *     of the pricing pages 720
   */
  public BigDecimal perMonth(int hoursPerMonth) {
    if (per == Per.MONTH) {
      return count;
    }
    BigDecimal seconds = BigDecimal.valueOf(hoursPerMonth).multiply(SECONDS_PER_HOUR);
    // An hour divides a month; a day divides it if the month has whole days, so 34 digits suffice.
    return count.multiply(seconds).divide(BigDecimal.valueOf(per.seconds), MathContext.DECIMAL128);
  }

  /**
   * Returns the rate a second, to 34 digits.
   *
   * @param hoursPerMonth the length of the month
   */
  public BigDecimal perSecond(int hoursPerMonth) {
    BigDecimal seconds =
        per == Per.MONTH
            ? BigDecimal.valueOf(hoursPerMonth).multiply(SECONDS_PER_HOUR)
            : BigDecimal.valueOf(per.seconds);
    return count.divide(seconds, MathContext.DECIMAL128);
  }

  /**
   * Returns the sum of rates: in their unit if they have the same one, otherwise to three digits in
   * the largest unit that gives at least 1.
   *
   * @param hoursPerMonth the length of the month
   */
  public static UsageRate sum(List<UsageRate> rates, int hoursPerMonth) {
    BigDecimal total = BigDecimal.ZERO;
    BigDecimal perMonth = BigDecimal.ZERO;
    boolean same = true;
    for (UsageRate rate : rates) {
      total = total.add(rate.count);
      perMonth = perMonth.add(rate.perMonth(hoursPerMonth));
      same &= rate.per == rates.get(0).per;
    }
    if (same) {
      return new UsageRate(total, rates.isEmpty() ? Per.MONTH : rates.get(0).per);
    }
    for (Per per : List.of(Per.SECOND, Per.MINUTE, Per.HOUR, Per.DAY)) {
      BigDecimal once = new UsageRate(BigDecimal.ONE, per).perMonth(hoursPerMonth);
      if (perMonth.compareTo(once) >= 0) {
        return new UsageRate(perMonth.divide(once, THREE_DIGITS), per);
      }
    }
    return new UsageRate(perMonth.round(THREE_DIGITS), Per.MONTH);
  }

  /**
   * Returns the frequency in words: {@code once an hour}, {@code 5 times a second}, {@code never}.
   */
  @Override
  public String toString() {
    if (count.signum() == 0) {
      return "never";
    }
    if (count.compareTo(BigDecimal.ONE) == 0) {
      return "once " + per.article();
    }
    if (count.compareTo(BigDecimal.valueOf(2)) == 0) {
      return "twice " + per.article();
    }
    return Numbers.plain(count) + " times " + per.article();
  }
}
