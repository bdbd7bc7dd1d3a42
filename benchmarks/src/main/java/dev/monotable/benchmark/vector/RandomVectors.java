package dev.monotable.benchmark.vector;

import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random vectors in clusters: each is the middle of a cluster and a deviation, both normally
 * distributed.
 */
final class RandomVectors {
  private final SplittableRandom random;
  private final float[][] middles;
  private final double width;

  /**
   * @param clusters the number of clusters
   * @param width the standard deviation in a cluster; that of the middles is 1
   */
  RandomVectors(long seed, int dimensions, int clusters, double width) {
    this.random = new SplittableRandom(seed);
    this.middles = new float[clusters][dimensions];
    this.width = width;
    for (float[] middle : middles) {
      for (int i = 0; i < dimensions; i++) {
        middle[i] = (float) random.nextGaussian();
      }
    }
  }

  float[] next() {
    float[] vector = middles[random.nextInt(middles.length)].clone();
    for (int i = 0; i < vector.length; i++) {
      vector[i] += (float) (width * random.nextGaussian());
    }
    return vector;
  }

  static List<AttributeValue> numbers(float[] vector) {
    List<AttributeValue> numbers = new ArrayList<>(vector.length);
    for (float number : vector) {
      numbers.add(AttributeValue.number(Float.toString(number)));
    }
    return numbers;
  }
}
