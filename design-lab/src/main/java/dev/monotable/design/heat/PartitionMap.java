package dev.monotable.design.heat;

import dev.monotable.design.heat.HeatModel.PartitionLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The partitions of a table or index. They are split, and never merged. */
final class PartitionMap {
  private final KeySpace space;
  private final PartitionLimits limits;
  private final double leastBenefit;
  private final List<Partition> partitions = new ArrayList<>();

  PartitionMap(KeySpace space, HeatModel model, HeatScenario scenario) {
    this.space = space;
    this.limits = model.limits();
    this.leastBenefit = model.leastBenefit();
    int count =
        (int)
            Math.min(
                KeyDistribution.MAX_KEYS,
                Math.max(
                    byThroughput(scenario.capacity()),
                    Math.ceil(scenario.storedBytes() / limits.bytes())));
    addEqual(count, scenario.storedBytes());
  }

  private double byThroughput(TableCapacity capacity) {
    double reads = capacity.readUnits() / limits.readUnits();
    double writes = capacity.writeUnits() / limits.writeUnits();
    return capacity instanceof TableCapacity.OnDemand
        ? Math.ceil(Math.max(reads, writes))
        : Math.ceil(reads + writes);
  }

  /** Adds partitions of equal ranges of hashes; keys are placed by hash, so by equal numbers. */
  private void addEqual(int count, double bytes) {
    double size = space.size();
    double from = 0;
    for (int i = 1; i <= count; i++) {
      double to = i == count ? size : Math.rint(size * i / count);
      if (to > from) {
        partitions.add(new Partition(space, from, to, bytes * (to - from) / size));
        from = to;
      }
    }
  }

  List<Partition> partitions() {
    return partitions;
  }

  int size() {
    return partitions.size();
  }

  /** Splits all partitions at their middle key until there are as many as the capacity needs. */
  void growTo(TableCapacity capacity) {
    int wanted = (int) Math.min(KeyDistribution.MAX_KEYS, byThroughput(capacity));
    boolean split = true;
    while (split && partitions.size() < wanted) {
      split = false;
      for (int i = partitions.size() - 1; i >= 0; i--) {
        Partition partition = partitions.get(i);
        double middle = Math.rint((partition.from + partition.to) / 2);
        if (middle > partition.from && middle < partition.to) {
          replace(i, middle);
          split = true;
        }
      }
    }
  }

  /**
   * Splits a partition so that its heat is halved.
   *
   * @return the position of the split, or null if it would not help
   */
  @Nullable Double splitForHeat(int index) {
    Partition partition = partitions.get(index);
    boolean byWrites =
        partition.writeUnits / limits.writeUnits() >= partition.readUnits / limits.readUnits();
    int units = byWrites ? KeySpace.WRITES : KeySpace.READS;
    double heat = byWrites ? partition.writeUnits : partition.readUnits;
    double middle = space.middle(units, partition.from, partition.to);
    if (middle < 0) {
      return null;
    }
    double larger =
        Math.max(
            space.between(units, partition.from, middle),
            space.between(units, middle, partition.to));
    if (larger > heat * (1 - leastBenefit)) {
      return null;
    }
    replace(index, middle);
    return middle;
  }

  /**
   * Splits a partition so that its data is halved.
   *
   * @return the position of the split, or null if it holds one item collection that stays together
   */
  @Nullable Double splitForSize(int index) {
    Partition partition = partitions.get(index);
    double middle = (partition.from + partition.to) / 2;
    double boundary = Math.rint(middle);
    if (!(boundary > partition.from && boundary < partition.to)) {
      if (!space.isDivisible()) {
        return null;
      }
      boundary = middle;
    }
    replace(index, boundary);
    return boundary;
  }

  private void replace(int index, double at) {
    Partition old = partitions.get(index);
    double part = (at - old.from) / (old.to - old.from);
    partitions.set(index, new Partition(space, old.from, at, old.bytes * part));
    partitions.add(index + 1, new Partition(space, at, old.to, old.bytes * (1 - part)));
  }
}
