package dev.monotable.design.heat;

import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.KeyDistribution.Uniform;
import dev.monotable.design.heat.KeyDistribution.Zipf;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.TableCapacity.OnDemand;

/**
 * Measures how long the design lab takes to simulate a million requests a second. Each scenario
 * runs four times; the first run is the one that a command line sees. Not a test: run it by hand.
 */
final class HeatTime {
  private static final int ROUNDS = 4;
  private static final int TEN_MINUTES = 600;
  private static final int DAY = 86_400;
  private static final double MILLION = 1_000_000;

  private HeatTime() {}

  public static void main(String[] arguments) {
    measure(
        "uniform, 10,000,000 keys, ten minutes",
        scenario(new Uniform(10_000_000), SortKeyAccess.SPREAD, 1),
        TEN_MINUTES);
    measure(
        "Zipf 1, 10,000,000 keys, newest items, ten minutes",
        scenario(new Zipf(10_000_000, 1), SortKeyAccess.LATEST, 1_000),
        TEN_MINUTES);
    measure(
        "Zipf 0.8, 1,000,000 keys, ten minutes",
        scenario(new Zipf(1_000_000, 0.8), SortKeyAccess.SPREAD, 1_000),
        TEN_MINUTES);
    measure(
        "Zipf 0.8, 1,000,000 keys, a day in steps of a second",
        scenario(new Zipf(1_000_000, 0.8), SortKeyAccess.SPREAD, 1_000),
        DAY);
  }

  /** A million writes a second to a table that is warm enough for them. */
  private static HeatScenario scenario(
      KeyDistribution distribution, SortKeyAccess access, double itemsPerKey) {
    return HeatScenario.of(
            "Events",
            new KeyTraffic("write", "EVENT#{}", distribution, access, itemsPerKey, 0, MILLION))
        .withCapacity(new OnDemand(12_000, MILLION));
  }

  private static void measure(String name, HeatScenario scenario, int seconds) {
    StringBuilder line = new StringBuilder(name);
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      HeatReport report =
          HeatSimulation.run(
              scenario, new Run(RateCurve.CONSTANT, seconds, 1, round), HeatModel.DEFAULT);
      double taken = (System.nanoTime() - start) / 1e9;
      line.append(String.format(", %.2f s", taken));
      if (round == ROUNDS - 1) {
        var totals = report.timeline().totals();
        line.append(
            String.format(
                " (%d to %d partitions, %.1f %% throttled)",
                totals.partitionsAtStart(),
                totals.partitionsAtEnd(),
                totals.throttledShare() * 100));
      }
    }
    System.out.println(line);
  }
}
