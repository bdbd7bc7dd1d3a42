package dev.monotable.design.heat;

import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.Numbers;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.TableCapacity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What a simulation assumes, with the pages that say so. */
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
    List<Assumption> all = new ArrayList<>();
    PartitionLimits limits = model.limits();
    all.add(
        new Assumption(
            "A partition serves "
                + number(limits.readUnits())
                + " read units and "
                + number(limits.writeUnits())
                + " write units a second, independently of each other, and holds "
                + number(limits.bytes() / (1L << 30))
                + " GB.",
            PARTITION_KEYS));
    all.add(capacity(scenario, model));
    all.add(
        new Assumption(
            "A partition that is at "
                + percent(model.hotUtilization())
                + " of a limit for "
                + Numbers.plain(model.heatSeconds())
                + " seconds is split in two halves of its traffic. AWS does not publish these"
                + " numbers; its blog shows a hot partition that is not split in 10 minutes.",
            BLOG_QUERIES));
    all.add(
        new Assumption(
            "A partition is not split if one part would keep more than "
                + percent(1 - model.leastBenefit())
                + " of the traffic, such as with ever-increasing sort keys. Partitions are never"
                + " merged.",
            BLOG));
    all.add(
        new Assumption(
            scenario.localIndexes()
                ? "The table has a local index, so each item collection stays in one partition."
                : "The table has no local index, so an item collection can be split between items.",
            HOT));
    all.add(new Assumption("An item is in one partition.", PARTITION_KEYS));
    all.add(
        new Assumption(
            "Unused capacity raises the throughput of a table, not that of a partition above its"
                + " limits.",
            SPIKES));
    all.add(
        new Assumption(
            "A global index has partitions and a capacity of its own. When its writes are"
                + " throttled, so are those of its table; the simulation treats them apart.",
            INDEXES));
    all.add(
        new Assumption(
            "The quotas of the account are not applied. The default for a table is 40,000 read and"
                + " 40,000 write units a second.",
            QUOTAS));
    all.add(
        new Assumption(
            "Throttled requests are not retried. The placement of key values is random, with seed "
                + run.seed()
                + "; stored data is spread evenly over them.",
            null));
    return all;
  }

  private static Assumption capacity(HeatScenario scenario, HeatModel model) {
    String units =
        number(scenario.capacity().readUnits())
            + " read units and "
            + number(scenario.capacity().writeUnits())
            + " write units a second";
    if (scenario.capacity() instanceof TableCapacity.OnDemand) {
      return new Assumption(
          "The on-demand table serves "
              + units
              + " at the start, and after each "
              + number(model.doublingSeconds() / 60.0)
              + " minutes twice its previous peak. AWS may serve more than that earlier, but does"
              + " not promise it.",
          ON_DEMAND);
    }
    return new Assumption(
        "The provisioned capacity of "
            + units
            + " goes at once to the partitions that need it, and up to "
            + Numbers.plain(model.burstSeconds())
            + " seconds of unused capacity are kept. The table was idle before.",
        BURST);
  }

  private static String number(double value) {
    return Numbers.plain(BigDecimal.valueOf(value));
  }

  private static String percent(double part) {
    return Numbers.percent(BigDecimal.valueOf(part), BigDecimal.ONE);
  }
}
