package dev.monotable.design.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.KeyDistribution.Observed;
import dev.monotable.design.heat.KeyDistribution.Observed.ObservedKey;
import dev.monotable.design.heat.KeyDistribution.Uniform;
import dev.monotable.design.heat.RateCurve.Point;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.PartitionMap.Reason;
import dev.monotable.engine.partition.TableCapacity.OnDemand;
import dev.monotable.engine.partition.TableCapacity.Provisioned;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares simulations with the figures in AWS's guide, knowledge center and blog. */
class PublishedHeatTest {
  private static final String GUIDE =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/";

  /**
   * A partition key value serves up to 3,000 read units or 1,000 write units, whatever the table
   * could serve.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html">Best
   *     practices for designing and using partition keys effectively</a>
   */
  @Test
  void oneItemServes3000ReadsAnd1000WritesASecond() {
    HeatScenario reads =
        HeatScenario.of("Votes", item("CANDIDATE", 12_000, 0))
            .withCapacity(new OnDemand(100_000, 100_000));
    HeatScenario writes =
        HeatScenario.of("Votes", item("CANDIDATE", 0, 4_000))
            .withCapacity(new OnDemand(100_000, 100_000));

    HeatReport ofReads = run(reads, 60);
    HeatReport ofWrites = run(writes, 60);

    assertThat(ofReads.atStart())
        .isEqualTo(
            new ThrottlePoint(0.25, 3_000, 0, "CANDIDATE", 1, ThrottleCause.PARTITION_READS));
    assertThat(ofReads.settled()).isEqualTo(ofReads.atStart());
    assertThat(ofWrites.atStart())
        .isEqualTo(
            new ThrottlePoint(0.25, 0, 1_000, "CANDIDATE", 1, ThrottleCause.PARTITION_WRITES));
    assertThat(ofWrites.timeline().totals())
        .isEqualTo(new HeatTotals(3_600, 0, 14_400_000, 0, 10_800_000, 1, 1));
    assertThat(ofWrites.timeline().firstThrottle())
        .isEqualTo(new FirstThrottle(0, 0, 4_000, "CANDIDATE", ThrottleCause.PARTITION_WRITES));
  }

  /** A new on-demand table serves 4,000 write units and 12,000 read units a second. */
  @Test
  void aNewOnDemandTableServes4000WritesAnd12000ReadsASecond() {
    HeatScenario scenario =
        HeatScenario.of("Orders", spread("ORDER#{}", 10_000_000, 24_000, 8_000));

    HeatReport report = run(scenario, 10);

    assertThat(GUIDE + "on-demand-capacity-mode.html").isEqualTo(source(report, "on-demand table"));
    assertThat(report.timeline().totals().partitionsAtStart()).isEqualTo(4);
    assertThat(report.timeline().steps())
        .hasSize(600)
        .allSatisfy(
            step -> {
              assertThat(step.readUnits() - step.throttledReads()).isCloseTo(12_000, within(1e-6));
              assertThat(step.writeUnits() - step.throttledWrites()).isCloseTo(4_000, within(1e-6));
            });
    assertThat(report.timeline().firstThrottle()).isNotNull();
    assertThat(report.atStart().factor()).isCloseTo(0.5, within(1e-9));
  }

  /**
   * The example of the guide: with a previous peak of 50,000 reads a second, a table serves 100,000
   * at once; after they have been sustained, 200,000.
   */
  @Test
  void anOnDemandTableServesTwiceItsPreviousPeak() {
    HeatScenario scenario =
        HeatScenario.of("Orders", spread("ORDER#{}", 1_000_000, 50_000, 0))
            .withCapacity(new OnDemand(100_000, 4_000));
    // 100,000 reads for 30 minutes, then 200,000.
    RateCurve curve =
        new RateCurve(List.of(new Point(0, 2), new Point(1_800, 2), new Point(1_801, 4)));

    HeatReport report =
        HeatSimulation.run(scenario, new Run(curve, 2_300, 1, 1), HeatModel.DEFAULT);

    double throttled = 0;
    for (HeatStep step : report.timeline().steps()) {
      if (step.second() < 1_800) {
        assertThat(step.throttledReads()).isZero();
      }
      throttled += step.throttledReads();
    }
    assertThat(throttled).isZero();
    assertThat(report.timeline().totals().partitionsAtStart()).isEqualTo(34);
    assertThat(report.timeline().totals().partitionsAtEnd()).isEqualTo(68);
  }

