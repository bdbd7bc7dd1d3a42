package dev.monotable.design.cost;

import java.math.BigDecimal;

/**
 * The way in which a month is charged.
 *
 * @param hoursPerMonth the length of a month; the AWS Pricing Calculator uses 730, the examples of
 *     the pricing pages 720
 * @param targetUtilization the part of the provisioned capacity that auto scaling keeps in use,
 *     from 0.2 to 0.9; AWS's default is 0.7
 * @param freeTier whether the free tier is subtracted. All tables of an account share it
 */
public record CostSettings(int hoursPerMonth, BigDecimal targetUtilization, boolean freeTier) {
  private static final BigDecimal LOWEST = new BigDecimal("0.2");
  private static final BigDecimal HIGHEST = new BigDecimal("0.9");

  /** 730 hours, 70 % utilization, without the free tier. */
  public static final CostSettings DEFAULT = new CostSettings(730, new BigDecimal("0.7"), false);

  public CostSettings {
    if (hoursPerMonth < 1 || hoursPerMonth > 744) {
      throw new IllegalArgumentException("not the hours of a month: " + hoursPerMonth);
    }
    if (targetUtilization.compareTo(LOWEST) < 0 || targetUtilization.compareTo(HIGHEST) > 0) {
      throw new IllegalArgumentException(
          "the target utilization must be from 0.2 to 0.9: " + targetUtilization);
    }
  }
}
