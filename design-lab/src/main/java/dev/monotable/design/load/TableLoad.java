package dev.monotable.design.load;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table, what it stores, and which of its features cost something.
 *
 * @param infrequentAccess whether its table class is DynamoDB Standard-Infrequent Access
 * @param items the number of its items, on average over the month
 * @param itemBytes the average size of an item, without the overhead that DynamoDB adds
 * @param provisioned its capacity if that is fixed; null if it follows the traffic
 * @param features what else it is charged for
 */
public record TableLoad(
    String name,
    boolean infrequentAccess,
    long items,
    long itemBytes,
    List<IndexLoad> indexes,
    @Nullable FixedCapacity provisioned,
    Features features) {

  /**
   * A fixed provisioned capacity, of the table and of each global index.
   *
   * @param readUnits read capacity units
   * @param writeUnits write capacity units
   */
  public record FixedCapacity(long readUnits, long writeUnits) {
    public FixedCapacity {
      if (readUnits < 1 || writeUnits < 1) {
        throw new IllegalArgumentException("a capacity must be at least 1");
      }
    }
  }

  /**
   * Features that are charged apart from reads, writes and storage.
   *
   * @param regions the number of Regions of a global table; 1 for any other table
   * @param pointInTimeRecovery whether continuous backups are on
   * @param backupGbMonths the on-demand backups, in GB-months: 60 GB for a whole month are 60
   * @param restoredGb what is restored in a month
   * @param exportedGb what is exported to Amazon S3 in a month
   * @param streams the readers of its stream
   * @param expired the items that TTL deletes
   */
  public record Features(
      int regions,
      boolean pointInTimeRecovery,
      BigDecimal backupGbMonths,
      BigDecimal restoredGb,
      BigDecimal exportedGb,
      List<StreamLoad> streams,
      UsageRate expired) {

    /** No feature. */
    public static final Features NONE =
        new Features(
            1,
            false,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            List.of(),
            UsageRate.of(0, UsageRate.Per.MONTH));

    public Features {
      streams = List.copyOf(streams);
      if (regions < 1) {
        throw new IllegalArgumentException("a table must be in at least one Region");
      }
      if (backupGbMonths.signum() < 0 || restoredGb.signum() < 0 || exportedGb.signum() < 0) {
        throw new IllegalArgumentException("a negative size");
      }
    }
  }

  public TableLoad {
    indexes = List.copyOf(indexes);
    if (items < 0 || itemBytes < 0) {
      throw new IllegalArgumentException("negative sizes of " + name);
    }
  }

  /** Creates a table without features whose capacity follows the traffic. */
  public static TableLoad of(String name, long items, long itemBytes, IndexLoad... indexes) {
    return new TableLoad(name, false, items, itemBytes, List.of(indexes), null, Features.NONE);
  }

  /** Returns an index, or null. */
  public @Nullable IndexLoad findIndex(String index) {
    for (IndexLoad candidate : indexes) {
      if (candidate.name().equals(index)) {
        return candidate;
      }
    }
    return null;
  }

  /** Returns whether it has a local index, whose item collections cannot be split. */
  public boolean hasLocalIndexes() {
    for (IndexLoad index : indexes) {
      if (index.local()) {
        return true;
      }
    }
    return false;
  }
}
