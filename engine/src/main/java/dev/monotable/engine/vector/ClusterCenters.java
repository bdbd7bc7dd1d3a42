package dev.monotable.engine.vector;

import dev.monotable.model.VectorDistanceFunction;
import java.util.Arrays;
import java.util.List;

/**
 * The centers of clusters of vectors, found by Lloyd's algorithm (k-means) from a sample. The same
 * sample in the same order gives the same centers on each machine. Immutable.
 *
 * <p>A vector belongs to the center that is nearest by the distance of the index; for DOT_PRODUCT,
 * which is no distance, by the Euclidean one.
 *
 * <p>The numbers are stored by dimension, so that one loop adds up the products with all centers,
 * which the compiler turns into vector instructions.
 */
final class ClusterCenters {
  private static final int ROUNDS = 10;

  private final VectorDistanceFunction function;

  /** For each dimension, the numbers of all centers. */
  private final float[][] numbers;

  /** Half of the squared length of each center; 0 if the lengths do not matter. */
  private final float[] halfSquares;

  private ClusterCenters(VectorDistanceFunction function, float[][] numbers) {
    this.function = function;
    this.numbers = numbers;
    this.halfSquares = new float[numbers[0].length];
    if (function == VectorDistanceFunction.COSINE) {
      normalize();
    } else {
      for (float[] row : numbers) {
        for (int c = 0; c < row.length; c++) {
          halfSquares[c] += row[c] * row[c] / 2;
        }
      }
    }
  }

  private void normalize() {
    float[] lengths = new float[halfSquares.length];
    for (float[] row : numbers) {
      for (int c = 0; c < row.length; c++) {
        lengths[c] += row[c] * row[c];
      }
    }
    for (float[] row : numbers) {
      for (int c = 0; c < row.length; c++) {
        row[c] = lengths[c] == 0 ? 0 : (float) (row[c] / Math.sqrt(lengths[c]));
      }
    }
  }

  /**
   * Returns the centers of a sample.
   *
   * @param sample at least as many entries as centers
   */
  static ClusterCenters of(VectorDistanceFunction function, List<VectorEntry> sample, int count) {
    int dimensions = sample.get(0).vector().length;
    float[][] first = new float[dimensions][count];
    for (int c = 0; c < count; c++) {
      VectorEntry entry = sample.get((int) ((long) c * sample.size() / count));
      for (int d = 0; d < dimensions; d++) {
        first[d][c] = entry.vector()[d];
      }
    }
    ClusterCenters centers = new ClusterCenters(function, first);
    for (int round = 0; round < ROUNDS; round++) {
      centers = centers.moved(sample);
    }
    return centers;
  }

  /** Returns the centers moved to the middle of those entries that belong to them. */
  private ClusterCenters moved(List<VectorEntry> sample) {
    int dimensions = numbers.length;
    int count = count();
    float[][] sums = new float[count][dimensions];
    float[] sizes = new float[count];
    float[] products = new float[count];
    for (VectorEntry entry : sample) {
      int center = nearest(entry, products);
      float weight = entry.norm() == 0 ? 1 : (float) (1 / entry.norm());
      float[] sum = sums[center];
      float[] vector = entry.vector();
      for (int d = 0; d < dimensions; d++) {
        sum[d] += weight * vector[d];
      }
      sizes[center]++;
    }
    float[][] moved = new float[dimensions][count];
    for (int d = 0; d < dimensions; d++) {
      for (int c = 0; c < count; c++) {
        moved[d][c] = sizes[c] == 0 ? numbers[d][c] : sums[c][d] / sizes[c];
      }
    }
    return new ClusterCenters(function, moved);
  }

  /** Returns the number of centers. */
  int count() {
    return halfSquares.length;
  }

  /**
   * Returns the number of the center to which an entry belongs.
   *
   * @param products an array for each center, whose content is replaced
   */
  int nearest(VectorEntry entry, float[] products) {
    multiply(entry.vector(), products);
    int nearest = 0;
    float most = Float.NEGATIVE_INFINITY;
    for (int c = 0; c < products.length; c++) {
      float score = products[c] - halfSquares[c];
      if (score > most) {
        most = score;
        nearest = c;
      }
    }
    return nearest;
  }

  /** Returns the numbers of all centers, that of the nearest ones to a vector first. */
  int[] byDistance(float[] vector) {
    float[] products = new float[count()];
    multiply(vector, products);
    long[] order = new long[products.length];
    for (int c = 0; c < order.length; c++) {
      float score =
          function == VectorDistanceFunction.DOT_PRODUCT
              ? products[c]
              : products[c] - halfSquares[c];
      int bits = Float.floatToIntBits(-score);
      // The order of the bits as whole numbers is that of the numbers.
      order[c] = (long) (bits ^ ((bits >> 31) & Integer.MAX_VALUE)) << 32 | c;
    }
    Arrays.sort(order);
    int[] centers = new int[order.length];
    for (int i = 0; i < centers.length; i++) {
      centers[i] = (int) order[i];
    }
    return centers;
  }

  private void multiply(float[] vector, float[] products) {
    Arrays.fill(products, 0);
    int d = 0;
    for (int end = numbers.length - 3; d < end; d += 4) {
      add(vector, d, products);
    }
    for (; d < numbers.length; d++) {
      float[] row = numbers[d];
      for (int c = 0; c < products.length; c++) {
        products[c] += vector[d] * row[c];
      }
    }
  }

  /** Adds the products with the numbers of four dimensions. */
  private void add(float[] vector, int d, float[] products) {
    float[] row0 = numbers[d];
    float[] row1 = numbers[d + 1];
    float[] row2 = numbers[d + 2];
    float[] row3 = numbers[d + 3];
    float number0 = vector[d];
    float number1 = vector[d + 1];
    float number2 = vector[d + 2];
    float number3 = vector[d + 3];
    for (int c = 0; c < products.length; c++) {
      products[c] +=
          number0 * row0[c] + number1 * row1[c] + (number2 * row2[c] + number3 * row3[c]);
    }
  }
}
