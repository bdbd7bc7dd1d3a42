package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A write of one item, before and after its commit. Refers to no state of the database. */
public final class ItemWrittenPart implements ItemWritten {
  private final ItemWrite write;
  private final @Nullable ItemAction action;
  private final @Nullable ExpressionText statement;
  private final int factor;
  private @Nullable WriteOutcome outcome;

  /**
   * Creates the part of a write that is not committed yet.
   *
   * @param action the action with its expressions; null if it has none
   * @param statement the statement of the write; null if it is not of a statement
   * @param factor of the units, {@link ConsumedCapacities#TRANSACTION_FACTOR} in a transaction
   */
  public ItemWrittenPart(
      ItemWrite write,
      @Nullable ItemAction action,
      @Nullable ExpressionText statement,
      int factor) {
    this.write = write;
    this.action = action;
    this.statement = statement;
    this.factor = factor;
  }

  /** Sets the outcome when the commit is complete. */
  public void complete(WriteOutcome result) {
    outcome = result;
  }

  @Override
  public String table() {
    return write.tableName();
  }

  @Override
  public WriteKind writeKind() {
    return switch (write.plan().kind()) {
      case PUT -> WriteKind.PUT;
      case INSERT -> WriteKind.INSERT;
      case UPDATE -> WriteKind.UPDATE;
      case DELETE -> WriteKind.DELETE;
      case CHECK -> WriteKind.CONDITION_CHECK;
    };
  }

  @Override
  public Item key() {
    return write.layout().table().keys().keyOf(write.plan().subject(), new ItemWriter());
  }

  @Override
  public @Nullable ExpressionText update() {
    if (action != null) {
      return action.updateText();
    }
    return write.plan().update() == null ? null : statement;
  }

  @Override
  public @Nullable ExpressionText condition() {
    if (action != null) {
      return action.conditionText();
    }
    return write.plan().condition() == null ? null : statement;
  }

  @Override
  public boolean applied() {
    return outcome != null;
  }

  @Override
  public @Nullable Item before() {
    return outcome == null ? write.before() : outcome.before();
  }

  @Override
  public @Nullable Item after() {
    return outcome == null ? null : outcome.after();
  }

  @Override
  public List<IndexChange> indexChanges() {
    WriteOutcome result = outcome;
    if (result == null) {
      return List.of();
    }
    List<IndexChange> changes = new ArrayList<>();
    for (AccessPath index : result.layout().indexes()) {
      IndexChange.Kind kind = result.indexChange(index);
      if (kind != null) {
        changes.add(new IndexChange(index.name(), kind, result.indexUnits(index)));
      }
    }
    return changes;
  }

  @Override
  public double units() {
    return (double) factor * ConsumedCapacities.writeUnits(write.layout(), before(), after());
  }
}
