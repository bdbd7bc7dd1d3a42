package dev.monotable.cli.terminal;

import dev.monotable.text.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a duration such as {@code 2h}, which is not negative and has at most 100,000 days; see
 * {@link DurationText}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
  /** The longest duration, which has fewer nanoseconds than the largest long. */
  private static final Duration MAX = Duration.ofDays(100_000);

  /** Creates a converter. */
  public DurationConverter() {}

  @Override
  public Duration convert(String text) {
    Duration duration = DurationText.find(text);
    if (duration == null) {
      throw new TypeConversionException("'" + text + "' is not " + DurationText.WANTED);
    }
    if (duration.isNegative() || duration.compareTo(MAX) > 0) {
      throw new TypeConversionException("'" + text + "' is not between 0s and 100000d");
    }
    return duration;
  }
}