  /** The same table is throttled if the traffic is more than doubled within 30 minutes. */
  @Test
  void anOnDemandTableThrottlesMoreThanTwiceItsPreviousPeakWithin30Minutes() {
    HeatScenario scenario =
        HeatScenario.of("Orders", spread("ORDER#{}", 1_000_000, 50_000, 0))
            .withCapacity(new OnDemand(100_000, 4_000));

    HeatReport report =
        HeatSimulation.run(
            scenario,
            new Run(new RateCurve(List.of(new Point(0, 1), new Point(1_200, 3))), 1_200, 1, 1),
            HeatModel.DEFAULT);

    assertThat(report.timeline().firstThrottle()).isNotNull();
    assertThat(report.timeline().firstThrottle().second()).isEqualTo(600);
    assertThat(report.timeline().firstThrottle().readUnits()).isCloseTo(100_000, within(100.0));
  }

  /**
   * The example of the guide for adaptive capacity: 400 write units over four partitions, three
   * with 50 and one with 150, are served.
   */
  @Test
  void adaptiveCapacityServesAHotPartitionOfAProvisionedTable() {
    List<ObservedKey> keys =
        List.of(
            new ObservedKey("1", 50),
            new ObservedKey("2", 50),
            new ObservedKey("3", 50),
            new ObservedKey("4", 150));
    KeyTraffic traffic =
        new KeyTraffic("write", "{}", new Observed(keys), SortKeyAccess.SPREAD, 100, 0, 300);
    HeatScenario scenario =
        HeatScenario.of("Orders", traffic).withCapacity(new Provisioned(400, 400));

    HeatReport report = run(scenario, 60);

    assertThat(report.timeline().totals())
        .isEqualTo(new HeatTotals(3_600, 0, 300.0 * 3_600, 0, 0, 1, 1));
    assertThat(report.timeline().firstThrottle()).isNull();
    // The rest of the table is for all of them: 400 units, not 100 for each partition.
    assertThat(report.settled())
        .isEqualTo(new ThrottlePoint(4.0 / 3, 0, 400, "4", 0.5, ThrottleCause.TABLE_WRITES));
  }

  /**
   * The example of the knowledge center: 150 read units that were idle for 5 minutes serve 200 for
   * 45,000 / (200 - 150) = 900 seconds.
   *
   * @see <a href="https://repost.aws/knowledge-center/dynamodb-spiky-workloads-short-intervals">How
   *     does DynamoDB handle spiky workloads in short intervals?</a>
   */
  @Test
  void burstCapacityLasts15Minutes() {
    HeatScenario scenario =
        HeatScenario.of("Orders", spread("ORDER#{}", 1_000, 200, 0))
            .withCapacity(new Provisioned(150, 10));

    HeatReport report = run(scenario, 20);

    assertThat(report.timeline().firstThrottle()).isNotNull();
    assertThat(report.timeline().firstThrottle().second()).isEqualTo(900);
    assertThat(report.timeline().firstThrottle().cause()).isEqualTo(ThrottleCause.TABLE_READS);
    assertThat(report.timeline().totals().throttledReads()).isCloseTo(50 * 300, within(1e-3));
  }

  /**
   * The blog queries one partition key value as fast as it can: 4,500 read units are 9,000
   * eventually consistent queries a second for the first 10 minutes, more than the documented 3,000
   * units because each of three replicas serves such reads. Then the partition is split for heat.
   *
   * @see <a
   *     href="https://aws.amazon.com/blogs/database/part-2-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/">Scaling
   *     DynamoDB, part 2</a>
   */
  @Test
  void oneKeyServes9000QueriesASecondUntilItIsSplit() {
    PartitionLimits threeReplicas = new PartitionLimits(4_500, 1_000, 10.0 * (1L << 30));
    HeatScenario scenario =
        HeatScenario.of(
            "Addresses",
            new KeyTraffic(
                "lookup", "ALL", new Uniform(1), SortKeyAccess.SPREAD, 143_000, 100_000, 0));

    HeatReport report =
        HeatSimulation.run(scenario, Run.minutes(25), HeatModel.DEFAULT.withLimits(threeReplicas));

    List<Double> served = new ArrayList<>();
    for (HeatStep step : report.timeline().steps()) {
      double units = step.readUnits() - step.throttledReads();
      if (served.isEmpty() || Math.abs(served.get(served.size() - 1) - units) > 1e-6) {
        served.add(units);
      }
    }
    assertThat(served).hasSize(3);
    assertThat(served.get(0)).isCloseTo(4_500, within(1e-6));
    assertThat(served.get(1)).isCloseTo(9_000, within(1e-6));
    // The limit of a new on-demand table for 30 minutes.
    assertThat(served.get(2)).isCloseTo(12_000, within(1e-6));
    assertThat(report.timeline().splits().get(0))
        .isEqualTo(new PartitionSplit(599, Reason.HEAT, "ALL", true, 2));
  }

