package dev.monotable.design.heat;

import dev.monotable.design.heat.KeyDistribution.Observed;
import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.UnitKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All partition key values of a scenario in the order of their hashes, with their traffic.
 *
 * <p>A position is the number of a key value and, in its fraction, a place in its item collection:
 * a partition is a range of positions. The traffic up to a position is a difference of two sums, so
 * the load of a partition costs two lookups, however many key values it holds. The traffic of a key
 * has two parts: what goes to all its items is spread evenly over its fraction; what goes to its
 * newest item, or to one item, is at its end and cannot be divided. Splits that help separate what
 * goes to sort keys with different prefixes, so the limit of a key is that of its hottest prefix.
 */
final class KeySpace {
  /** Key values, of all kinds together, take this many bits of a sorted word. */
  private static final int INDEX_BITS = 24;

  private final Map<String, Integer> offsets = new LinkedHashMap<>();
  private final Map<String, KeyDistribution> kinds = new LinkedHashMap<>();
  private final boolean divisible;

  /** The number of a key value by its place in hash order. */
  private final int[] ids;

  private final double[] items;
  private final double[][] spread = new double[2][];
  private final double[][] fixed = new double[2][];
  private final double[][] indivisible = new double[2][];
  private final double[][] sums = new double[2][];
  private final double[] totals;

  KeySpace(HeatScenario scenario, long seed) {
    this.divisible = !scenario.localIndexes();
    this.totals = new double[] {scenario.readUnits(), scenario.writeUnits()};
    int size = 0;
    for (KeyTraffic traffic : scenario.traffic()) {
      KeyDistribution known = kinds.get(traffic.keys());
      if (known == null || known.size() < traffic.distribution().size()) {
        kinds.put(traffic.keys(), traffic.distribution());
      }
    }
    for (Map.Entry<String, KeyDistribution> kind : kinds.entrySet()) {
      offsets.put(kind.getKey(), size);
      size += kind.getValue().size();
    }
    if (size >= 1 << INDEX_BITS) {
      throw new IllegalArgumentException("more than 16 million partition key values");
    }
    this.ids = inHashOrder(size, seed);
    this.items = new double[size];
    for (int units = 0; units < 2; units++) {
      spread[units] = new double[size];
      fixed[units] = new double[size];
      indivisible[units] = new double[size];
    }
    double[] itemsById = new double[size];
    for (KeyTraffic traffic : scenario.traffic()) {
      add(traffic, itemsById);
    }
    offsets.keySet().forEach(kind -> addIndivisible(kind, scenario.traffic()));
    for (int units = 0; units < 2; units++) {
      spread[units] = permuted(spread[units]);
      fixed[units] = permuted(fixed[units]);
      indivisible[units] = permuted(indivisible[units]);
      double[] sum = new double[size + 1];
      for (int i = 0; i < size; i++) {
        sum[i + 1] = sum[i] + spread[units][i] + fixed[units][i];
      }
      sums[units] = sum;
    }
    System.arraycopy(permuted(itemsById), 0, items, 0, size);
  }

  private static int[] inHashOrder(int size, long seed) {
    long[] words = new long[size];
    long mask = (1L << INDEX_BITS) - 1;
    for (int i = 0; i < size; i++) {
      words[i] = (mix(seed + i * 0x9E3779B97F4A7C15L) & ~mask) | i;
    }
    Arrays.sort(words);
    int[] ids = new int[size];
    for (int i = 0; i < size; i++) {
      ids[i] = (int) (words[i] & mask);
    }
    return ids;
  }

  /** Mixes the bits of a value by the finalizer of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private void add(KeyTraffic traffic, double[] itemsById) {
    int offset = offsets.getOrDefault(traffic.keys(), 0);
    double[] shares = traffic.distribution().shares();
    boolean even = traffic.access().isSpread();
    double[] reads = even ? spread[UnitKind.READS] : fixed[UnitKind.READS];
    double[] writes = even ? spread[UnitKind.WRITES] : fixed[UnitKind.WRITES];
    for (int i = 0; i < shares.length; i++) {
      reads[offset + i] += shares[i] * traffic.readUnits();
      writes[offset + i] += shares[i] * traffic.writeUnits();
      itemsById[offset + i] = Math.max(itemsById[offset + i], traffic.itemsPerKey());
    }
  }

  /** Sets what no split divides of the key values of a kind: what their hottest prefix has. */
  private void addIndivisible(String kind, List<KeyTraffic> all) {
    List<KeyTraffic> ofKind = all.stream().filter(each -> each.keys().equals(kind)).toList();
    int offset = offsets.getOrDefault(kind, 0);
    Set<String> prefixes = new LinkedHashSet<>();
    ofKind.forEach(each -> prefixes.add(each.access().prefix()));
    for (String prefix : prefixes) {
      double[][] sum = new double[2][kinds.getOrDefault(kind, ofKind.get(0).distribution()).size()];
      for (KeyTraffic traffic : ofKind) {
        if (prefix.startsWith(traffic.access().prefix())) {
          double parts = traffic.access().isSpread() ? traffic.itemsPerKey() : 1;
          double[] shares = traffic.distribution().shares();
          for (int i = 0; i < shares.length; i++) {
            sum[UnitKind.READS][i] += shares[i] * traffic.readUnits() / parts;
            sum[UnitKind.WRITES][i] += shares[i] * traffic.writeUnits() / parts;
          }
        }
      }
      for (int units = 0; units < 2; units++) {
        for (int i = 0; i < sum[units].length; i++) {
          indivisible[units][offset + i] = Math.max(indivisible[units][offset + i], sum[units][i]);
        }
      }
    }
  }

