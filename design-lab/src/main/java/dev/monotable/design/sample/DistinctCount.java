package dev.monotable.design.sample;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;

/** Counts different texts by their hash codes, up to a bound. */
final class DistinctCount {
  /** Twice as many places as hashes, a power of two; 0 is free. */
  private final int[] hashes = new int[Integer.highestOneBit(Bound.COLLECTIONS.most()) << 2];

  private int count;
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
    int hash = text.hashCode();
    hash = hash == 0 ? 1 : hash;
    // Similar texts have similar hashes, which would fill neighbouring places.
    int place = (hash * 0x9E3779B9 >>> 16) & (hashes.length - 1);
    while (hashes[place] != 0) {
      if (hashes[place] == hash) {
        return;
      }
      place = (place + 1) & (hashes.length - 1);
    }
    if (many.hasRoom(count)) {
      hashes[place] = hash;
      count++;
    }
  }

  long count() {
    return count;
  }
}
