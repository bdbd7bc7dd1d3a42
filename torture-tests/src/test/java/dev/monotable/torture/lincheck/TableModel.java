package dev.monotable.torture.lincheck;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The sequential specification: what the operations do when one runs after the other. */
public final class TableModel implements TableActions {
  private final Map<Integer, Integer> items = new TreeMap<>();

  @Override
  public @Nullable Integer put(int key, int value) {
    return items.put(key, value);
  }

  @Override
  public boolean putIfAbsent(int key, int value) {
    return items.putIfAbsent(key, value) == null;
  }

  @Override
  public Integer add(int key, int value) {
    return items.merge(key, value, Integer::sum);
  }

  @Override
  public boolean replace(int key, int expected, int value) {
    return items.replace(key, expected, value);
  }

  @Override
  public @Nullable Integer get(int key) {
    return items.get(key);
  }

  @Override
  public @Nullable Integer delete(int key) {
    return items.remove(key);
  }

  @Override
  public boolean transfer(int from, int amount) {
    if (items.getOrDefault(from, Integer.MIN_VALUE) < amount) {
      return false;
    }
    items.merge(from, -amount, Integer::sum);
    items.merge((from + 1) % KEYS, amount, Integer::sum);
    return true;
  }

  @Override
  public String getAll() {
    List<@Nullable Integer> values = new ArrayList<>(Arrays.asList(new Integer[KEYS]));
    items.forEach(values::set);
    return values.toString();
  }

  @Override
  public String scan() {
    return items.toString();
  }

  @Override
  public String scanIndex() {
    return items.toString();
  }
}
