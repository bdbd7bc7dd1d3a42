package dev.monotable.design.outlook;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The expected cost and limits of a design in a scenario.
 *
 * @param name the name of the scenario
 * @param text what happens, in a sentence or two
 * @param stages one, or one for each year of growth
 */
public record ScenarioOutlook(String name, String text, List<Stage> stages) {
  public ScenarioOutlook {
    stages = List.copyOf(stages);
  }

  /**
   * A time of a scenario.
   *
   * @param year the year of growth, from 1; null in other scenarios
   * @param month the cost of a month on demand; of a month after a bulk load
   * @param event the cost of the requests of a launch or a bulk load; null if there is no event, or
   *     its price is not known
   * @param throttling where it throttles; null without traffic, or if that is not known
   * @param largest the largest item collection; null if none is known
   */
  public record Stage(
      @Nullable Integer year,
      BigDecimal month,
      @Nullable BigDecimal event,
      @Nullable Throttling throttling,
      @Nullable LargestCollection largest) {}

  /**
   * The throttling of requests, or the limit that is not reached.
   *
   * @param throttled whether they are
   * @param second the time since the begin of a launch or a bulk load at which the first request is
   *     throttled; null if none is, or if the traffic lasts
   * @param share the share of the units of this table or index that are throttled during a launch
   *     or a bulk load, from 0 to 1; 0 if the traffic lasts
   * @param limit the limit that throttles first; its factor is relative to the traffic of the
   *     scenario
   */
  public record Throttling(
      boolean throttled, @Nullable Integer second, double share, ThrottleLimit limit) {}
}
