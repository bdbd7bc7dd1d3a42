package dev.monotable.engine.operation;

import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.ConsumedCapacity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The capacity that a request on several tables consumes, one count for each. */
final class TableCapacities {
  private final @Nullable String mode;
  private final Map<String, ConsumedCapacities> counts = new LinkedHashMap<>();

  /**
   * @param mode ReturnConsumedCapacity
   */
  TableCapacities(@Nullable String mode) {
    this.mode = mode;
  }

  /** The count of a table; null where the request does not ask for any. */
  @Nullable ConsumedCapacities of(TableDefinition table) {
    ConsumedCapacities count = counts.get(table.name());
    if (count == null) {
      count = ConsumedCapacities.counting(table, mode);
      if (count != null) {
        counts.put(table.name(), count);
      }
    }
    return count;
  }

  /** The answer's list; null where the request does not ask for it. */
  @Nullable List<ConsumedCapacity> plain() {
    return list(false, false);
  }

  /** The list that a transaction answers. */
  @Nullable List<ConsumedCapacity> transaction(boolean isWrite) {
    return list(true, isWrite);
  }

  private @Nullable List<ConsumedCapacity> list(boolean isTransaction, boolean isWrite) {
    if (mode == null || mode.equals("NONE")) {
      return null;
    }
    List<ConsumedCapacity> list = new ArrayList<>(counts.size());
    for (ConsumedCapacities count : counts.values()) {
      ConsumedCapacity form =
          isTransaction
              ? ConsumedCapacities.transaction(count, isWrite)
              : ConsumedCapacities.plain(count);
      if (form != null) {
        list.add(form);
      }
    }
    return list;
  }
}
