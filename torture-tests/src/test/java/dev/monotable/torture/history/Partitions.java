package dev.monotable.torture.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Divides a history into histories of items that no operation connects. */
final class Partitions {
  private final Map<Integer, Integer> parents = new HashMap<>();

  private Partitions() {}

  static Collection<List<Operation>> of(List<Operation> history) {
    Partitions partitions = new Partitions();
    for (Operation operation : history) {
      List<Step> steps = operation.action().steps();
      for (Step step : steps) {
        partitions.parents.put(partitions.root(step.key()), partitions.root(steps.get(0).key()));
      }
    }
    Map<Integer, List<Operation>> parts = new TreeMap<>();
    for (Operation operation : history) {
      parts
          .computeIfAbsent(
              partitions.root(operation.action().steps().get(0).key()), key -> new ArrayList<>())
          .add(operation);
    }
    return parts.values();
  }

  private int root(int key) {
    int at = key;
    for (int parent = parents.getOrDefault(at, at); parent != at; ) {
      at = parent;
      parent = parents.getOrDefault(at, at);
    }
    return at;
  }
}
