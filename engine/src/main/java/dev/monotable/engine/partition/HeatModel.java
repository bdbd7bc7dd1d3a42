package dev.monotable.engine.partition;

/**
 * The behavior of DynamoDB's partitions. The limits are documented; the times of splits are not,
 * and are assumptions.
 *
 * @param limits what one partition serves and holds
 * @param heatSeconds how long a partition has to be hot before it is split
 * @param hotUtilization the part of a limit from which on a partition is hot
 * @param leastBenefit the part of its heat that a partition must lose by a split; if it would lose
 *     less, it is not split
 * @param burstSeconds how many seconds of unused provisioned capacity are kept
 * @param doublingSeconds the time after which an on-demand table serves twice its previous peak
 */
public record HeatModel(
    PartitionLimits limits,
    int heatSeconds,
    double hotUtilization,
    double leastBenefit,
    int burstSeconds,
    int doublingSeconds) {

  /**
   * The capacity and size of one partition.
   *
   * @param readUnits read units a second
   * @param writeUnits write units a second
   * @param bytes the size at which it is split
   */
  public record PartitionLimits(double readUnits, double writeUnits, double bytes) {
    /** 3,000 read units, 1,000 write units, 10 GB. */
    public static final PartitionLimits DOCUMENTED =
        new PartitionLimits(3_000, 1_000, 10.0 * (1L << 30));
  }

  /** The documented limits, and a split after 10 minutes. */
  public static final HeatModel DEFAULT =
      new HeatModel(PartitionLimits.DOCUMENTED, 600, 0.9, 0.05, 300, 1_800);

  public HeatModel {
    if (heatSeconds < 1
        || !(hotUtilization > 0)
        || !(leastBenefit > 0)
        || burstSeconds < 0
        || doublingSeconds < 1) {
      throw new IllegalArgumentException(
          "heatSeconds and doublingSeconds must be at least 1, hotUtilization and leastBenefit must"
              + " be positive, and burstSeconds must not be negative");
    }
  }

  /** Returns the model with other limits of a partition. */
  public HeatModel withLimits(PartitionLimits other) {
    return new HeatModel(
        other, heatSeconds, hotUtilization, leastBenefit, burstSeconds, doublingSeconds);
  }
}
