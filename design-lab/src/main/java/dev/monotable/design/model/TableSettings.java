package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a table that change its cost or behavior.
 *
 * @param provisioned the provisioned capacity; null on demand
 * @param timeToLive the name of the TTL attribute; null without Time to Live
 * @param streamView the view type of the stream, such as {@code NEW_IMAGE}; null without a stream
 * @param infrequentAccess whether the table class is DynamoDB Standard-Infrequent Access
 * @param pointInTimeRecovery whether point-in-time recovery is on
 * @param regions the number of Regions of a global table; 1 for any other table
 */
public record TableSettings(
    @Nullable Provisioned provisioned,
    @Nullable String timeToLive,
    @Nullable String streamView,
    boolean infrequentAccess,
    boolean pointInTimeRecovery,
    int regions) {
  /** On demand, without Time to Live, stream and backups, in one Region. */
  public static final TableSettings DEFAULT = new TableSettings(null, null, null, false, false, 1);

  /**
   * Provisioned capacity, of the table and of each global index.
   *
   * @param readUnits read units per second
   * @param writeUnits write units per second
   */
  public record Provisioned(long readUnits, long writeUnits) {}
}
