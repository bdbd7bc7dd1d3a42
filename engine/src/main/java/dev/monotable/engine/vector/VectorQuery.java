package dev.monotable.engine.vector;

import dev.monotable.model.VectorDistanceFunction;
import java.util.Arrays;

/**
 * The vector that a search compares with those of an index, and their scores. For one search and
 * one thread.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SearchVectors.html">SearchVectors</a>
 */
public final class VectorQuery {
  private final VectorDistanceFunction function;
  private final float[] vector;
  private final double[] wide;
  private final double norm;
  private final float[][] vectors = new float[VectorMath.BATCH][];
  private final double[] sums = new double[VectorMath.BATCH];

  /**
   * @param function of the index
   * @param vector as many numbers as the index has dimensions
   */
  public VectorQuery(VectorDistanceFunction function, float[] vector) {
    this.function = function;
    this.vector = vector.clone();
    this.wide = VectorMath.wide(vector);
    this.norm = VectorMath.norm(function, vector);
  }

  /**
   * Sets the scores of {@link VectorMath#BATCH} entries, as the function of the index defines them.
   */
  void score(VectorEntry[] entries, float[] scores) {
    for (int i = 0; i < VectorMath.BATCH; i++) {
      vectors[i] = entries[i].vector();
    }
    switch (function) {
      case COSINE, DOT_PRODUCT -> VectorMath.dot(wide, vectors, sums);
      case EUCLIDEAN -> VectorMath.squaredDistance(wide, vectors, sums);
    }
    for (int i = 0; i < VectorMath.BATCH; i++) {
      scores[i] =
          bounded(
              switch (function) {
                case COSINE -> cosine(entries[i], sums[i]);
                case DOT_PRODUCT -> sums[i];
                case EUCLIDEAN -> Math.sqrt(sums[i]);
              });
    }
  }

  /**
   * Returns 1 minus the cosine of the angle. A vector of length 0 has the distance 1 from all
   * others (nubo-db/dynoxide, recorded in eu-west-2 and us-east-1 on 2026-08-12).
   *
   * @param product of the vectors
   */
  private double cosine(VectorEntry entry, double product) {
    if (norm == 0 || entry.norm() == 0) {
      return 1;
    }
    double distance = 1 - product / (norm * entry.norm());
    // Rounding must not separate equal vectors.
    return Math.abs(distance) < 1e-12 && Arrays.equals(vector, entry.vector())
        ? 0
        : Math.max(0, Math.min(2, distance));
  }

  /**
   * Returns the score in 32 bits; one beyond their range is the greatest (the same, 2026-08-13).
   */
  private static float bounded(double score) {
    float rounded = (float) score;
    return Float.isInfinite(rounded) ? Math.copySign(Float.MAX_VALUE, rounded) : rounded;
  }

  /** Returns whether one score means a nearer vector than another. */
  boolean isNearer(float score, float than) {
    return function == VectorDistanceFunction.DOT_PRODUCT ? score > than : score < than;
  }
}