  /**
   * Split for heat does not help a table that is written with ever-increasing sort keys, and cannot
   * divide an item collection if there is a local index.
   *
   * @see <a
   *     href="https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/">Scaling
   *     DynamoDB, part 3</a>
   */
  @Test
  void increasingSortKeysAndLocalIndexesPreventSplits() {
    HeatScenario spread = collection(SortKeyAccess.SPREAD);

    HeatReport free = run(spread, 60);
    HeatReport increasing = run(collection(SortKeyAccess.LATEST), 60);
    HeatReport local = run(spread.withLocalIndexes(), 60);

    assertThat(free.timeline().splits())
        .extracting(PartitionSplit::reason)
        .containsExactly(Reason.HEAT, Reason.HEAT, Reason.HEAT);
    assertThat(free.settled().writeUnits()).isCloseTo(1_000_000, within(1e-3));
    for (HeatReport report : List.of(increasing, local)) {
      assertThat(report.timeline().splits())
          .containsExactly(new PartitionSplit(599, Reason.NOT_BENEFICIAL, "LOG", false, 1));
      assertThat(report.settled())
          .isEqualTo(new ThrottlePoint(0.4, 0, 1_000, "LOG", 1, ThrottleCause.PARTITION_WRITES));
      assertThat(report.timeline().totals().throttledWrites()).isEqualTo(1_500.0 * 3_600);
    }
    assertThat(increasing.statements())
        .containsExactly(
            "With the partitions of the start, Logs throttles above 1,000 write units a second (0.4"
                + " times the average): the write units of a partition, 100 % of them for LOG.",
            "After all splits that help, Logs throttles above 1,000 write units a second (0.4 times"
                + " the average): the write units of a partition, 100 % of them for LOG. Its sort"
                + " keys only increase, so all its traffic stays in one partition.",
            "With 5 suffixes on the key, the limit is 5,000 write units a second; reading all of a"
                + " key then takes 5 requests.",
            "60 % of all units were throttled in the simulation of 3,600 seconds with 1 partition."
                + " The first was after 0 seconds: write units of a partition, LOG.");
  }

  /**
   * The guide shards a key of one day with suffixes from 1 to 200, so that its writes are spread
   * over many partitions.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-sharding.html">Using
   *     write sharding to distribute workloads evenly</a>
   */
  @Test
  void twoHundredSuffixesServe200000WritesASecond() {
    KeyTraffic today =
        new KeyTraffic(
            "write", "2014-07-09", new Uniform(1), SortKeyAccess.LATEST, 1e9, 0, 150_000);
    HeatScenario scenario =
        HeatScenario.of("Orders", today).withCapacity(new OnDemand(12_000, 200_000));
    KeyTraffic sharded =
        new KeyTraffic(
            "write", "2014-07-09.{}", new Uniform(200), SortKeyAccess.LATEST, 1e7, 0, 150_000);

    HeatReport report = run(scenario, 10);
    HeatReport after =
        run(HeatScenario.of("Orders", sharded).withCapacity(scenario.capacity()), 60);

    assertThat(report.settled().writeUnits()).isCloseTo(1_000, within(1e-6));
    assertThat(report.sharding())
        .extracting(ShardingOption::suffixes)
        .containsExactly(1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200);
    assertThat(report.sharding().get(13).writeUnits()).isCloseTo(200_000, within(1e-3));
    assertThat(after.settled().writeUnits()).isCloseTo(200_000, within(1e-3));
    assertThat(after.timeline().firstThrottle()).isNull();
  }

  private static KeyTraffic item(String key, double reads, double writes) {
    return new KeyTraffic("access", key, new Uniform(1), SortKeyAccess.ONE_ITEM, 1, reads, writes);
  }

  private static KeyTraffic spread(String keys, long count, double reads, double writes) {
    return new KeyTraffic(
        "access", keys, new Uniform(count), SortKeyAccess.SPREAD, 1, reads, writes);
  }

  private static HeatScenario collection(SortKeyAccess access) {
    return HeatScenario.of(
        "Logs", new KeyTraffic("write", "LOG", new Uniform(1), access, 1_000, 0, 2_500));
  }

  private static HeatReport run(HeatScenario scenario, int minutes) {
    return HeatSimulation.run(scenario, Run.minutes(minutes), HeatModel.DEFAULT);
  }

  private static String source(HeatReport report, String text) {
    return report.assumptions().stream()
        .filter(assumption -> assumption.text().contains(text))
        .findFirst()
        .orElseThrow()
        .source();
  }
}
