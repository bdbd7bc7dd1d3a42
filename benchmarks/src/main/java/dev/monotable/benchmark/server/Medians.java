package dev.monotable.benchmark.server;

import java.util.Arrays;

/** Medians and quantiles of the measurements of several rounds. */
public final class Medians {
  private Medians() {}

  /** Returns the median of the values. */
  public static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the smallest value that at least the given share of the values does not exceed. */
  public static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(sorted.length * share) - 1)];
  }

  /** Returns the median of the ratios within each round, which vary less than the values do. */
  public static double ofRatios(double[] values, double[] references) {
    return of(ratios(values, references));
  }

  /** Returns the ratio within each round. */
  static double[] ratios(double[] values, double[] references) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i] / references[i];
    }
    return ratios;
  }
}
