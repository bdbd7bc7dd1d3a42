package dev.monotable.design.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The expected items of an entity.
 *
 * @param count the number of items in the table; null if unknown
 * @param perCollection the number of items in an item collection of the table; null if unknown
 * @param bytes the size of an item, in DynamoDB's bytes; null if unknown
 * @param lifetime the time after which an item is deleted or expires; null if it is kept
 */
public record EntityEstimate(
    @Nullable Long count,
    @Nullable Double perCollection,
    @Nullable Integer bytes,
    @Nullable Duration lifetime) {
  /** Nothing is known. */
  public static final EntityEstimate UNKNOWN = new EntityEstimate(null, null, null, null);
}
