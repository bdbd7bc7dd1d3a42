package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * One change of one item, or only the check of one: what PutItem, UpdateItem and DeleteItem, the
 * requests of BatchWriteItem, the actions of TransactWriteItems and the statements of PartiQL have
 * in common. It is made before the lock and applied inside it.
 */
public final class ItemWrite {
  /** What is done with the item. */
  public enum Kind {
    PUT,
    /** A put that refuses an item that is there. */
    INSERT,
    UPDATE,
    DELETE,
    CHECK
  }

  private final WritePlan plan;
  private TableLayout layout;
  private byte[] key;

  /** The item to put, fitted to the layout; null for every other kind. */
  private @Nullable KeyedItem item;

  /**
   * Fits a write to a table.
   *
   * @throws FaultException if the item or the key does not fit the table
   */
  public ItemWrite(WritePlan plan, TableLayout layout, Limits limits) {
    this.plan = plan;
    this.layout = layout;
    this.key = fit(layout, limits);
  }

  /**
   * Fits a write to its table in the current state.
   *
   * @throws FaultException if there is no such table, or the item or the key does not fit it
   */
  static ItemWrite of(WritePlan plan, OperationContext context) {
    return new ItemWrite(plan, context.requireTable(plan.table()).layout(), context.limits());
  }

  private byte[] fit(TableLayout to, Limits limits) {
    byte[] fitted;
    Item subject = plan.subject();
    if (plan.kind() == Kind.PUT || plan.kind() == Kind.INSERT) {
      KeyedItem keyed = to.keyed(subject);
      KeyRules.requireItem(to, keyed);
      KeyRules.requireIndexKeys(to, keyed);
      requireSize(subject, limits, ItemFault.Plain.ITEM_TOO_LARGE);
      fitted = to.table().keys().treeKey(KeyBuilder.ofThread(), keyed);
      item = keyed;
    } else {
      fitted = KeyRules.requireKey(to, subject);
      if (plan.update() != null) {
        KeyRules.requireUpdate(to, plan.update());
      }
    }
    if (plan.condition() != null) {
      KeyRules.requireScalarKeys(to, plan.condition().nestedNames());
    }
    return fitted;
  }

  /** Checks that an item is not larger than an item may be. */
  public static void requireSize(Item item, Limits limits, Fault fault) {
    if (item.size() > limits.item().maxBytes()) {
      throw new FaultException(fault);
    }
  }

  /** What the write does, as the request asks for it. */
  public WritePlan plan() {
    return plan;
  }

  /** The primary key in the table's tree; tells whether two writes are on one item. */
  public byte[] key() {
    return key;
  }

  public String tableName() {
    return layout.definition().name();
  }

  /**
   * Does the write on a table that a commit changes. The definition may have changed since the
   * write was made; it is fitted to the table anew then.
   *
   * @throws FaultException where a transaction holds the item, the condition fails, or the outcome
   *     does not fit
   */
  public WriteOutcome apply(TableDraft table, Limits limits) {
    refit(table, limits);
    if (table.isHeld(key)) {
      throw OperationContext.transactionConflict();
    }
    Item before = table.find(key);
    if (plan.kind() == Kind.INSERT && before != null) {
      throw new FaultException(ItemFault.Plain.DUPLICATE_ITEM);
    }
    requireCondition(before);
    return switch (plan.kind()) {
      case PUT, INSERT -> table.write(key, before, item, false);
      case DELETE -> table.write(key, before, null, false);
      case CHECK -> WriteOutcome.unchanged(layout, before);
      case UPDATE -> table.write(key, before, updated(before, limits), false);
    };
  }

  /**
   * Commits the write on its own.
   *
   * @throws FaultException if its condition fails, or its outcome does not fit the table
   */
  public WriteOutcome commit(OperationContext context) {
    return context
        .committer()
        .commit(
            draft -> apply(OperationContext.requireTable(draft, tableName()), context.limits()));
  }

  /** Fits the write to the table's layout as it is at the commit. */
  void refit(TableDraft table, Limits limits) {
    if (table.layout() != layout) {
      layout = table.layout();
      key = fit(layout, limits);
    }
  }

  private @Nullable KeyedItem updated(@Nullable Item before, Limits limits) {
    BoundUpdate update = plan.update();
    if (update == null) {
      return layout.keyed(before == null ? plan.subject() : before);
    }
    Item after = update.apply(before, plan.subject());
    if (before == null && !update.createsItem()) {
      return null;
    }
    KeyedItem keyed = layout.keyed(after);
    KeyRules.requireUpdatedIndexKeys(layout, keyed, update.writtenAttributes());
    requireSize(after, limits, ItemFault.Plain.UPDATED_ITEM_TOO_LARGE);
    return keyed;
  }

  private void requireCondition(@Nullable Item before) {
    BoundCondition condition = plan.condition();
    if (condition != null && !condition.test(before)) {
      throw new FaultException(
          new ItemFault.ConditionFailed(plan.returnOldOnFailure() ? before : null));
    }
  }
}
