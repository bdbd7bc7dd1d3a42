package dev.monotable.design.sample;

import dev.monotable.design.ledger.Overflow;
import java.util.HashSet;
import java.util.Set;

/** Counts different texts by their hash codes, up to a bound. */
final class DistinctCount {
  static final int MAX = 10_000;

  private final Set<Integer> hashes = new HashSet<>();
  private final Overflow many;

  /**
   * Creates a count of 0.
   *
   * @param many the bound of the number of texts that are counted
   */
  DistinctCount(Overflow many) {
    this.many = many;
  }

  void add(String text) {
    Integer hash = text.hashCode();
    if (!hashes.contains(hash) && many.hasRoom(hashes.size())) {
      hashes.add(hash);
    }
  }

  long count() {
    return hashes.size();
  }
}
