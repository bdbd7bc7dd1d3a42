package dev.monotable.design.heat;

import dev.monotable.design.load.DayCurve;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.PartitionMap;
import dev.monotable.engine.partition.PartitionMap.Reason;
import dev.monotable.engine.partition.TableCapacity;
import dev.monotable.engine.partition.TableThroughput;
import dev.monotable.engine.partition.UnitKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the partitions of a scenario. A step computes for each partition what its share of the
 * traffic is, what the partition serves of it, and what the table's capacity allows of that.
 * Requests that are throttled are lost, not retried.
 */
public final class HeatSimulation {
  private static final int MAX_STEPS_KEPT = 1_440;
  private static final int MAX_SPLITS_KEPT = 1_000;
  private static final int HOT_KEYS = 10;

  private final HeatScenario scenario;
  private final HeatModel model;
  private final PartitionLimits limits;
  private final KeySpace space;
  private final PartitionMap<SimulatedPartition> map;
  private final TableThroughput table;
  private final List<PartitionSplit> splits = new ArrayList<>();
  private final double[] requested = new double[2];
  private final double[] throttled = new double[2];
  private @Nullable FirstThrottle first;
  private int now;

  /** The partition that exceeded its limits most in the current step, by the factor. */
  private int worst;

  private double worstOverload;

  private HeatSimulation(HeatScenario scenario, HeatModel model, long seed) {
    this.scenario = scenario;
    this.model = model;
    this.limits = model.limits();
    this.space = new KeySpace(scenario, seed);
    double wanted = PartitionMap.count(model, scenario.capacity(), scenario.storedBytes());
    int count = (int) Math.min(KeyDistribution.MAX_KEYS, wanted);
    this.map =
        new PartitionMap<>(
            model,
            SimulatedPartition.equal(space, count, scenario.storedBytes()),
            KeyDistribution.MAX_KEYS);
    this.table = new TableThroughput(scenario.capacity(), model);
  }

  /**
   * The settings of a simulation.
   *
   * @param curve the traffic over the time
   * @param seconds the simulated time
   * @param stepSeconds the length of a step; 1 for minutes, 60 for a day
   * @param seed decides which keys share a partition
   */
  public record Run(RateCurve curve, int seconds, int stepSeconds, long seed) {
    public Run {
      if (seconds < 1 || stepSeconds < 1 || stepSeconds > seconds) {
        throw new IllegalArgumentException(
            "seconds must be at least 1, and stepSeconds from 1 to seconds");
      }
    }

    /** Returns a run at the average rate. */
    public static Run minutes(int minutes) {
      return new Run(RateCurve.CONSTANT, minutes * 60, 1, 1);
    }

    /** Returns a run of an hour at the average rate, or over a day if its hours differ. */
    public static Run of(DayCurve curve) {
      return curve.equals(DayCurve.FLAT) ? minutes(60) : day(curve);
    }

    /** Returns a run over a day, in steps of a minute. */
    public static Run day(DayCurve curve) {
      return new Run(RateCurve.of(curve), 86_400, 60, 1);
    }
  }

  /** Simulates a scenario. The same arguments give the same report. */
  public static HeatReport run(HeatScenario scenario, Run run, HeatModel model) {
    return new HeatSimulation(scenario, model, run.seed()).run(run);
  }

  /** Returns where a scenario throttles with the partitions of the start, without a simulation. */
  public static ThrottlePoint atStart(HeatScenario scenario, HeatModel model) {
    HeatSimulation simulation = new HeatSimulation(scenario, model, 1);
    return simulation.finder().atStart(simulation.map.partitions());
  }

  /**
   * The rates at which a scenario throttles first.
   *
   * @param atStart with the partitions that it has at the start
   * @param settled when partitions have been split wherever that helps
   * @param byKind the same for the key values of each kind
   */
  public record Limits(
      ThrottlePoint atStart, ThrottlePoint settled, Map<String, ThrottlePoint> byKind) {
    public Limits {
      byKind = Map.copyOf(byKind);
    }
  }

  /** Returns where a scenario throttles, without a simulation. */
  public static Limits limits(HeatScenario scenario, HeatModel model) {
    HeatSimulation simulation = new HeatSimulation(scenario, model, 1);
    ThrottleFinder finder = simulation.finder();
    return new Limits(
        finder.atStart(simulation.map.partitions()), finder.settled(), finder.settledByKind());
  }

  private ThrottleFinder finder() {
    return new ThrottleFinder(scenario, space, limits);
  }

  private HeatReport run(Run run) {
    int atStart = map.size();
    ThrottleFinder finder = finder();
    ThrottlePoint start = finder.atStart(map.partitions());
    List<HeatStep> steps = simulate(run);
    HeatTotals totals =
        new HeatTotals(
            run.seconds(),
            requested[UnitKind.READS],
            requested[UnitKind.WRITES],
            throttled[UnitKind.READS],
            throttled[UnitKind.WRITES],
            atStart,
            map.size());
    return new HeatReport(
        scenario,
        new HeatReport.Timeline(totals, steps, splits, first),
        start,
        finder.settled(),
        finder.hottest(HOT_KEYS),
        finder.sharding(run.curve().peak()),
        HeatAssumptions.of(scenario, model, run));
  }

