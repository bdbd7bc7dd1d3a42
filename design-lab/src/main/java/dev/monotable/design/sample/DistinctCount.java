package dev.monotable.design.sample;

import java.util.HashSet;
import java.util.Set;

/** Counts different texts by their hash codes, up to a bound. */
final class DistinctCount {
  private static final int MAX = 10_000;

  private final Set<Integer> hashes = new HashSet<>();

  void add(String text) {
    if (hashes.size() < MAX) {
      hashes.add(text.hashCode());
    }
  }

  long count() {
    return hashes.size();
  }
}
