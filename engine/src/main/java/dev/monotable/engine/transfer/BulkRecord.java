package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of an object of a bulk operation: an item with the condition of its put, or a part of
 * the object that is not a record.
 *
 * @param item null if there is an error
 * @param condition the condition expression; null if there is none
 * @param names the ExpressionAttributeNames; null if there are none
 * @param values the ExpressionAttributeValues; null if there are none
 * @param error why it is not a record; null if it is one
 */
@Experimental
public record BulkRecord(
    @Nullable Item item,
    @Nullable String condition,
    @Nullable Map<String, String> names,
    @Nullable Item values,
    @Nullable String error) {
  /** Returns a part of an object that is not a record. */
  public static BulkRecord invalid(String reason) {
    return new BulkRecord(null, null, null, null, reason);
  }
}