  private double[] permuted(double[] byId) {
    double[] inOrder = new double[byId.length];
    for (int i = 0; i < inOrder.length; i++) {
      inOrder[i] = byId[ids[i]];
    }
    return inOrder;
  }

  int size() {
    return ids.length;
  }

  /** Returns the traffic up to a position. */
  double upTo(int units, double position) {
    int key = (int) position;
    double sum = sums[units][key];
    double fraction = position - key;
    return fraction == 0 ? sum : sum + spread[units][key] * fraction;
  }

  double between(int units, double from, double to) {
    return upTo(units, to) - upTo(units, from);
  }

  /** Returns the whole traffic, which the sums reach but for the last digits. */
  double total(int units) {
    return totals[units];
  }

  /** Returns the whole traffic of a key value. */
  double ofKey(int units, int key) {
    return spread[units][key] + fixed[units][key];
  }

  /** Returns the traffic of a key value that no split can divide. */
  double indivisible(int units, int key) {
    return divisible ? indivisible[units][key] : ofKey(units, key);
  }

  /** Returns the factor of the traffic at which a key value alone exceeds a partition. */
  double limit(int key, PartitionLimits limits) {
    return Math.min(
        limits.readUnits() / indivisible(UnitKind.READS, key),
        limits.writeUnits() / indivisible(UnitKind.WRITES, key));
  }

  boolean isDivisible() {
    return divisible;
  }

  /** Returns the kind of a key value. */
  String kind(int key) {
    String found = "";
    for (Map.Entry<String, Integer> offset : offsets.entrySet()) {
      if (offset.getValue() <= ids[key]) {
        found = offset.getKey();
      }
    }
    return found;
  }

  /** Returns the name of a key value: its value if it was observed, otherwise its kind and rank. */
  String name(int key) {
    String kind = kind(key);
    int rank = ids[key] - offsets.getOrDefault(kind, 0);
    KeyDistribution distribution = kinds.get(kind);
    if (distribution instanceof Observed observed) {
      return observed.keys().get(rank).name();
    }
    if (distribution != null && distribution.size() == 1) {
      return kind;
    }
    return kind + " (" + (rank + 1) + ")";
  }

  /** Returns the key value with the most traffic in a range, relative to the limits. */
  int hottest(double from, double to, PartitionLimits limits) {
    int first = (int) from;
    int last = Math.min(ids.length, (int) Math.ceil(to));
    int hottest = first;
    double most = -1;
    for (int key = first; key < last; key++) {
      double heat =
          Math.max(
              ofKey(UnitKind.READS, key) / limits.readUnits(),
              ofKey(UnitKind.WRITES, key) / limits.writeUnits());
      if (heat > most) {
        most = heat;
        hottest = key;
      }
    }
    return hottest;
  }

  /** Returns the position at which the traffic of a range is halved best, or -1. */
  double middle(int units, double from, double to) {
    double half = upTo(units, from) + between(units, from, to) / 2;
    int low = (int) from;
    int high = Math.min(ids.length - 1, (int) Math.ceil(to) - 1);
    while (low < high) {
      int key = (low + high) >>> 1;
      if (sums[units][key + 1] < half) {
        low = key + 1;
      } else {
        high = key;
      }
    }
    double best = -1;
    double least = Double.MAX_VALUE;
    for (double candidate : new double[] {low, low + 1.0, within(units, low, from, to, half)}) {
      if (candidate > from && candidate < to) {
        double larger = Math.max(between(units, from, candidate), between(units, candidate, to));
        if (larger < least) {
          least = larger;
          best = candidate;
        }
      }
    }
    return best;
  }

  /** Returns the boundary between two items of a key that halves the traffic best, or -1. */
  private double within(int units, int key, double from, double to, double half) {
    if (!divisible || items[key] < 2) {
      return -1;
    }
    double wanted =
        spread[units][key] == 0
            ? items[key] - 1
            : (half - sums[units][key]) / spread[units][key] * items[key];
    double lowest = Math.max(1, Math.floor((from - key) * items[key]) + 1);
    double highest = Math.min(items[key] - 1, Math.ceil((to - key) * items[key]) - 1);
    if (lowest > highest) {
      return -1;
    }
    double boundary = Math.max(lowest, Math.min(highest, Math.rint(wanted)));
    return key + boundary / items[key];
  }
}
