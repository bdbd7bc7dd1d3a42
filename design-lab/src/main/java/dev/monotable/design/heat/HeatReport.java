package dev.monotable.design.heat;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a load on the partitions of a table or index.
 *
 * @param scenario the table or index and its load
 * @param timeline what happened in the simulated time
 * @param atStart where it throttles first with the partitions that it has at the start
 * @param settled where it throttles first when partitions have been split wherever that helps
 * @param hottest the partition key values with the most traffic, the hottest first
 * @param sharding the effect of suffixes on the hottest kind of key values
 * @param assumptions what the simulation assumes
 */
public record HeatReport(
    HeatScenario scenario,
    Timeline timeline,
    ThrottlePoint atStart,
    ThrottlePoint settled,
    List<HotKey> hottest,
    List<ShardingOption> sharding,
    List<Assumption> assumptions) {
  private static final double DEFAULT_QUOTA = 40_000;
  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  /** A limit that is so many times higher than the traffic is not named. */
  private static final double AMPLE = 100;

  /** A key with a smaller share of the traffic of a partition is not the cause. */
  private static final double LEAST_SHARE = 0.01;

  /**
   * The events of the simulated time.
   *
   * @param totals the sums
   * @param steps the traffic over the time, at most 1,440 steps
   * @param splits the splits in their order, and those that would not have helped
   * @param firstThrottle the first throttled requests, or null if there were none
   */
  public record Timeline(
      HeatTotals totals,
      List<HeatStep> steps,
      List<PartitionSplit> splits,
      @Nullable FirstThrottle firstThrottle) {
    public Timeline {
      steps = List.copyOf(steps);
      splits = List.copyOf(splits);
    }
  }

  public HeatReport {
    hottest = List.copyOf(hottest);
    sharding = List.copyOf(sharding);
    assumptions = List.copyOf(assumptions);
  }

  /** Returns what stands out, in sentences. */
  public List<String> statements() {
    List<String> all = new ArrayList<>();
    String start = "With the partitions of the start, {} throttles above {}: {}.";
    all.add(fill(start, scenario.name(), rate(atStart), limit(atStart)));
    String end = "After all splits that help, " + scenario.name();
    all.add(
        settled.factor() >= AMPLE
            ? end + " serves more than 100 times this traffic."
            : fill("{} throttles above {}: {}.{}", end, rate(settled), limit(settled), reason()));
    if (settled.factor() < AMPLE && settled.cause().isPartition() && sharding.size() > 1) {
      ShardingOption best = sharding.get(sharding.size() - 1);
      all.add(
          fill(
              "With {} suffixes on the key, the limit is {}; reading all of a key then takes {}"
                  + " requests.",
              best.suffixes(),
              rate(best.readUnits(), best.writeUnits()),
              best.suffixes()));
    }
    all.add(outcome());
    double peak = Math.max(peak(true), peak(false));
    if (peak > DEFAULT_QUOTA) {
      all.add(
          "The traffic exceeds the default quota of 40,000 units a second for a table. Request a"
              + " higher quota.");
    }
    return all;
  }

  private double peak(boolean reads) {
    double peak = 0;
    for (HeatStep step : timeline.steps()) {
      peak = Math.max(peak, reads ? step.readUnits() : step.writeUnits());
    }
    return peak;
  }

  private String outcome() {
    HeatTotals totals = timeline.totals();
    String partitions =
        totals.partitionsAtStart() == totals.partitionsAtEnd()
            ? count(totals.partitionsAtEnd(), "partition")
            : fill(
                "{} to {} partitions",
                Numbers.plain(totals.partitionsAtStart()),
                Numbers.plain(totals.partitionsAtEnd()));
    FirstThrottle first = timeline.firstThrottle();
    String of = " of " + Numbers.plain(totals.seconds()) + " seconds with " + partitions + ".";
    if (first == null) {
      return "Nothing was throttled in the simulation" + of;
    }
    return fill(
        "{} of all units were throttled in the simulation{} The first was after {} seconds: {},"
            + " {}.",
        Numbers.percent(totals.throttledShare()),
        of,
        Numbers.plain(first.second()),
        first.cause().limit(),
        first.key());
  }

  private static String limit(ThrottlePoint point) {
    String limit = "the " + point.cause().limit();
    return point.share() < LEAST_SHARE
        ? limit + "; no key value stands out"
        : fill("{}, {} of them for {}", limit, Numbers.percent(point.share()), point.key());
  }

  private String reason() {
    if (!settled.cause().isPartition() || settled.share() < LEAST_SHARE) {
      return "";
    }
    if (scenario.localIndexes()) {
      return " A local index keeps the items of a key value in one partition.";
    }
    KeyTraffic limit = scenario.findBusiest(settled);
    if (limit == null) {
      return "";
    }
    return switch (limit.access().kind()) {
      case SPREAD -> "";
      case LATEST -> " Its sort keys only increase, so all its traffic stays in one partition.";
      case ONE_ITEM -> " Its traffic goes to one item, which is in one partition.";
      case QUEUE ->
          " It is a queue: entries are added at its end and taken from its beginning, so a split is"
              + " soon behind them.";
    };
  }

  private static String rate(ThrottlePoint point) {
    return fill(
        "{} ({} times the average)",
        rate(point.readUnits(), point.writeUnits()),
        Numbers.plain(BigDecimal.valueOf(point.factor()).round(TWO_DIGITS)));
  }

  private static String rate(double reads, double writes) {
    String read = Numbers.plain(Math.round(reads)) + " read";
    String written = Numbers.plain(Math.round(writes)) + " write";
    return (writes == 0 ? read : reads == 0 ? written : read + " and " + written)
        + " units a second";
  }
}