  private List<HeatStep> simulate(Run run) {
    List<HeatStep> steps = new ArrayList<>();
    int every =
        Math.max(1, (run.seconds() / run.stepSeconds() + MAX_STEPS_KEPT - 1) / MAX_STEPS_KEPT);
    double[] before = counts();
    int lastKept = 0;
    int count = 0;
    while (now < run.seconds()) {
      int seconds = Math.min(run.stepSeconds(), run.seconds() - now);
      step(run.curve().factor(now + seconds / 2.0), seconds);
      now += seconds;
      count++;
      if (count % every == 0 || now == run.seconds()) {
        double length = now - lastKept;
        double[] after = counts();
        steps.add(
            new HeatStep(
                lastKept,
                (after[0] - before[0]) / length,
                (after[1] - before[1]) / length,
                (after[2] - before[2]) / length,
                (after[3] - before[3]) / length,
                map.size()));
        before = after;
        lastKept = now;
      }
    }
    return steps;
  }

  /** Returns the requested reads and writes so far, then the throttled ones. */
  private double[] counts() {
    return new double[] {
      requested[UnitKind.READS],
      requested[UnitKind.WRITES],
      throttled[UnitKind.READS],
      throttled[UnitKind.WRITES]
    };
  }

  private void step(double factor, int seconds) {
    worst = -1;
    worstOverload = 1;
    double[] served = serve(factor);
    double reads = space.total(UnitKind.READS) * factor;
    double writes = space.total(UnitKind.WRITES) * factor;
    double readPart = allowedPart(UnitKind.READS, served, seconds);
    double writePart = allowedPart(UnitKind.WRITES, served, seconds);
    account(UnitKind.READS, reads, served[UnitKind.READS] * readPart, seconds);
    account(UnitKind.WRITES, writes, served[UnitKind.WRITES] * writePart, seconds);
    if (first == null && (worst >= 0 || readPart < 1 || writePart < 1)) {
      first = firstThrottle(reads, writes, readPart < 1);
    }
    heat(factor * readPart, factor * writePart, seconds);
    TableCapacity.OnDemand grown = table.endStep(seconds);
    if (grown != null) {
      map.growTo(grown);
    }
  }

  /** Returns what the partitions serve a second, and finds the one that exceeds its limits most. */
  private double[] serve(double factor) {
    double reads = 0;
    double writes = 0;
    List<SimulatedPartition> partitions = map.partitions();
    for (int i = 0; i < partitions.size(); i++) {
      SimulatedPartition partition = partitions.get(i);
      double wantedReads = partition.readUnits * factor;
      double wantedWrites = partition.writeUnits * factor;
      double overload =
          Math.max(wantedReads / limits.readUnits(), wantedWrites / limits.writeUnits());
      if (exceeds(overload, worstOverload)) {
        worstOverload = overload;
        worst = i;
      }
      reads += Math.min(wantedReads, limits.readUnits());
      writes += Math.min(wantedWrites, limits.writeUnits());
    }
    return new double[] {reads, writes};
  }

  /** Ignores what the additions of shares leave over. */
  private static boolean exceeds(double value, double limit) {
    return value > limit * (1 + 1e-9);
  }

  private double allowedPart(int units, double[] served, int seconds) {
    double allowed = table.allowed(units, seconds);
    return exceeds(served[units], allowed) ? allowed / served[units] : 1;
  }

  private void account(int units, double wanted, double consumed, int seconds) {
    requested[units] += wanted * seconds;
    if (exceeds(wanted, consumed)) {
      throttled[units] += (wanted - consumed) * seconds;
    }
    table.consume(units, consumed, seconds);
  }

  private FirstThrottle firstThrottle(double reads, double writes, boolean byReads) {
    double from = 0;
    double to = space.size();
    ThrottleCause cause = byReads ? ThrottleCause.TABLE_READS : ThrottleCause.TABLE_WRITES;
    if (worst >= 0) {
      SimulatedPartition partition = map.partitions().get(worst);
      boolean writesExceed =
          partition.writeUnits / limits.writeUnits() >= partition.readUnits / limits.readUnits();
      from = partition.from;
      to = partition.to;
      cause = writesExceed ? ThrottleCause.PARTITION_WRITES : ThrottleCause.PARTITION_READS;
    }
    String key = space.name(space.hottest(from, to, limits));
    return new FirstThrottle(now, reads, writes, key, cause);
  }

  /** Counts the time for which partitions are hot, and splits those that have been for long. */
  private void heat(double readFactor, double writeFactor, int seconds) {
    List<SimulatedPartition> partitions = map.partitions();
    for (int i = partitions.size() - 1; i >= 0; i--) {
      SimulatedPartition partition = partitions.get(i);
      Reason reason =
          map.pass(
              i,
              partition.readUnits * readFactor,
              partition.writeUnits * writeFactor,
              scenario.growth(),
              seconds);
      if (reason != null && splits.size() < MAX_SPLITS_KEPT) {
        double upper = reason.isSplit() ? partitions.get(i + 1).from : partition.from;
        splits.add(
            new PartitionSplit(
                now,
                reason,
                space.name(space.hottest(partition.from, partition.to, limits)),
                reason.isSplit() && upper != Math.rint(upper),
                map.size()));
      }
    }
  }
}
