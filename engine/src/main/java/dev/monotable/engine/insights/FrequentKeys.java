package dev.monotable.engine.insights;

import dev.monotable.engine.observe.Contributor;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most frequent keys of many, in bounded memory. It counts up to twice as many keys as it
 * keeps; then it drops the less frequent half. A key that comes (again) after that begins with the
 * greatest count that was dropped, because it may have had so many: a count is too high by that at
 * most, and never too low ("space saving" by Metwally, Agrawal and El Abbadi, in batches).
 *
 * <p>Not thread-safe.
 */
final class FrequentKeys {
  /** The number of keys whose counts are kept for certain. */
  static final int KEPT = 500;

  private final Map<Item, Count> counts = new HashMap<>();

  /** The greatest count that was dropped. */
  private double floor;

  private static final class Count {
    double value;
    final double error;

    Count(double error) {
      this.value = error;
      this.error = error;
    }
  }

  void add(Item key, double amount) {
    Count count = counts.get(key);
    if (count == null) {
      if (counts.size() == 2 * KEPT) {
        drop();
      }
      count = new Count(floor);
      counts.put(key, count);
    }
    count.value += amount;
  }

  private void drop() {
    double[] values = new double[counts.size()];
    int number = 0;
    for (Count count : counts.values()) {
      values[number++] = count.value;
    }
    Arrays.sort(values);
    double greatest = values[values.length - KEPT - 1];
    counts.values().removeIf(count -> count.value <= greatest);
    floor = Math.max(floor, greatest);
  }

  int size() {
    return counts.size();
  }

  /** Returns the most frequent keys, the first one most. */
  List<Contributor> most(int number) {
    List<Map.Entry<Item, Count>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(
        (one, other) -> {
          int byValue = Double.compare(other.getValue().value, one.getValue().value);
          return byValue != 0
              ? byValue
              : one.getKey().toString().compareTo(other.getKey().toString());
        });
    List<Contributor> most = new ArrayList<>();
    for (Map.Entry<Item, Count> entry : entries.subList(0, Math.min(number, entries.size()))) {
      most.add(new Contributor(entry.getKey(), entry.getValue().value, entry.getValue().error));
    }
    return most;
  }
}
