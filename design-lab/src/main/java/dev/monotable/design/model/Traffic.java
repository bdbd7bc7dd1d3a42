package dev.monotable.design.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frequency of an access pattern, and its keys.
 *
 * @param frequency the average; null if unknown
 * @param distribution over partition key values; null if unknown
 * @param day the share of each hour of a day, 24 numbers whose sum is the whole; empty if all hours
 *     are equal
 */
public record Traffic(
    @Nullable Frequency frequency, @Nullable Distribution distribution, List<Double> day) {
  /** Nothing is known. */
  public static final Traffic UNKNOWN = new Traffic(null, null, List.of());

  public Traffic {
    day = List.copyOf(day);
    boolean valid = day.isEmpty() || day.size() == 24;
    for (double hour : day) {
      valid &= hour >= 0;
    }
    if (!valid || (!day.isEmpty() && day.stream().mapToDouble(Double::doubleValue).sum() <= 0)) {
      throw new IllegalArgumentException(
          "a day must have 24 numbers that are not negative, nor all 0");
    }
  }

  /** Returns the rate of an hour of the day, divided by the average rate; 1 if all are equal. */
  public double factor(int hour) {
    return day.isEmpty()
        ? 1
        : day.get(hour) * 24 / day.stream().mapToDouble(Double::doubleValue).sum();
  }
}
