package dev.monotable.testing;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The seed of a class of tests with random data. {@code -Dmonotable.seed} sets it, and so repeats a
 * run. Such a class has the tag {@code seeds}, by which {@code .ci/extra} runs it with other seeds.
 */
public final class Seed {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private Seed() {}

  /**
   * Returns and prints the seed of a test that has the same data in each build.
   *
   * @param usual the seed without the property
   */
  public static long of(long usual) {
    return of(usual, WALKER.getCallerClass().getName());
  }

  /** Returns and prints the seed of a test that has other data in each build. */
  public static long any() {
    return any(WALKER.getCallerClass().getName());
  }

  static long any(String test) {
    // Positive, and far from the largest number.
    return of(ThreadLocalRandom.current().nextLong(1L << 40), test);
  }

  private static long of(long usual, String test) {
    long seed = Long.getLong("monotable.seed", usual);
    System.out.println("[seed] " + test + ": -Dmonotable.seed=" + seed);
    return seed;
  }
}
