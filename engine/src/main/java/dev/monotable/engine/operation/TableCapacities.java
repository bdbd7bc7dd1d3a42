package dev.monotable.engine.operation;

import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.ReturnConsumedCapacity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the capacity units that a request consumes on several tables. A table has one count, under
 * the name or ARN by which the request names it first.
 */
public final class TableCapacities {
  private final @Nullable String mode;
  private Map<String, ConsumedCapacities> counts = Map.of();
  private Map<String, Integer> failures = Map.of();

  /**
   * @param mode the request's ReturnConsumedCapacity
   */
  public TableCapacities(@Nullable String mode) {
    this.mode = mode;
  }

  /** Returns the count of a table; null if the request does not ask for capacity. */
  public @Nullable ConsumedCapacities of(TableDefinition table) {
    return of(table, table.name());
  }

  /**
   * Returns the count of a table; null if the request does not ask for capacity.
   *
   * @param named the name or ARN of the table in the request
   */
  public @Nullable ConsumedCapacities of(TableDefinition table, String named) {
    ConsumedCapacities count = counts.get(table.name());
    if (count == null) {
      count = ConsumedCapacities.counting(table, named, mode);
      if (count != null) {
        counts = counts.isEmpty() ? new LinkedHashMap<>() : counts;
        counts.put(table.name(), count);
      }
    }
    return count;
  }

  /**
   * Adds the units of a failed write of a batch. They count for the total of the table only, and
   * only if another statement consumes capacity of that table (nubo-db/dynoxide {@code
   * tests/partiql_index_consumed_capacity.rs}, recorded from AWS).
   */
  public void addFailure(TableDefinition table, int units) {
    failures = failures.isEmpty() ? new HashMap<>() : failures;
    failures.merge(table.name(), units, Integer::sum);
  }

  /** Returns the counts as ConsumedCapacity; null if the request does not ask for capacity. */
  public @Nullable List<ConsumedCapacity> plain() {
    return list(false, false);
  }

  /**
   * Returns the counts as transactions report them; null if the request does not ask for capacity.
   */
  public @Nullable List<ConsumedCapacity> transaction(boolean isWrite) {
    return list(true, isWrite);
  }

  private @Nullable List<ConsumedCapacity> list(boolean isTransaction, boolean isWrite) {
    if (mode == null || ReturnConsumedCapacity.find(mode) == ReturnConsumedCapacity.NONE) {
      return null;
    }
    List<ConsumedCapacity> list = new ArrayList<>(counts.size());
    for (Map.Entry<String, ConsumedCapacities> entry : counts.entrySet()) {
      ConsumedCapacities count = entry.getValue();
      count.addToTotal(failures.getOrDefault(entry.getKey(), 0));
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
