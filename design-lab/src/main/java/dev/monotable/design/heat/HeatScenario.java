package dev.monotable.design.heat;

import dev.monotable.engine.partition.TableCapacity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table or a global index under load. A global index has partitions and a capacity of its own.
 *
 * @param name the table, or the table and the index such as {@code Chat.GSI1}
 * @param capacity what the whole table or index serves
 * @param localIndexes whether the table has local indexes, which keep each item collection in one
 *     partition
 * @param storedBytes what it stores at the start, the same for each partition key value
 * @param growth the bytes that a write unit adds to what it stores; 0 if writes replace items
 * @param traffic the traffic of each pattern
 */
public record HeatScenario(
    String name,
    TableCapacity capacity,
    boolean localIndexes,
    double storedBytes,
    double growth,
    List<KeyTraffic> traffic) {
  public HeatScenario {
    traffic = List.copyOf(traffic);
    double units = 0;
    for (KeyTraffic each : traffic) {
      units += each.readUnits() + each.writeUnits();
    }
    if (!(units > 0) || !(storedBytes >= 0) || !(growth >= 0)) {
      throw new IllegalArgumentException("a scenario needs traffic, and sizes of at least 0");
    }
  }

  /** Creates a new on-demand table without local indexes. */
  public static HeatScenario of(String name, KeyTraffic... traffic) {
    return new HeatScenario(name, TableCapacity.OnDemand.NEW, false, 0, 0, List.of(traffic));
  }

  /** Returns the scenario with another capacity. */
  public HeatScenario withCapacity(TableCapacity other) {
    return new HeatScenario(name, other, localIndexes, storedBytes, growth, traffic);
  }

  /** Returns the scenario of a table with local indexes. */
  public HeatScenario withLocalIndexes() {
    return new HeatScenario(name, capacity, true, storedBytes, growth, traffic);
  }

  /** Returns the scenario with data. */
  public HeatScenario withStorage(double bytes, double bytesPerWriteUnit) {
    return new HeatScenario(name, capacity, localIndexes, bytes, bytesPerWriteUnit, traffic);
  }

  /** Returns the number of key values of each kind. */
  Map<String, Integer> kinds() {
    Map<String, Integer> kinds = new HashMap<>();
    traffic.forEach(each -> kinds.merge(each.keys(), each.distribution().size(), Math::max));
    return kinds;
  }

  /** Returns the scenario with fewer key values, see {@link KeyDistribution#atMost}. */
  HeatScenario withKeys(int most) {
    return new HeatScenario(
        name,
        capacity,
        localIndexes,
        storedBytes,
        growth,
        traffic.stream().map(each -> each.withKeys(most)).toList());
  }

  /** Returns the average read units a second. */
  public double readUnits() {
    double sum = 0;
    for (KeyTraffic each : traffic) {
      sum += each.readUnits();
    }
    return sum;
  }

  /** Returns the average write units a second. */
  public double writeUnits() {
    double sum = 0;
    for (KeyTraffic each : traffic) {
      sum += each.writeUnits();
    }
    return sum;
  }

  /**
   * Returns the traffic on the key value of a limit that has the largest part in what no split
   * divides, or null.
   */
  public @Nullable KeyTraffic findBusiest(ThrottlePoint point) {
    return findBusiest(point.key(), point.cause());
  }

  /** Returns the traffic on a key value that has the largest part in what no split divides. */
  public @Nullable KeyTraffic findBusiest(String key, ThrottleCause cause) {
    KeyTraffic largest = null;
    double most = 0;
    for (KeyTraffic each : traffic) {
      if (key.startsWith(prefix(each.keys()))) {
        double units = cause.isWrites() ? each.writeUnits() : each.readUnits();
        double divided = each.access().isSpread() ? each.itemsPerKey() : 1;
        double indivisible = units * each.distribution().shares()[0] / divided;
        if (indivisible > most) {
          most = indivisible;
          largest = each;
        }
      }
    }
    return largest;
  }

  /** Returns what all values of a kind begin with. */
  private static String prefix(String kind) {
    int field = kind.indexOf('{');
    return field < 0 ? kind : kind.substring(0, field);
  }
}
