package dev.monotable.engine.partition;

import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.engine.partition.Partition.Halves;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a table or index, in the order of their keys. They are split, and never merged.
 *
 * @param <T> the type of the partitions
 */
public final class PartitionMap<T extends Partition<T>> {
  private final HeatModel model;
  private final PartitionLimits limits;
  private final int maxPartitions;
  private final List<T> partitions;

  /**
   * @param initial the first partitions, which have all keys
   * @param maxPartitions the number of partitions up to which they are split for heat, or for a
   *     greater capacity
   */
  public PartitionMap(HeatModel model, List<T> initial, int maxPartitions) {
    this.model = model;
    this.limits = model.limits();
    this.maxPartitions = maxPartitions;
    this.partitions = new ArrayList<>(initial);
  }

  /** Why a partition was split, or not. */
  public enum Reason {
    HEAT,
    SIZE,
    /** A hot partition was not split, because one part would have kept its traffic. */
    NOT_BENEFICIAL,
    /** A full partition was not split, because a local index keeps its item collection together. */
    COLLECTION_TOO_LARGE;

    /** Returns whether a partition was split. */
    public boolean isSplit() {
      return this == HEAT || this == SIZE;
    }
  }

  /**
   * Returns the number of partitions that a new table or index has.
   *
   * @param bytes what it stores
   */
  public static double count(HeatModel model, TableCapacity capacity, double bytes) {
    return Math.max(
        byThroughput(model.limits(), capacity), Math.ceil(bytes / model.limits().bytes()));
  }

  private static double byThroughput(PartitionLimits limits, TableCapacity capacity) {
    double reads = capacity.readUnits() / limits.readUnits();
    double writes = capacity.writeUnits() / limits.writeUnits();
    return capacity instanceof TableCapacity.OnDemand
        ? Math.ceil(Math.max(reads, writes))
        : Math.ceil(reads + writes);
  }

  /** Returns the partitions; not modifiable. */
  public List<T> partitions() {
    return partitions;
  }

  /** Returns the number of partitions. */
  public int size() {
    return partitions.size();
  }

  /** Splits all partitions at their middle key until there are as many as the capacity needs. */
  public void growTo(TableCapacity capacity) {
    int wanted = (int) Math.min(maxPartitions, byThroughput(limits, capacity));
    boolean split = true;
    while (split && partitions.size() < wanted) {
      split = false;
      for (int i = partitions.size() - 1; i >= 0; i--) {
        Halves<T> halves = partitions.get(i).halvesOfKeys(false);
        if (halves != null) {
          replace(i, halves);
          split = true;
        }
      }
    }
  }

  /**
   * Counts a time of a partition, and splits it if it has been hot for long or is too large. After
   * a split, the partition with the lower keys has its place.
   *
   * @param index the place of the partition
   * @param readUnits what was read a second
   * @param writeUnits what was written a second
   * @param bytesPerUnit by how much a write unit lets the stored data grow
   * @param seconds the length of the time
   * @return what happened; null if nothing did
   */
  public @Nullable Reason pass(
      int index, double readUnits, double writeUnits, double bytesPerUnit, int seconds) {
    T partition = partitions.get(index);
    boolean hot = isHot(readUnits, writeUnits);
    partition.grow(Math.min(writeUnits, limits.writeUnits()) * bytesPerUnit * seconds);
    if (partition.heat(hot, seconds) >= model.heatSeconds()
        && !partition.isStuck()
        && partitions.size() < maxPartitions) {
      return splitForHeat(index) ? Reason.HEAT : Reason.NOT_BENEFICIAL;
    }
    if (partition.bytes() > limits.bytes() && !partition.isFull()) {
      return splitForSize(index) ? Reason.SIZE : Reason.COLLECTION_TOO_LARGE;
    }
    return null;
  }

  /** Returns whether a partition with these units a second is hot. */
  public boolean isHot(double readUnits, double writeUnits) {
    return readUnits >= limits.readUnits() * model.hotUtilization()
        || writeUnits >= limits.writeUnits() * model.hotUtilization();
  }

  /** Splits a partition so that its heat is halved; returns false if it would not help. */
  private boolean splitForHeat(int index) {
    T partition = partitions.get(index);
    double reads = partition.units(UnitKind.READS);
    double writes = partition.units(UnitKind.WRITES);
    boolean byWrites = writes / limits.writeUnits() >= reads / limits.readUnits();
    int units = byWrites ? UnitKind.WRITES : UnitKind.READS;
    Halves<T> halves = partition.halvesOfTraffic(units);
    if (halves == null) {
      partition.setStuck();
      return false;
    }
    double larger = Math.max(halves.lower().units(units), halves.upper().units(units));
    if (larger > (byWrites ? writes : reads) * (1 - model.leastBenefit())) {
      partition.setStuck();
      return false;
    }
    replace(index, halves);
    return true;
  }

  /** Splits a partition so that its data is halved; returns false if it cannot be divided. */
  private boolean splitForSize(int index) {
    Halves<T> halves = partitions.get(index).halvesOfKeys(true);
    if (halves == null) {
      partitions.get(index).setFull();
      return false;
    }
    replace(index, halves);
    return true;
  }

  private void replace(int index, Halves<T> halves) {
    partitions.set(index, halves.lower());
    partitions.add(index + 1, halves.upper());
  }
}
