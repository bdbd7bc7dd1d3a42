package dev.monotable.engine.throttle;

import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.PartitionMap;
import dev.monotable.engine.partition.PartitionMap.Reason;
import dev.monotable.engine.partition.TableCapacity;
import dev.monotable.engine.partition.TableThroughput;
import dev.monotable.engine.partition.UnitKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of a table or a global index: of all its keys, and of each partition. Time passes
 * in whole seconds. A part is admitted as long as anything is left, regardless of its size, because
 * a read knows that only afterwards; what it consumes beyond is missing in the next seconds.
 *
 * <p>Not thread-safe: {@link ThroughputThrottle} guards it.
 */
final class ResourceMeter {
  /** The number of partitions of a table or index up to which they are split. */
  static final int MAX_PARTITIONS = 1_000;

  /** The number of windows of samples in the time after which a hot partition is split. */
  private static final int WINDOWS = 4;

  private static final long MAX_STEP = 1_000_000_000;

  private final HeatModel model;
  private final double[] limits;
  private final SampleBudget budget;
  private final SplittableRandom random;
  private final PartitionMap<MeteredPartition> map;
  private MeteredCapacity capacity;
  private TableThroughput throughput;

  /** The maximum that the user has set; null if there is none. */
  private @Nullable TableThroughput maximum;

  private final double[] used = new double[UnitKind.COUNT];
  private long second;

  ResourceMeter(
      HeatModel model,
      MeteredCapacity capacity,
      long second,
      SampleBudget budget,
      SplittableRandom random) {
    this.model = model;
    this.limits = new double[] {model.limits().readUnits(), model.limits().writeUnits()};
    this.capacity = capacity;
    this.second = second;
    this.budget = budget;
    this.random = random;
    this.throughput = new TableThroughput(capacity.capacity(), model);
    this.maximum = maximum(capacity.maximum());
    double count =
        Math.max(
            PartitionMap.count(model, capacity.capacity(), 0),
            PartitionMap.count(model, capacity.warm(), 0));
    this.map =
        new PartitionMap<>(
            model, equal((int) Math.min(MAX_PARTITIONS, count), second), MAX_PARTITIONS);
  }

  /** Returns partitions of equal ranges of hashes. */
  private static List<MeteredPartition> equal(int count, long second) {
    List<MeteredPartition> partitions = new ArrayList<>(count);
    byte[] from = new byte[0];
    for (int i = 1; i <= count; i++) {
      byte[] to =
          i == count
              ? null
              : ByteBuffer.allocate(Long.BYTES)
                  .putLong(Long.divideUnsigned(-1L, count) * i)
                  .array();
      partitions.add(new MeteredPartition(from, to, second));
      if (to != null) {
        from = to;
      }
    }
    return partitions;
  }

  private @Nullable TableThroughput maximum(@Nullable TableCapacity most) {
    if (most == null) {
      return null;
    }
    return maximum == null ? new TableThroughput(most, model) : maximum.changed(most);
  }

  /** Lets the meter follow a changed capacity. */
  void follow(MeteredCapacity current) {
    if (!current.equals(capacity)) {
      capacity = current;
      throughput = throughput.changed(current.capacity());
      maximum = maximum(current.maximum());
      map.growTo(current.capacity());
      map.growTo(current.warm());
    }
  }

  /** Lets time pass. A clock that was set back stops it until it is there again. */
  void passTo(long now) {
    if (now <= second) {
      return;
    }
    int seconds = (int) Math.min(MAX_STEP, now - second);
    TableCapacity grown = pass(throughput, seconds);
    TableThroughput most = maximum;
    if (most != null) {
      pass(most, seconds);
    }
    Arrays.fill(used, 0);
    second = now;
    if (grown != null) {
      map.growTo(grown);
    }
  }

  private @Nullable TableCapacity pass(TableThroughput passed, int seconds) {
    for (int units = 0; units < UnitKind.COUNT; units++) {
      passed.consume(units, used[units], 1);
      if (seconds > 1) {
        passed.consume(units, 0, seconds - 1);
      }
    }
    return passed.endStep(seconds);
  }

  /**
   * Returns the limit that a part would exceed; null if it is admitted.
   *
   * @param key where in the tree the part is
   */
  @Nullable ThroughputLimit exceeded(int units, byte[] key) {
    TableThroughput most = maximum;
    if (most != null && used[units] >= most.allowed(units, 1)) {
      return ThroughputLimit.MAX_ON_DEMAND;
    }
    boolean onDemand = capacity.capacity() instanceof TableCapacity.OnDemand;
    if (onDemand && used[units] >= capacity.quota(units)) {
      return ThroughputLimit.ACCOUNT;
    }
    if (used[units] >= throughput.allowed(units, 1)) {
      return onDemand ? ThroughputLimit.KEY_RANGE : ThroughputLimit.PROVISIONED;
    }
    return partition(key).used(units) >= limits[units] ? ThroughputLimit.KEY_RANGE : null;
  }

  /** Consumes units of a part that is admitted. */
  void use(int units, byte[] key, double consumed) {
    used[units] += consumed;
    partition(key).use(units, consumed, key, random);
  }

  /** Returns the partition of a key, after the seconds since its last use have passed for it. */
  private MeteredPartition partition(byte[] key) {
    int index = indexOf(key);
    MeteredPartition partition = map.partitions().get(index);
    long idle = second - partition.second() - 1;
    if (idle < 0) {
      return partition;
    }
    partition.passTo(second, limits);
    if (!pass(index, partition, idle)) {
      return partition;
    }
    return map.partitions().get(indexOf(key));
  }

  /** Counts the last second of a partition, and those in which it was idle since. */
  private boolean pass(int index, MeteredPartition partition, long idle) {
    double reads = partition.traffic(UnitKind.READS);
    double writes = partition.traffic(UnitKind.WRITES);
    Reason reason = map.pass(index, reads, writes, 0, 1);
    boolean hot = map.isHot(reads, writes);
    if (reason != null && reason.isSplit()) {
      budget.end(partition);
      return true;
    }
    if (idle > 0 && !isHot(partition)) {
      map.pass(index, 0, 0, 0, (int) Math.min(MAX_STEP, idle));
      hot = false;
    }
    if (!hot) {
      budget.end(partition);
    } else if (partition.isSampled()) {
      partition.nextWindow(Math.max(1, model.heatSeconds() / WINDOWS));
    } else {
      budget.begin(partition);
    }
    return false;
  }

  /** Returns whether what was consumed too early still keeps a partition busy. */
  private boolean isHot(MeteredPartition partition) {
    return map.isHot(partition.used(UnitKind.READS), partition.used(UnitKind.WRITES));
  }

  private int indexOf(byte[] key) {
    List<MeteredPartition> partitions = map.partitions();
    int low = 0;
    int high = partitions.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(partitions.get(middle).from(), key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Ends the samples of all partitions, because the meter is not used any more. */
  void close() {
    map.partitions().forEach(budget::end);
  }
}
