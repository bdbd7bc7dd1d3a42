package dev.monotable.torture;

import java.util.Random;

/**
 * A round of a {@link Part}.
 *
 * @param seed the seed of all random choices of the round
 */
public record Round(long seed) {

  /**
   * Returns a generator for one of the threads of the round. It returns the same numbers whatever
   * the other threads do.
   */
  public Random random(int thread) {
    return new Random(seed * 1_000_003 + thread);
  }
}
