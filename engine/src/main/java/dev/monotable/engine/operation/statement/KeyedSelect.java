package dev.monotable.engine.operation.statement;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.expression.Columns;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.partiql.KeyPlan;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one item by its primary key, for a SELECT in a batch or a transaction. */
final class KeyedSelect {
  private KeyedSelect() {}

  /**
   * Returns the primary key of the item that a SELECT identifies.
   *
   * @param fault the fault if the SELECT does not identify exactly one item
   * @throws FaultException if the SELECT does not identify exactly one item, or its conditions
   *     overlap
   */
  static Item requireKey(
      PreparedStatement statement, TableState table, Limits limits, Fault fault) {
    KeySchema keys = table.definition().keys();
    KeyAttribute partition = keys.partition().get(0);
    KeyAttribute sort = keys.sort().isEmpty() ? null : keys.sort().get(0);
    List<KeyPlan.Branch> branches =
        KeyPlan.of(statement.where().term(), partition, sort, statement.compiler(), limits);
    if (branches == null || branches.isEmpty()) { // IN [] has no alternative
      throw new FaultException(fault);
    }
    if (branches.size() > 1) {
      // Reports an overlap, if that is why there are several.
      SelectPlanner.plan(statement, table, false, limits);
      throw new FaultException(fault);
    }
    KeyPlan.Branch branch = branches.get(0);
    AttributeValue sortValue = null;
    boolean single = !branch.negated() && !branch.isContradictory() && branch.filtered().isEmpty();
    for (KeyPlan.SortCondition condition : branch.sort()) {
      single &= condition.operator() == null;
      single &= sortValue == null || sortValue.equals(condition.low());
      sortValue = condition.low();
    }
    if (!single || (sort != null && sortValue == null)) {
      throw new FaultException(fault);
    }
    AttributeValue partitionValue = branch.partition().get(0);
    return sort == null || sortValue == null
        ? Item.of(partition.name(), partitionValue)
        : Item.of(partition.name(), partitionValue, sort.name(), sortValue);
  }

  /** Returns the columns of an item that a SELECT lists; null for null. */
  static @Nullable Item projected(PreparedStatement statement, @Nullable Item item) {
    Columns columns = statement.read().columns();
    return item == null || columns == null ? item : columns.project(item, ItemWriter.ofThread());
  }
}
