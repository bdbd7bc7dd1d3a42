package dev.monotable.design.report;

import dev.monotable.design.heat.HeatStep;
import dev.monotable.design.heat.HotKey;
import dev.monotable.design.heat.ShardingOption;
import dev.monotable.design.heat.ThrottlePoint;
import java.util.List;

/**
 * The partitions of a table or global index under its traffic.
 *
 * @param target the table, or the table and the index
 * @param statements what stands out
 * @param steps the traffic over the simulated time
 * @param atStart where it throttles first with the partitions that it has at the start
 * @param settled where it throttles first when partitions have been split wherever that helps
 * @param hottest the partition key values with the most traffic, the hottest first
 * @param sharding the effect of suffixes on the hottest kind of key values
 */
public record HeatSummary(
    String target,
    List<String> statements,
    List<HeatStep> steps,
    ThrottlePoint atStart,
    ThrottlePoint settled,
    List<HotKey> hottest,
    List<ShardingOption> sharding) {
  public HeatSummary {
    statements = List.copyOf(statements);
    steps = List.copyOf(steps);
    hottest = List.copyOf(hottest);
    sharding = List.copyOf(sharding);
  }

  /** Returns whether requests were throttled in the simulation. */
  public boolean isThrottled() {
    return steps.stream().anyMatch(step -> step.throttledReads() + step.throttledWrites() > 0);
  }
}
