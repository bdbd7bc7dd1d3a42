package dev.monotable.engine.vector;

import dev.monotable.model.VectorDistanceFunction;

/**
 * Distances of vectors. The numbers have 32 bits; they are added up with 64 bits, always in the
 * same order, and the result is rounded to 32 bits, as AWS was observed to do. So a result depends
 * on the vectors alone, not on the machine.
 *
 * <p>The sums have several accumulators, which a processor adds up at the same time.
 */
final class VectorMath {
  private VectorMath() {}

  /** Returns the sum of the products. */
  static double dot(double[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (int end = b.length - 3; i < end; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
    }
    for (; i < b.length; i++) {
      s0 += a[i] * b[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Returns the sum of the squared differences. */
  static double squaredDistance(double[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (int end = b.length - 3; i < end; i += 4) {
      double d0 = a[i] - b[i];
      double d1 = a[i + 1] - b[i + 1];
      double d2 = a[i + 2] - b[i + 2];
      double d3 = a[i + 3] - b[i + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; i < b.length; i++) {
      double d = a[i] - b[i];
      s0 += d * d;
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Returns the length of a vector if the function needs it, else 0. */
  static double norm(VectorDistanceFunction function, float[] vector) {
    return function == VectorDistanceFunction.COSINE ? Math.sqrt(dot(wide(vector), vector)) : 0;
  }

  /** Returns a vector with 64 bits for each number. */
  static double[] wide(float[] vector) {
    double[] wide = new double[vector.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = vector[i];
    }
    return wide;
  }
}
