package dev.monotable.value;

import java.util.Random;
import java.util.function.Consumer;

/** Runs a property with many seeds and reports the seed that failed. */
final class Seeds {

  private Seeds() {}

  /**
   * With {@code -Dmonotable.seed=N} only that seed runs, and with {@code -Dmonotable.seeds=N} each
   * property has N times as many.
   */
  static void forEach(int count, Consumer<Random> property) {
    Long only = Long.getLong("monotable.seed");
    Random seeds = new Random();
    for (int i = 0;
        i < (only != null ? 1 : count * Integer.getInteger("monotable.seeds", 1));
        i++) {
      long seed = only != null ? only : seeds.nextLong();
      try {
        property.accept(new Random(seed));
      } catch (Throwable failure) {
        throw new AssertionError("Failed with -Dmonotable.seed=" + seed + ": " + failure, failure);
      }
    }
  }
}
