package dev.monotable.engine.operation.item;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * A parsed write of one item: its values are valid and its expressions are compiled. {@link
 * ItemWrite} matches it to a table.
 *
 * @param table the name or ARN of the table in the request; the response repeats it
 * @param subject the item of a put; the key for every other kind
 * @param update the changes of an update; null for an update without changes and for every other
 *     kind
 * @param condition the condition of the write; null if it is unconditional
 * @param returnOldOnFailure whether the error of a failed condition contains the item
 */
public record WritePlan(
    ItemWrite.Kind kind,
    String table,
    Item subject,
    @Nullable BoundUpdate update,
    @Nullable BoundCondition condition,
    boolean returnOldOnFailure) {

  /** Returns whether the write can create an item or make one larger. */
  boolean addsData() {
    return switch (kind) {
      case PUT, INSERT -> true;
      // An update that creates an item can also make an existing one larger.
      case UPDATE -> update == null || update.createsItem();
      case DELETE, CHECK -> false;
    };
  }

  /** Returns a write without update, condition and returned item. */
  public static WritePlan of(ItemWrite.Kind kind, String table, Item subject) {
    return new WritePlan(kind, table, subject, null, null, false);
  }
}
