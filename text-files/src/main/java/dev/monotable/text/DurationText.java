package dev.monotable.text;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as people write them: {@code 2h}, {@code 30s}, {@code 1h30m}, {@code 0.5s}, or in ISO
 * 8601, {@code PT2H}. A number without a unit is in seconds.
 */
public final class DurationText {
  /** The permitted forms of a duration, for messages. */
  public static final String WANTED = "a duration such as 2h, 30s or PT2H";

  /** The form of durations as a regular expression of JSON Schema, for other programs. */
  public static final String PATTERN =
      "^-?([0-9]+(\\.[0-9]+)?|([0-9]+(\\.[0-9]+)?(d|h|m|s|ms))+|[Pp][0-9DHMSTdhmst.-]+)$";

  private static final int MAX_LENGTH = 50;

  private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");

  /** Parts of a number and a unit, the largest unit first. */
  private static final Pattern PARTS =
      Pattern.compile(
          "(?:(N)d)?(?:(N)h)?(?:(N)m)?(?:(N)s)?(?:(N)ms)?".replace("N", NUMBER.pattern()));

  /** The lengths of the units in seconds, in the order of the parts. */
  private static final BigDecimal[] UNITS = {
    BigDecimal.valueOf(86_400),
    BigDecimal.valueOf(3_600),
    BigDecimal.valueOf(60),
    BigDecimal.ONE,
    new BigDecimal("0.001")
  };

  private DurationText() {}

  /** Returns the duration that a text stands for; null if it stands for none, or is too long. */
  public static @Nullable Duration find(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    boolean negative = text.startsWith("-");
    String plain = negative ? text.substring(1) : text;
    try {
      Duration duration = plain.matches("(?i)P.*") ? Duration.parse(plain) : ofUnits(plain);
      return duration != null && negative ? duration.negated() : duration;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  /** Returns a duration that is not negative as people write it, such as {@code 1h30m}. */
  public static String of(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  private static @Nullable Duration ofUnits(String text) {
    if (NUMBER.matcher(text).matches()) {
      return ofSeconds(new BigDecimal(text));
    }
    Matcher parts = PARTS.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      return null;
    }
    BigDecimal seconds = BigDecimal.ZERO;
    for (int i = 0; i < UNITS.length; i++) {
      String number = parts.group(i + 1);
      if (number != null) {
        seconds = seconds.add(new BigDecimal(number).multiply(UNITS[i]));
      }
    }
    return ofSeconds(seconds);
  }

  /** Returns a duration; what is less than a nanosecond is an error. */
  private static Duration ofSeconds(BigDecimal seconds) {
    long whole = seconds.toBigInteger().longValueExact();
    BigDecimal rest = seconds.subtract(BigDecimal.valueOf(whole));
    return Duration.ofSeconds(whole, rest.movePointRight(9).longValueExact());
  }
}
