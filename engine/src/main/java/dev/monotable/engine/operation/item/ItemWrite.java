package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.error.PartiqlMessages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.model.ConditionalCheckFailedException;
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

  private final Kind kind;
  private final Item subject;
  private final @Nullable BoundUpdate update;
  private final @Nullable BoundCondition condition;
  private final boolean returnOldOnFailure;
  private TableLayout layout;
  private String named;
  private byte[] key;

  /** The item to put, fitted to the layout; null for all else. */
  private @Nullable KeyedItem item;

  /**
   * @param subject the item to put; the key for all else
   * @param returnOnFailure ReturnValuesOnConditionCheckFailure
   * @throws DynamoException where the item or the key does not fit the table
   */
  public ItemWrite(
      Kind kind,
      TableLayout layout,
      Item subject,
      @Nullable BoundUpdate update,
      @Nullable BoundCondition condition,
      @Nullable String returnOnFailure,
      Limits limits) {
    this.kind = kind;
    this.subject = subject;
    this.update = update;
    this.condition = condition;
    this.returnOldOnFailure = "ALL_OLD".equals(returnOnFailure);
    this.layout = layout;
    this.named = layout.definition().name();
    this.key = fit(layout, limits);
  }

  private byte[] fit(TableLayout to, Limits limits) {
    byte[] fitted;
    if (kind == Kind.PUT || kind == Kind.INSERT) {
      KeyedItem keyed = to.keyed(subject);
      KeyRules.requireItem(to, keyed);
      KeyRules.requireIndexKeys(to, keyed);
      requireSize(subject, limits, Messages.ITEM_TOO_LARGE);
      fitted = to.primaryKey(keyed);
      item = keyed;
    } else {
      fitted = KeyRules.requireKey(to, subject);
      if (update != null) {
        KeyRules.requireUpdate(to, update);
      }
    }
    if (condition != null) {
      KeyRules.requireScalarKeys(to, condition.nestedNames());
    }
    return fitted;
  }

  /** Checks that an item is not larger than an item may be. */
  public static void requireSize(Item item, Limits limits, String message) {
    if (item.size() > limits.maxItemBytes()) {
      throw DynamoException.validation(message);
    }
  }

  public Kind kind() {
    return kind;
  }

  /** The item to put; the key for all else. */
  public Item subject() {
    return subject;
  }

  /** The primary key in the table's tree; tells whether two writes are on one item. */
  public byte[] key() {
    return key;
  }

  public String tableName() {
    return layout.definition().name();
  }

  /** The table as the request names it, by name or ARN. */
  public String named() {
    return named;
  }

  /** Remembers how the request names the table. */
  public ItemWrite named(String nameOrArn) {
    named = nameOrArn;
    return this;
  }

  /**
   * Does the write on a table that a commit changes. The definition may have changed since the
   * write was made; it is fitted to the table anew then.
   *
   * @throws DynamoException where a transaction holds the item, the condition fails, or the outcome
   *     does not fit
   */
  public WriteOutcome apply(TableDraft table, Limits limits) {
    refit(table, limits);
    if (table.isHeld(key)) {
      throw OperationContext.transactionConflict();
    }
    Item before = table.find(key);
    if (kind == Kind.INSERT && before != null) {
      throw new DynamoException(ErrorCode.DUPLICATE_ITEM, PartiqlMessages.DUPLICATE);
    }
    requireCondition(before);
    return switch (kind) {
      case PUT, INSERT -> table.write(key, before, item, false);
      case DELETE -> table.write(key, before, null, false);
      case CHECK -> new WriteOutcome(layout, before, before, null);
      case UPDATE -> table.write(key, before, updated(before, limits), false);
    };
  }

  /**
   * Commits the write on its own.
   *
   * @throws DynamoException if its condition fails, or its outcome does not fit the table
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
    if (update == null) {
      return layout.keyed(before == null ? subject : before);
    }
    Item after = update.apply(before, subject);
    if (before == null && !update.createsItem()) {
      return null;
    }
    KeyedItem keyed = layout.keyed(after);
    KeyRules.requireUpdatedIndexKeys(layout, keyed, update.writtenAttributes());
    requireSize(after, limits, Messages.UPDATED_ITEM_TOO_LARGE);
    return keyed;
  }

  private void requireCondition(@Nullable Item before) {
    if (condition != null && !condition.test(before)) {
      throw new DynamoException(
          ErrorCode.CONDITIONAL_CHECK_FAILED,
          Messages.CONDITION_FAILED,
          returnOldOnFailure && before != null
              ? ConditionalCheckFailedException.builder().item(before).build()
              : null);
    }
  }
}
