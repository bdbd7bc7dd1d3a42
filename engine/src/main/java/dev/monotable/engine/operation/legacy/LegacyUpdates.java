package dev.monotable.engine.operation.legacy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.engine.expression.AttributeChanges;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.model.AttributeAction;
import dev.monotable.model.AttributeValueUpdate;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.ValueFault;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles AttributeUpdates. The order of checks comes from architect/dynalite {@code
 * test/updateItem.js}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.AttributeUpdates.html">AttributeUpdates
 *     (legacy)</a>
 */
public final class LegacyUpdates {
  private LegacyUpdates() {}

  /**
   * Compiles AttributeUpdates; null if there is no update. UpdateItem then creates an item with the
   * key only, as it does without any update (scylladb/scylladb {@code
   * test/alternator/test_item.py}).
   *
   * @throws FaultException naming the first invalid update
   */
  public static @Nullable BoundUpdate update(@Nullable Map<String, AttributeValueUpdate> updates) {
    if (updates == null || updates.isEmpty()) {
      return null;
    }
    AttributeChanges changes = new AttributeChanges();
    updates.forEach((attribute, update) -> add(changes, attribute, update));
    return changes.update();
  }

  private static void add(AttributeChanges changes, String attribute, AttributeValueUpdate update) {
    AttributeValue value = update.value();
    ValueFault fault =
        attribute.isEmpty()
            ? new ValueFault(ValueFault.Kind.EMPTY_ATTRIBUTE_NAME, null, List.of())
            : value == null ? null : value.fault();
    if (fault != null) {
      throw new FaultException(new ItemFault.InvalidValue(fault));
    }
    AttributeAction action =
        update.action() == null ? AttributeAction.PUT : AttributeAction.find(update.action());
    if (action == null) {
      throw new FaultException(LegacyFault.Plain.ACTION_UNKNOWN);
    }
    if (value == null) {
      if (action != AttributeAction.DELETE) {
        throw new FaultException(LegacyFault.Plain.NO_VALUE_TO_UPDATE);
      }
      changes.remove(attribute);
      return;
    }
    switch (action) {
      case PUT -> changes.put(attribute, value);
      case ADD -> changes.add(attribute, value);
      case DELETE -> changes.delete(attribute, value);
    }
  }
}
