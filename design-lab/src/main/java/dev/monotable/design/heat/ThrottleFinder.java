package dev.monotable.design.heat;

import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.TableCapacity;
import dev.monotable.engine.partition.UnitKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Calculates the rates at which a scenario throttles. */
final class ThrottleFinder {
  private static final int[] SUFFIXES = {1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200};

  private final HeatScenario scenario;
  private final KeySpace space;
  private final PartitionLimits limits;

  ThrottleFinder(HeatScenario scenario, KeySpace space, PartitionLimits limits) {
    this.scenario = scenario;
    this.space = space;
    this.limits = limits;
  }

  /** Returns where the partitions as they are throttle first. */
  ThrottlePoint atStart(List<SimulatedPartition> partitions) {
    double reads = space.total(UnitKind.READS);
    double writes = space.total(UnitKind.WRITES);
    TableCapacity capacity = scenario.capacity();
    double factor = capacity.readUnits() / reads;
    ThrottleCause cause = ThrottleCause.TABLE_READS;
    SimulatedPartition narrowest = null;
    if (capacity.writeUnits() / writes < factor) {
      factor = capacity.writeUnits() / writes;
      cause = ThrottleCause.TABLE_WRITES;
    }
    for (SimulatedPartition partition : partitions) {
      double byReads = limits.readUnits() / partition.readUnits;
      double byWrites = limits.writeUnits() / partition.writeUnits;
      if (Math.min(byReads, byWrites) < factor) {
        factor = Math.min(byReads, byWrites);
        cause =
            byWrites <= byReads ? ThrottleCause.PARTITION_WRITES : ThrottleCause.PARTITION_READS;
        narrowest = partition;
      }
    }
    double from = narrowest == null ? 0 : narrowest.from;
    double to = narrowest == null ? space.size() : narrowest.to;
    int key = space.hottest(from, to, limits);
    int units = unitsOf(cause);
    double heat = space.between(units, from, to);
    return point(factor, key, Math.min(1, space.ofKey(units, key) / heat), cause);
  }

  /**
   * Returns where the table throttles first when partitions have been split wherever it helps: at
   * the key value with the most traffic that no split divides, or at the provisioned capacity.
   */
  ThrottlePoint settled() {
    return settled(narrowest(null));
  }

  /** Returns the same for each kind of key values, as if the others had no traffic. */
  Map<String, ThrottlePoint> settledByKind() {
    Map<String, Integer> narrowest = new LinkedHashMap<>();
    for (int key = 0; key < space.size(); key++) {
      String kind = space.kind(key);
      Integer found = narrowest.putIfAbsent(kind, key);
      if (found != null && space.limit(key, limits) < space.limit(found, limits)) {
        narrowest.put(kind, key);
      }
    }
    Map<String, ThrottlePoint> points = new LinkedHashMap<>();
    narrowest.forEach((kind, key) -> points.put(kind, settled(key)));
    return points;
  }

  private ThrottlePoint settled(int key) {
    double factor = space.limit(key, limits);
    double byReads = limits.readUnits() / space.indivisible(UnitKind.READS, key);
    double byWrites = limits.writeUnits() / space.indivisible(UnitKind.WRITES, key);
    ThrottleCause cause =
        byWrites <= byReads ? ThrottleCause.PARTITION_WRITES : ThrottleCause.PARTITION_READS;
    if (ofTable() < factor) {
      factor = ofTable();
      boolean reads =
          scenario.capacity().readUnits() / space.total(UnitKind.READS)
              < scenario.capacity().writeUnits() / space.total(UnitKind.WRITES);
      cause = reads ? ThrottleCause.TABLE_READS : ThrottleCause.TABLE_WRITES;
    }
    int units = unitsOf(cause);
    double total = space.total(units);
    double own = cause.isPartition() ? space.indivisible(units, key) : space.ofKey(units, key);
    return point(factor, key, total == 0 ? 0 : own / total, cause);
  }

  private static int unitsOf(ThrottleCause cause) {
    return cause == ThrottleCause.PARTITION_READS || cause == ThrottleCause.TABLE_READS
        ? UnitKind.READS
        : UnitKind.WRITES;
  }

  /**
   * Returns the factor that provisioned capacity allows; on demand, capacity follows the traffic.
   */
  private double ofTable() {
    return scenario.capacity() instanceof TableCapacity.Provisioned provisioned
        ? Math.min(
            provisioned.readUnits() / space.total(UnitKind.READS),
            provisioned.writeUnits() / space.total(UnitKind.WRITES))
        : Double.POSITIVE_INFINITY;
  }

  /** Returns the key that throttles first, of those that are not of a kind. */
  private int narrowest(@Nullable String exceptKind) {
    int found = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int key = 0; key < space.size(); key++) {
      double limit = space.limit(key, limits);
      if ((limit < least || found < 0)
          && (exceptKind == null || !space.kind(key).equals(exceptKind))) {
        least = limit;
        found = key;
      }
    }
    return found;
  }

  List<HotKey> hottest(int count) {
    Comparator<Integer> byLimit = Comparator.comparingDouble(key -> space.limit(key, limits));
    // The head is the coolest of those that are kept.
    PriorityQueue<Integer> kept = new PriorityQueue<>(byLimit.reversed());
    for (int key = 0; key < space.size(); key++) {
      if (kept.size() < count) {
        kept.add(key);
      } else if (space.limit(key, limits) < space.limit(kept.element(), limits)) {
        kept.remove();
        kept.add(key);
      }
    }
    List<Integer> keys = new ArrayList<>(kept);
    keys.sort(byLimit.thenComparing(space::name));
    List<HotKey> hot = new ArrayList<>();
    double reads = space.total(UnitKind.READS);
    double writes = space.total(UnitKind.WRITES);
    for (int key : keys) {
      double ownReads = space.ofKey(UnitKind.READS, key);
      double ownWrites = space.ofKey(UnitKind.WRITES, key);
      hot.add(
          new HotKey(
              space.name(key),
              ownReads,
              ownWrites,
              reads == 0 ? 0 : ownReads / reads,
              writes == 0 ? 0 : ownWrites / writes,
              space.limit(key, limits)));
    }
    return hot;
  }

  /**
   * Returns what suffixes on the hottest kind of keys bring, up to the number that serves twice the
   * peak, or until other keys or the capacity are the limit.
   */
  List<ShardingOption> sharding(double peak) {
    int hottest = narrowest(null);
    double own = space.limit(hottest, limits);
    int other = narrowest(space.kind(hottest));
    double rest =
        Math.min(ofTable(), other < 0 ? Double.POSITIVE_INFINITY : space.limit(other, limits));
    List<ShardingOption> options = new ArrayList<>();
    boolean enough = false;
    for (int suffixes : SUFFIXES) {
      double factor = Math.min(own * suffixes, rest);
      if (!enough) {
        options.add(
            new ShardingOption(
                suffixes,
                factor,
                factor * space.total(UnitKind.READS),
                factor * space.total(UnitKind.WRITES)));
      }
      enough = own * suffixes >= rest || factor >= 2 * peak;
    }
    return options;
  }

  private ThrottlePoint point(double factor, int key, double share, ThrottleCause cause) {
    return new ThrottlePoint(
        factor,
        factor * space.total(UnitKind.READS),
        factor * space.total(UnitKind.WRITES),
        space.name(key),
        share,
        cause);
  }
}
