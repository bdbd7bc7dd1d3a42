package dev.monotable.design.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.KeyDistribution.Observed;
import dev.monotable.design.heat.KeyDistribution.Observed.ObservedKey;
import dev.monotable.design.heat.KeyDistribution.Uniform;
import dev.monotable.design.heat.KeyDistribution.Zipf;
import dev.monotable.design.load.DayCurve;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.PartitionMap.Reason;
import dev.monotable.engine.partition.TableCapacity.OnDemand;
import dev.monotable.engine.partition.TableCapacity.Provisioned;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the simulation of partitions, and the rates that it reports. */
class HeatSimulationTest {
  private static final double GIB = 1L << 30;

  /** Ten minutes of a million requests a second, half of them writes, on a warm table. */
  @Test
  void aMillionRequestsASecondAreServedByEnoughPartitionsIfKeysAreEven() {
    HeatScenario scenario =
        HeatScenario.of(
                "Events",
                new KeyTraffic(
                    "write",
                    "EVENT#{}",
                    new Uniform(10_000_000),
                    SortKeyAccess.SPREAD,
                    1,
                    0,
                    500_000),
                new KeyTraffic(
                    "read",
                    "EVENT#{}",
                    new Uniform(10_000_000),
                    SortKeyAccess.SPREAD,
                    1,
                    250_000,
                    0))
            .withCapacity(new OnDemand(600_000, 600_000));

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(10), HeatModel.DEFAULT);

