package dev.monotable.benchmark.server;

import java.util.Arrays;

/** Medians of the measurements of several rounds. */
public final class Medians {
  private Medians() {}

  /** Returns the median of the values. */
  public static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the median of the ratios within each round, which vary less than the values do. */
  public static double ofRatios(double[] values, double[] references) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i] / references[i];
    }
    return of(ratios);
  }
}
