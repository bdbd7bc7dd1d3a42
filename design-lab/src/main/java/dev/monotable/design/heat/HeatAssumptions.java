package dev.monotable.design.heat;

import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;

import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.Numbers;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.TableCapacity;
import java.util.List;

/** The assumptions of a simulation, with the pages that say so. */
final class HeatAssumptions {
  private static final String GUIDE =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/";
  private static final String PARTITION_KEYS = GUIDE + "bp-partition-key-design.html";
  private static final String BURST = GUIDE + "burst-adaptive-capacity.html";
  private static final String ON_DEMAND = GUIDE + "on-demand-capacity-mode.html";
  private static final String HOT = GUIDE + "throttling-key-range-limit-exceeded-mitigation.html";
  private static final String INDEXES = GUIDE + "GSI.html";
  private static final String QUOTAS = GUIDE + "ServiceQuotas.html";
  private static final String BLOG =
      "https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/";
  private static final String BLOG_QUERIES =
      "https://aws.amazon.com/blogs/database/part-2-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/";
  private static final String SPIKES =
      "https://repost.aws/knowledge-center/dynamodb-spiky-workloads-short-intervals";

  private HeatAssumptions() {}

  static List<Assumption> of(HeatScenario scenario, HeatModel model, HeatSimulation.Run run) {
    PartitionLimits limits = model.limits();
    return List.of(
        new Assumption(
            fill(
                "A partition serves {} read units and {} write units a second, independently of"
                    + " each other, and holds {} GB.",
                plain(limits.readUnits()),
                plain(limits.writeUnits()),
                plain(limits.bytes() / (1L << 30))),
            PARTITION_KEYS),
        capacity(scenario, model),
        new Assumption(
            fill(
                "A partition that is at {} of a limit for {} seconds is split in two halves of its"
                    + " traffic. AWS does not publish these numbers; its blog shows a hot"
                    + " partition that is not split in 10 minutes.",
                Numbers.percent(model.hotUtilization()),
                Numbers.plain(model.heatSeconds())),
            BLOG_QUERIES),
        new Assumption(
            fill(
                "A partition is not split if one part would keep more than {} of the traffic, such"
                    + " as with ever-increasing sort keys. Partitions are never merged.",
                Numbers.percent(1 - model.leastBenefit())),
            BLOG),
        new Assumption(
            scenario.localIndexes()
                ? "The table has a local index, so each item collection stays in one partition."
                : "The table has no local index, so an item collection can be split between items.",
            HOT),
        new Assumption("An item is in one partition.", PARTITION_KEYS),
        new Assumption(
            "Unused capacity raises the throughput of a table, not that of a partition above its"
                + " limits.",
            SPIKES),
        new Assumption(
            "A global index has partitions and a capacity of its own. When its writes are"
                + " throttled, so are those of its table; the simulation treats them apart.",
            INDEXES),
        new Assumption(
            "The quotas of the account are not applied. The default for a table is 40,000 read and"
                + " 40,000 write units a second.",
            QUOTAS),
        new Assumption(
            fill(
                "Throttled requests are not retried. The placement of key values is random, with"
                    + " seed {}; stored data is spread evenly over them.",
                run.seed()),
            null));
  }

  private static Assumption capacity(HeatScenario scenario, HeatModel model) {
    String units =
        fill(
            "{} read units and {} write units a second",
            plain(scenario.capacity().readUnits()),
            plain(scenario.capacity().writeUnits()));
    if (scenario.capacity() instanceof TableCapacity.OnDemand) {
      return new Assumption(
          fill(
              "The on-demand table serves {} at the start, and after each {} minutes twice its"
                  + " previous peak. AWS may serve more than that earlier, but does not promise"
                  + " it.",
              units,
              plain(model.doublingSeconds() / 60.0)),
          ON_DEMAND);
    }
    return new Assumption(
        fill(
            "The provisioned capacity of {} goes at once to the partitions that need it, and up to"
                + " {} seconds of unused capacity are kept. The table was idle before.",
            units,
            Numbers.plain(model.burstSeconds())),
        BURST);
  }
}
