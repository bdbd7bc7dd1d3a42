package dev.monotable.engine.throttle;

import dev.monotable.engine.partition.Partition;
import dev.monotable.engine.partition.UnitKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys of a tree, with what it has served in the current second. What exceeds the limits
 * of a partition in one second is missing in the next ones.
 *
 * <p>While the partition is hot, two windows of samples say where its traffic goes. The older one
 * proposes where to divide it and the newer one judges that, so a partition whose keys only
 * increase is found to be indivisible: all newer keys are above the middle of the older ones.
 */
final class MeteredPartition extends Partition<MeteredPartition> {
  private final byte[] from;

  /** The first key beyond the partition; null for no upper bound. */
  private final byte @Nullable [] to;

  private final double[] used = new double[UnitKind.COUNT];

  /**
   * The units that it served in the last complete second, or the part of that which a split gives
   * it.
   */
  private final double[] traffic = new double[UnitKind.COUNT];

  private long second;

  /** The samples of reads and writes; null while the partition is not hot. */
  private TrafficSample @Nullable [] newer;

  private TrafficSample @Nullable [] older;
  private long windowStart;

  MeteredPartition(byte[] from, byte @Nullable [] to, long second) {
    super(0);
    this.from = from;
    this.to = to;
    this.second = second;
  }

  /** Returns the first key. */
  byte[] from() {
    return from;
  }

  long second() {
    return second;
  }

  double used(int units) {
    return used[units];
  }

  void use(int units, double consumed, byte[] key, SplittableRandom random) {
    used[units] += consumed;
    TrafficSample[] sampled = newer;
    if (sampled != null) {
      sampled[units].add(key, consumed, random);
    }
  }

  /**
   * Ends the current second.
   *
   * @param limits of reads and writes, which are available again for each second
   */
  void passTo(long now, double[] limits) {
    for (int units = 0; units < UnitKind.COUNT; units++) {
      traffic[units] = used[units];
      used[units] = Math.max(0, used[units] - limits[units] * (now - second));
    }
    second = now;
  }

  double traffic(int units) {
    return traffic[units];
  }

  // Samples.

  boolean isSampled() {
    return newer != null;
  }

  void beginSamples() {
    newer = samples();
    older = samples();
    windowStart = second;
  }

  private static TrafficSample[] samples() {
    return new TrafficSample[] {new TrafficSample(), new TrafficSample()};
  }

  /** Ends a window if it has lasted long enough and has keys. */
  void nextWindow(long seconds) {
    TrafficSample[] last = newer;
    if (last != null
        && second - windowStart >= seconds
        && !(last[UnitKind.READS].isEmpty() && last[UnitKind.WRITES].isEmpty())) {
      older = last;
      newer = samples();
      windowStart = second;
    }
  }

  /** Drops the samples, because the partition is no longer hot. */
  void endSamples() {
    newer = null;
    older = null;
    forgetFailedSplit();
  }

  // Division.

  @Override
  protected double units(int units) {
    return traffic[units];
  }

  @Override
  protected @Nullable Halves<MeteredPartition> halvesOfTraffic(int units) {
    TrafficSample[] proposing = older;
    TrafficSample[] judging = newer;
    if (proposing == null || judging == null || judging[units].isEmpty()) {
      return null;
    }
    byte[] boundary = proposing[units].middle(from, to);
    if (boundary == null) {
      return null;
    }
    Halves<MeteredPartition> halves = halvesAt(boundary);
    double below = judging[units].shareBelow(boundary);
    halves.lower().traffic[units] = traffic[units] * below;
    halves.upper().traffic[units] = traffic[units] * (1 - below);
    return halves;
  }

  @Override
  protected @Nullable Halves<MeteredPartition> halvesOfKeys(boolean insideCollections) {
    long low = hash(from);
    long high = to == null ? -1L : hash(to);
    long middle = low + Long.divideUnsigned(high - low, 2);
    byte[] boundary = ByteBuffer.allocate(Long.BYTES).putLong(middle).array();
    return Arrays.compareUnsigned(boundary, from) > 0
            && (to == null || Arrays.compareUnsigned(boundary, to) < 0)
        ? halvesAt(boundary)
        : null;
  }

  /** Returns the hash with which a key begins. */
  private static long hash(byte[] key) {
    return ByteBuffer.wrap(Arrays.copyOf(key, Long.BYTES)).getLong();
  }

  private Halves<MeteredPartition> halvesAt(byte[] boundary) {
    return new Halves<>(
        new MeteredPartition(from, boundary, second), new MeteredPartition(boundary, to, second));
  }
}