    assertThat(report.timeline().totals().partitionsAtStart()).isEqualTo(600);
    assertThat(report.timeline().totals().readUnits()).isCloseTo(250_000.0 * 600, within(1.0));
    assertThat(report.timeline().totals().writeUnits()).isCloseTo(500_000.0 * 600, within(1.0));
    assertThat(report.timeline().totals().throttledShare()).isZero();
    assertThat(report.timeline().firstThrottle()).isNull();
    assertThat(report.statements())
        .endsWith(
            "The traffic exceeds the default quota of 40,000 units a second for a table. Request a"
                + " higher quota.");
  }

  /** The same rate with a Zipf distribution is throttled at its most frequent key. */
  @Test
  void aMillionRequestsASecondAreThrottledIfKeysAreNot() {
    KeyTraffic traffic =
        new KeyTraffic(
            "write",
            "EVENT#{}",
            new Zipf(10_000_000, 1),
            SortKeyAccess.LATEST,
            1_000,
            0,
            1_000_000);
    HeatScenario scenario =
        HeatScenario.of("Events", traffic).withCapacity(new OnDemand(12_000, 2_000_000));

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(10), HeatModel.DEFAULT);

    // The sum of 1/r up to 10,000,000 is ln(10,000,000) + 0.5772.
    double share = 1 / (Math.log(10_000_000) + 0.577_215_665);
    assertThat(report.hottest().get(0).key()).isEqualTo("EVENT#{} (1)");
    assertThat(report.hottest().get(0).writeShare()).isCloseTo(share, within(1e-6));
    assertThat(report.settled().writeUnits()).isCloseTo(1_000 / share, within(0.1));
    assertThat(report.settled().key()).isEqualTo("EVENT#{} (1)");
    assertThat(report.timeline().firstThrottle())
        .isEqualTo(
            new FirstThrottle(
                0,
                0,
                report.timeline().firstThrottle().writeUnits(),
                "EVENT#{} (1)",
                ThrottleCause.PARTITION_WRITES));
    assertThat(report.timeline().totals().throttledShare()).isBetween(0.2, 0.6);
  }

  @Test
  void theSharesOfAZipfDistributionAreThoseOfItsRanksAlsoIfTheRestIsMerged() {
    double[] exact = new Zipf(4, 1).shares();
    double[] merged = new Zipf(1L << 32, 0.99).shares();

    assertThat(exact)
        .containsExactly(new double[] {12 / 25.0, 6 / 25.0, 4 / 25.0, 3 / 25.0}, within(1e-12));
    assertThat(new Zipf(5, 0).shares())
        .containsExactly(new double[] {0.2, 0.2, 0.2, 0.2, 0.2}, within(1e-12));
    assertThat(merged).hasSize(KeyDistribution.MAX_KEYS);
    assertThat(Arrays.stream(merged).sum()).isCloseTo(1, within(1e-9));
    assertThat(merged[0] / merged[9]).isCloseTo(Math.pow(10, 0.99), within(1e-9));
  }

  /**
   * A hot key among others is isolated by splits between keys, also if local indexes forbid others.
   */
  @Test
  void aHotKeyIsIsolatedFromItsNeighbors() {
    KeyTraffic hot =
        new KeyTraffic("hot", "HOT", new Uniform(1), SortKeyAccess.ONE_ITEM, 1, 0, 900);
    KeyTraffic others =
        new KeyTraffic("others", "ITEM#{}", new Uniform(1_000), SortKeyAccess.ONE_ITEM, 1, 0, 900);
    HeatScenario scenario =
        HeatScenario.of("Items", hot, others)
            .withLocalIndexes()
            .withCapacity(new Provisioned(1, 5_000));

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(120), HeatModel.DEFAULT);

    HeatStep last = report.timeline().steps().get(report.timeline().steps().size() - 1);
    assertThat(last.throttledWrites()).isZero();
    assertThat(report.timeline().splits())
        .filteredOn(split -> split.reason() == Reason.HEAT)
        .isNotEmpty()
        .allSatisfy(split -> assertThat(split.insideKey()).isFalse());
    assertThat(report.settled())
        .isEqualTo(
            new ThrottlePoint(1_000 / 900.0, 0, 2_000, "HOT", 0.5, ThrottleCause.PARTITION_WRITES));
  }

  @Test
  void theOnlyKeysOfAKindHaveTheirObservedNames() {
    Observed votes =
        new Observed(
            List.of(
                new ObservedKey("CANDIDATE#A", 700),
                new ObservedKey("CANDIDATE#B", 250),
                new ObservedKey("CANDIDATE#C", 50)));
    HeatScenario scenario =
        HeatScenario.of(
            "Votes",
            new KeyTraffic("vote", "CANDIDATE#{}", votes, SortKeyAccess.ONE_ITEM, 1, 0, 2_000));

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(1), HeatModel.DEFAULT);

    assertThat(report.hottest())
        .extracting(HotKey::key, HotKey::writeUnits)
        .containsExactly(
            tuple("CANDIDATE#A", 1_400.0),
            tuple("CANDIDATE#B", 500.0),
            tuple("CANDIDATE#C", 100.0));
    assertThat(report.sharding())
        .extracting(ShardingOption::suffixes, option -> Math.round(option.writeUnits()))
        .containsExactly(tuple(1, 1_429L), tuple(2, 2_857L), tuple(4, 5_714L));
  }

  @Test
  void suffixesHelpUntilTheCapacityIsTheLimit() {
    HeatScenario scenario =
        HeatScenario.of(
                "Votes",
                new KeyTraffic(
                    "vote", "TOTAL", new Uniform(1), SortKeyAccess.ONE_ITEM, 1, 0, 10_000))
            .withCapacity(new Provisioned(1, 3_500));

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(1), HeatModel.DEFAULT);

    assertThat(report.sharding())
        .containsExactly(
            new ShardingOption(1, 0.1, 0, 1_000),
            new ShardingOption(2, 0.2, 0, 2_000),
            new ShardingOption(4, 0.35, 0, 3_500));
  }

  @Test
  void aDayThrottlesWhenItIsBusy() {
    HeatScenario scenario =
        HeatScenario.of(
            "Feed",
            new KeyTraffic("post", "FEED", new Uniform(1), SortKeyAccess.LATEST, 1e6, 0, 700));
    Run day = Run.day(DayCurve.PEOPLE);

    HeatReport report = HeatSimulation.run(scenario, day, HeatModel.DEFAULT);

    assertThat(report.timeline().steps()).hasSize(1_440);
    // 700 x 1.429 = 1,000 is exceeded from the afternoon on.
    assertThat(report.timeline().firstThrottle()).isNotNull();
    assertThat(report.timeline().firstThrottle().second()).isBetween(9 * 3_600, 18 * 3_600);
    for (HeatStep step : report.timeline().steps()) {
      assertThat(step.throttledWrites())
          .isCloseTo(Math.max(0, step.writeUnits() - 1_000), within(1e-6));
    }
    assertThat(report.timeline().steps().get(4 * 60).throttledWrites()).isZero();
  }

  /**
   * Data is split at 10 GB; a local index keeps an item collection together, which then is full.
   */
  @Test
  void partitionsAreSplitForSizeUnlessALocalIndexKeepsThemTogether() {
    KeyTraffic log =
        new KeyTraffic("append", "LOG", new Uniform(1), SortKeyAccess.SPREAD, 1e6, 0, 500);
    HeatScenario growing = HeatScenario.of("Logs", log).withStorage(9.9 * GIB, 1_024);

    HeatReport free = HeatSimulation.run(growing, Run.minutes(10), HeatModel.DEFAULT);
    HeatReport local =
        HeatSimulation.run(growing.withLocalIndexes(), Run.minutes(10), HeatModel.DEFAULT);

    // 0.1 GB are 209.7 seconds of 500 KB.
    assertThat(free.timeline().splits())
        .containsExactly(new PartitionSplit(209, Reason.SIZE, "LOG", true, 2));
    assertThat(local.timeline().splits())
        .containsExactly(new PartitionSplit(209, Reason.COLLECTION_TOO_LARGE, "LOG", false, 1));
  }

  @Test
  void aTableStartsWithEnoughPartitionsForItsData() {
    HeatScenario scenario =
        HeatScenario.of(
                "Archive",
                new KeyTraffic(
                    "read", "ITEM#{}", new Uniform(100_000), SortKeyAccess.ONE_ITEM, 1, 1, 0))
            .withStorage(1_000 * GIB, 0);

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(1), HeatModel.DEFAULT);

    assertThat(report.timeline().totals().partitionsAtStart()).isEqualTo(100);
  }

  @Test
  void theSameSeedGivesTheSameReportAndAnotherSeedOtherNeighbors() {
    HeatScenario scenario =
        HeatScenario.of(
            "Orders",
            new KeyTraffic(
                "write", "ORDER#{}", new Zipf(1_000, 0.8), SortKeyAccess.SPREAD, 10, 0, 3_900));

    HeatReport one = run(scenario, 1);

    assertThat(run(scenario, 1)).isEqualTo(one);
    assertThat(run(scenario, 2).atStart()).isNotEqualTo(one.atStart());
    assertThat(run(scenario, 2).settled()).isEqualTo(one.settled());
  }

  /** Every step, whatever the layout: what is served never exceeds a partition, nor the table. */
  @Test
  void whatIsServedNeverExceedsTheLimits() {
    HeatScenario scenario =
        HeatScenario.of(
                "Orders",
                new KeyTraffic(
                    "mixed",
                    "ORDER#{}",
                    new Zipf(500, 1.1),
                    SortKeyAccess.SPREAD,
                    50,
                    9_000,
                    5_000))
            .withCapacity(new Provisioned(8_000, 4_000));

    HeatReport report = HeatSimulation.run(scenario, Run.minutes(60), HeatModel.DEFAULT);

    int partitions = report.timeline().totals().partitionsAtStart();
    double served = 0;
    for (HeatStep step : report.timeline().steps()) {
      assertThat(step.throttledReads()).isBetween(0.0, step.readUnits());
      assertThat(step.throttledWrites()).isBetween(0.0, step.writeUnits());
      assertThat(step.partitions()).isGreaterThanOrEqualTo(partitions);
      partitions = step.partitions();
      served += (step.writeUnits() - step.throttledWrites()) * 3;
    }
    // One hour of the capacity, and five minutes that were saved before.
    assertThat(report.timeline().steps()).hasSize(1_200);
    assertThat(served).isLessThanOrEqualTo(4_000 * (3_600 + 300) + 1e-3);
    assertThat(partitions).isGreaterThan(report.timeline().totals().partitionsAtStart());
  }

  @Test
  void invalidScenariosAreRejected() {
    assertThatThrownBy(() -> new Zipf(10, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Observed(List.of())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HeatScenario.of("Orders"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Run(RateCurve.CONSTANT, 10, 20, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static HeatReport run(HeatScenario scenario, long seed) {
    return HeatSimulation.run(
        scenario, new Run(RateCurve.CONSTANT, 1_200, 1, seed), HeatModel.DEFAULT);
  }
}
