package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * The permitted cost of one use of an access pattern. Null means that there is no limit.
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

  /** Checks the limits. */
  public Budget {
    requireLimit("maxReadUnits", maxReadUnits);
    requireLimit("maxWriteUnits", maxWriteUnits);
    requireLimit("maxRequests", maxRequests);
    if (maxDiscarded != null && !(maxDiscarded >= 0 && maxDiscarded <= 1)) {
      throw new IllegalArgumentException(
          "maxDiscarded must be between 0 and 1, not " + maxDiscarded);
    }
  }

  private static void requireLimit(String name, @Nullable Number limit) {
    if (limit != null && !(limit.doubleValue() >= 0)) {
      throw new IllegalArgumentException(name + " must be at least 0, not " + limit);
    }
  }
}
