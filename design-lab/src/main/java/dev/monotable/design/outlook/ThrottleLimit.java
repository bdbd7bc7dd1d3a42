package dev.monotable.design.outlook;

import dev.monotable.design.heat.FirstThrottle;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.KeyTraffic;
import dev.monotable.design.heat.ThrottleCause;
import dev.monotable.design.heat.ThrottlePoint;
import dev.monotable.design.load.Rounded;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The first limit that throttles.
 *
 * @param factor how many times the traffic it is reached at
 * @param target the table, or the table and the index
 * @param key the partition key value with the most traffic where it throttles; null if none stands
 *     out
 * @param cause the limit
 * @param pattern the access pattern with the most traffic there; null if none stands out
 */
public record ThrottleLimit(
    double factor,
    String target,
    @Nullable String key,
    ThrottleCause cause,
    @Nullable String pattern) {
  /** A key with a smaller share of the units of a partition is not named. */
  private static final double LEAST_SHARE = 0.01;

  static ThrottleLimit of(HeatScenario scenario, ThrottlePoint point) {
    return new ThrottleLimit(
        Rounded.of(point.factor()),
        scenario.name(),
        key(point, point.key()),
        point.cause(),
        pattern(scenario, point.key(), point.cause()));
  }

  /**
   * Returns the limit of the first throttled requests of a simulation.
   *
   * @param start where the scenario throttles with the partitions that it has at the start
   */
  static ThrottleLimit of(HeatScenario scenario, FirstThrottle first, ThrottlePoint start) {
    return new ThrottleLimit(
        Rounded.of(start.factor()),
        scenario.name(),
        key(start, first.key()),
        first.cause(),
        pattern(scenario, first.key(), first.cause()));
  }

  private static @Nullable String key(ThrottlePoint point, String key) {
    return point.cause().isPartition() && point.share() >= LEAST_SHARE ? key : null;
  }

  /** Returns the access pattern with the most traffic on a key value, or on the whole table. */
  private static @Nullable String pattern(HeatScenario scenario, String key, ThrottleCause cause) {
    if (cause.isPartition()) {
      KeyTraffic busiest = scenario.findBusiest(key, cause);
      return busiest == null ? null : busiest.pattern();
    }
    return scenario.traffic().stream()
        .max(
            Comparator.comparingDouble(
                each -> cause.isWrites() ? each.writeUnits() : each.readUnits()))
        .map(KeyTraffic::pattern)
        .orElse(null);
  }
}
