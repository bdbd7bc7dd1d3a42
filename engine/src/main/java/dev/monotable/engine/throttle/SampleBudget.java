package dev.monotable.engine.throttle;

/** The number of partitions whose traffic is sampled at the same time, which is bounded. */
final class SampleBudget {
  static final int MAX_SAMPLED = 200;

  private int sampled;

  /** Begins the samples of a partition, unless too many partitions have some. */
  void begin(MeteredPartition partition) {
    if (sampled < MAX_SAMPLED && !partition.isSampled()) {
      sampled++;
      partition.beginSamples();
    }
  }

  /** Ends the samples of a partition, if it has some. */
  void end(MeteredPartition partition) {
    if (partition.isSampled()) {
      sampled--;
    }
    partition.endSamples();
  }

  int sampled() {
    return sampled;
  }
}
