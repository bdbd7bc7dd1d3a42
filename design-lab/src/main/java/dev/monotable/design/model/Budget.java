package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * What one use of an access pattern may cost. Null means that there is no limit.
 *
 * @param maxReadUnits read units of all its requests
 * @param maxWriteUnits write units of all its requests, including those on indexes
 * @param maxRequests the number of requests
 * @param maxDiscarded the share of the items read that a filter may discard, between 0 and 1
 * @param noScan whether a Scan is forbidden
 */
public record Budget(
    @Nullable Double maxReadUnits,
    @Nullable Double maxWriteUnits,
    @Nullable Integer maxRequests,
    @Nullable Double maxDiscarded,
    boolean noScan) {
  /** No limits. */
  public static final Budget UNLIMITED = new Budget(null, null, null, null, false);
}
