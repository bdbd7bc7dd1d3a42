package dev.monotable.engine.throttle;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the keys that a partition serves, each as often as it consumes units: a reservoir of
 * bounded size. Keys are cut, so a partition is never divided behind the cut.
 */
final class TrafficSample {
  static final int KEYS = 64;

  /** The part of a key that is kept: its hash, and enough of the rest for most keys. */
  static final int KEY_BYTES = 96;

  private final byte[][] keys = new byte[KEYS][];
  private int size;
  private double units;

  void add(byte[] key, double consumed, SplittableRandom random) {
    units += consumed;
    if (size < KEYS) {
      keys[size++] = cut(key);
    } else if (random.nextDouble() * units < consumed * KEYS) {
      keys[random.nextInt(KEYS)] = cut(key);
    }
  }

  private static byte[] cut(byte[] key) {
    return key.length > KEY_BYTES ? Arrays.copyOf(key, KEY_BYTES) : key;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the share of the units at keys below a boundary, from 0 to 1. */
  double shareBelow(byte[] boundary) {
    int below = 0;
    for (int i = 0; i < size; i++) {
      if (Arrays.compareUnsigned(keys[i], boundary) < 0) {
        below++;
      }
    }
    return size == 0 ? 0 : (double) below / size;
  }

  /**
   * Returns the boundary that halves the units best: the middle key of the sample, or the first key
   * behind it; null if neither divides the range.
   *
   * @param to the first key beyond the range; null for no upper bound
   */
  byte @Nullable [] middle(byte[] from, byte @Nullable [] to) {
    if (size == 0) {
      return null;
    }
    byte[][] sorted = Arrays.copyOf(keys, size);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    byte[] key = sorted[size / 2];
    byte[] behind = Arrays.copyOf(key, key.length + 1);
    byte[] best = null;
    double least = 1;
    for (byte[] candidate : new byte[][] {key, behind}) {
      double below = shareBelow(candidate);
      double larger = Math.max(below, 1 - below);
      if (larger < least
          && Arrays.compareUnsigned(candidate, from) > 0
          && (to == null || Arrays.compareUnsigned(candidate, to) < 0)) {
        least = larger;
        best = candidate;
      }
    }
    return best;
  }
}
