package dev.monotable.engine.partition;

import org.jspecify.annotations.Nullable;

/**
 * A partition: a range of keys, with what happened to it. A subclass knows the keys and their
 * traffic, and divides the range; the {@link PartitionMap} decides when.
 *
 * @param <T> the subclass
 */
public abstract class Partition<T extends Partition<T>> {
  /** The bytes that it stores. */
  private double bytes;

  /** For how long it has been hot. */
  private double hotSeconds;

  /** A split for heat was tried, and would not have helped. */
  private boolean stuck;

  /** It is larger than a partition may be, and cannot be split. */
  private boolean full;

  /**
   * @param bytes what the partition stores
   */
  protected Partition(double bytes) {
    this.bytes = bytes;
  }

  /**
   * The two parts of a partition that is split.
   *
   * @param lower the part with the lower keys
   */
  public record Halves<T>(T lower, T upper) {}

  /**
   * Returns the traffic of the partition, as it is divided by a split.
   *
   * @param units {@link UnitKind#READS} or {@link UnitKind#WRITES}
   */
  protected abstract double units(int units);

  /** Returns the parts that halve the traffic best; null if nothing divides it. */
  protected abstract @Nullable Halves<T> halvesOfTraffic(int units);

  /**
   * Returns the parts that halve the keys; null if there is only one.
   *
   * @param insideCollections whether an item collection may be divided, if that is possible at all
   */
  protected abstract @Nullable Halves<T> halvesOfKeys(boolean insideCollections);

  /** Returns what the partition stores. */
  protected final double bytes() {
    return bytes;
  }

  /** Adds to what the partition stores. */
  final void grow(double more) {
    bytes += more;
  }

  /** Counts a time in which the partition was hot, or was not; returns for how long it has been. */
  final double heat(boolean hot, double seconds) {
    hotSeconds = hot ? hotSeconds + seconds : 0;
    return hotSeconds;
  }

  final boolean isStuck() {
    return stuck;
  }

  final void setStuck() {
    stuck = true;
  }

  /** Lets a split for heat be tried again, because the traffic is another. */
  protected final void forgetFailedSplit() {
    stuck = false;
  }

  final boolean isFull() {
    return full;
  }

  final void setFull() {
    full = true;
  }
}
