package dev.monotable.design.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The distribution of the traffic of a day over its hours.
 *
 * @param weights 24 weights, one for each hour from midnight, not negative and not all zero
 */
public record DayCurve(List<BigDecimal> weights) {
  private static final int HOURS = 24;

  /** The same traffic in every hour. */
  public static final DayCurve FLAT = new DayCurve(Collections.nCopies(HOURS, BigDecimal.ONE));

  /**
   * People of one time zone: little at night, a rise in the morning, the most in the evening. The
   * busiest hour has 1.9 times the average.
   */
  public static final DayCurve PEOPLE =
      of(12, 8, 5, 4, 4, 6, 12, 20, 30, 36, 40, 42, 44, 42, 40, 40, 42, 46, 52, 58, 60, 54, 40, 24);

  public DayCurve {
    weights = List.copyOf(weights);
    BigDecimal sum = BigDecimal.ZERO;
    for (BigDecimal weight : weights) {
      if (weight.signum() < 0) {
        throw new IllegalArgumentException("a negative weight: " + weight);
      }
      sum = sum.add(weight);
    }
    if (weights.size() != HOURS || sum.signum() == 0) {
      throw new IllegalArgumentException("not 24 weights with a positive sum: " + weights);
    }
  }

  /** Creates a curve of whole numbers. */
  public static DayCurve of(int... weights) {
    List<BigDecimal> list = new ArrayList<>();
    for (int weight : weights) {
      list.add(BigDecimal.valueOf(weight));
    }
    return new DayCurve(list);
  }

  /** Returns the traffic of an hour, 0 to 23, relative to the average of the day. */
  public BigDecimal factor(int hour) {
    BigDecimal sum = BigDecimal.ZERO;
    for (BigDecimal weight : weights) {
      sum = sum.add(weight);
    }
    return weights.get(hour).multiply(BigDecimal.valueOf(HOURS)).divide(sum, MathContext.DECIMAL64);
  }
}
