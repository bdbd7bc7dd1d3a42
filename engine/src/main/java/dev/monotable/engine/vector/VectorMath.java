package dev.monotable.engine.vector;

import dev.monotable.model.VectorDistanceFunction;

/**
 * Distances of vectors. The numbers have 32 bits; they are added up with 64 bits, always in the
 * same order, and the result is rounded to 32 bits, as AWS was observed to do. So a result depends
 * on the vectors alone, not on the machine.
 *
 * <p>Eight vectors are compared at once. So a processor adds up eight sums at the same time, and
 * reads eight places of the memory at the same time, for which a search of many vectors waits.
 */
final class VectorMath {
  /** The number of vectors that are compared at once. */
  static final int BATCH = 8;

  private VectorMath() {}

  /** Sets the sums of the products with each of {@link #BATCH} vectors. */
  static void dot(double[] query, float[][] vectors, double[] sums) {
    float[] a = vectors[0];
    float[] b = vectors[1];
    float[] c = vectors[2];
    float[] d = vectors[3];
    float[] e = vectors[4];
    float[] f = vectors[5];
    float[] g = vectors[6];
    float[] h = vectors[7];
    double sumA = 0;
    double sumB = 0;
    double sumC = 0;
    double sumD = 0;
    double sumE = 0;
    double sumF = 0;
    double sumG = 0;
    double sumH = 0;
    for (int i = 0; i < query.length; i++) {
      double number = query[i];
      sumA += number * a[i];
      sumB += number * b[i];
      sumC += number * c[i];
      sumD += number * d[i];
      sumE += number * e[i];
      sumF += number * f[i];
      sumG += number * g[i];
      sumH += number * h[i];
    }
    sums[0] = sumA;
    sums[1] = sumB;
    sums[2] = sumC;
    sums[3] = sumD;
    sums[4] = sumE;
    sums[5] = sumF;
    sums[6] = sumG;
    sums[7] = sumH;
  }

  /** Sets the sums of the squared differences to each of {@link #BATCH} vectors. */
  static void squaredDistance(double[] query, float[][] vectors, double[] sums) {
    float[] a = vectors[0];
    float[] b = vectors[1];
    float[] c = vectors[2];
    float[] d = vectors[3];
    float[] e = vectors[4];
    float[] f = vectors[5];
    float[] g = vectors[6];
    float[] h = vectors[7];
    double sumA = 0;
    double sumB = 0;
    double sumC = 0;
    double sumD = 0;
    double sumE = 0;
    double sumF = 0;
    double sumG = 0;
    double sumH = 0;
    for (int i = 0; i < query.length; i++) {
      double number = query[i];
      double ofA = number - a[i];
      sumA += ofA * ofA;
      double ofB = number - b[i];
      sumB += ofB * ofB;
      double ofC = number - c[i];
      sumC += ofC * ofC;
      double ofD = number - d[i];
      sumD += ofD * ofD;
      double ofE = number - e[i];
      sumE += ofE * ofE;
      double ofF = number - f[i];
      sumF += ofF * ofF;
      double ofG = number - g[i];
      sumG += ofG * ofG;
      double ofH = number - h[i];
      sumH += ofH * ofH;
    }
    sums[0] = sumA;
    sums[1] = sumB;
    sums[2] = sumC;
    sums[3] = sumD;
    sums[4] = sumE;
    sums[5] = sumF;
    sums[6] = sumG;
    sums[7] = sumH;
  }

  /** Returns the length of a vector if the function needs it, else 0. */
  static double norm(VectorDistanceFunction function, float[] vector) {
    if (function != VectorDistanceFunction.COSINE) {
      return 0;
    }
    double sum = 0;
    for (double number : vector) {
      sum += number * number;
    }
    return Math.sqrt(sum);
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
