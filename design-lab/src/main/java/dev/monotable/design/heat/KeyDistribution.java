package dev.monotable.design.heat;

import java.util.Arrays;
import java.util.List;

/** The distribution of requests over the partition key values of one kind. */
public sealed interface KeyDistribution {
  /**
   * The maximum number of key values that are simulated. If there are more, the rarest ones are
   * merged: none of them is hot, and together they have the same traffic.
   */
  int MAX_KEYS = 1 << 20;

  /** Returns the number of key values, at most {@link #MAX_KEYS}. */
  int size();

  /**
   * Returns the share of each key value, the sum being 1. The most frequent one is not always
   * first.
   */
  double[] shares();

  /**
   * Returns a distribution of which fewer key values are simulated; the rarest ones are merged.
   * Observed ones are never merged.
   *
   * @param most at least 2
   */
  KeyDistribution atMost(int most);

  /**
   * All key values are equally frequent.
   *
   * @param keys the number of key values, at least 1
   */
  record Uniform(long keys) implements KeyDistribution {
    public Uniform {
      require(keys >= 1, "at least one key value");
    }

    @Override
    public int size() {
      return (int) Math.min(keys, MAX_KEYS);
    }

    @Override
    public KeyDistribution atMost(int most) {
      return new Uniform(Math.min(keys, most));
    }

    @Override
    public double[] shares() {
      double[] shares = new double[size()];
      Arrays.fill(shares, 1.0 / shares.length);
      return shares;
    }
  }

  /**
   * The key value of rank r has a share that is proportional to 1/r^exponent.
   *
   * @param keys the number of key values, at least 1
   * @param exponent 0 for a uniform distribution; 1 is usual for what people choose
   * @param most the maximum number of key values that are simulated
   */
  record Zipf(long keys, double exponent, int most) implements KeyDistribution {
    public Zipf(long keys, double exponent) {
      this(keys, exponent, MAX_KEYS);
    }

    public Zipf {
      require(keys >= 1 && exponent >= 0 && exponent <= 10, "an exponent from 0 to 10");
    }

    @Override
    public int size() {
      return (int) Math.min(keys, most);
    }

    @Override
    public KeyDistribution atMost(int other) {
      return new Zipf(keys, exponent, Math.min(most, other));
    }

    @Override
    public double[] shares() {
      double[] shares = new double[size()];
      // Up to the maximum, each rank is exact. Beyond, the second half stands for all rarer ones.
      int exact = keys <= most ? shares.length : most / 2;
      double sum = 0;
      for (int i = 0; i < exact; i++) {
        shares[i] = Math.pow(i + 1.0, -exponent);
        sum += shares[i];
      }
      if (exact < shares.length) {
        double rest = integral(exact + 0.5, keys + 0.5);
        int merged = shares.length - exact;
        Arrays.fill(shares, exact, shares.length, rest / merged);
        sum += rest;
      }
      return divided(shares, sum);
    }

    private double integral(double from, double to) {
      return exponent == 1
          ? Math.log(to / from)
          : (Math.pow(to, 1 - exponent) - Math.pow(from, 1 - exponent)) / (1 - exponent);
    }
  }

  /**
   * Key values that were observed, with their numbers of requests.
   *
   * @param keys the key values, at most {@link #MAX_KEYS}, with a positive sum of weights
   */
  record Observed(List<ObservedKey> keys) implements KeyDistribution {
    /**
     * An observed key value.
     *
     * @param name the value, as text
     * @param weight the number of its requests, or anything proportional to it
     */
    public record ObservedKey(String name, double weight) {}

    public Observed {
      keys = List.copyOf(keys);
      double sum = 0;
      for (ObservedKey key : keys) {
        require(key.weight() >= 0, "weights that are not negative");
        sum += key.weight();
      }
      require(sum > 0 && keys.size() <= MAX_KEYS, "a positive sum of weights");
    }

    @Override
    public int size() {
      return keys.size();
    }

    @Override
    public KeyDistribution atMost(int most) {
      return this;
    }

    @Override
    public double[] shares() {
      double[] shares = new double[keys.size()];
      double sum = 0;
      for (int i = 0; i < shares.length; i++) {
        shares[i] = keys.get(i).weight();
        sum += shares[i];
      }
      return divided(shares, sum);
    }
  }

  private static double[] divided(double[] shares, double sum) {
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  private static void require(boolean valid, String what) {
    if (!valid) {
      throw new IllegalArgumentException("a distribution needs " + what);
    }
  }
}
