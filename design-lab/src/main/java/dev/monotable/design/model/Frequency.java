package dev.monotable.design.model;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The frequency of an access pattern, such as {@code 100/s} or {@code 2000000/month}.
 *
 * @param times at least 0
 * @param per the period
 */
public record Frequency(double times, Period per) {
  private static final Pattern TEXT =
      Pattern.compile("([0-9][0-9_,]*(?:[.][0-9]+)?)\\s*([kKmM]?)\\s*(?:/|per\\s)\\s*([a-z]+)");

  /** The periods. A month has 730 hours, as on AWS's pricing pages. */
  public enum Period {
    SECOND("s", 1),
    MINUTE("min", 60),
    HOUR("hour", 3600),
    DAY("day", 86_400),
    MONTH("month", 730 * 3600);

    private final String label;
    private final long seconds;

    Period(String label, long seconds) {
      this.label = label;
      this.seconds = seconds;
    }

    /** Returns the length of the period in seconds. */
    public long seconds() {
      return seconds;
    }

    private static @Nullable Period find(String text) {
      for (Period period : values()) {
        String name = period.name().toLowerCase(Locale.ROOT);
        if (text.equals(period.label) || text.equals(name) || text.equals(name + "s")) {
          return period;
        }
      }
      return text.equals("h") ? HOUR : null;
    }
  }

  public Frequency {
    if (!(times >= 0) || Double.isInfinite(times)) {
      throw new IllegalArgumentException("a frequency must be at least 0");
    }
  }

  /**
   * Parses a frequency such as {@code 100/s}, {@code 2.5k/min} or {@code 3M per month}. The periods
   * are {@code s}, {@code min}, {@code hour}, {@code day} and {@code month}.
   *
   * @throws IllegalArgumentException if the text is not a frequency
   */
  public static Frequency parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    Period period = matcher.matches() ? Period.find(matcher.group(3)) : null;
    if (period == null) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a frequency such as 100/s, 20/min, 5/hour, 1/day or 3M/month");
    }
    double factor =
        switch (matcher.group(2)) {
          case "k", "K" -> 1_000;
          case "m", "M" -> 1_000_000;
          default -> 1;
        };
    return new Frequency(
        Double.parseDouble(matcher.group(1).replaceAll("[_,]", "")) * factor, period);
  }

  /** Returns the number of times in a month of 730 hours. */
  public double perMonth() {
    return times * Period.MONTH.seconds() / per.seconds();
  }

  /** Returns the frequency as {@link #parse} reads it. */
  @Override
  public String toString() {
    return BigDecimal.valueOf(times).stripTrailingZeros().toPlainString() + "/" + per.label;
  }
}
