package dev.monotable.engine.operation.item;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * A write of one item, parsed: its values are valid and its expressions are compiled. It has not
 * met its table yet; {@link ItemWrite} fits it to one.
 *
 * @param table the table as answers name it, by name or ARN
 * @param subject the item to put; the key for every other kind
 * @param update what an update changes; null for no change and for every other kind
 * @param condition the condition of the write; null for none
 * @param returnOldOnFailure whether a failed condition answers the item
 */
public record WritePlan(
    ItemWrite.Kind kind,
    String table,
    Item subject,
    @Nullable BoundUpdate update,
    @Nullable BoundCondition condition,
    boolean returnOldOnFailure) {

  /** A write without update, condition and returned item. */
  public static WritePlan of(ItemWrite.Kind kind, String table, Item subject) {
    return new WritePlan(kind, table, subject, null, null, false);
  }
}
