package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.ConditionFailed;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestCharge;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import org.jspecify.annotations.Nullable;

/**
 * A write of one item, or a condition check of one, matched to its table. PutItem, UpdateItem and
 * DeleteItem, the requests of BatchWriteItem, the actions of TransactWriteItems and PartiQL
 * statements all become one of these. It is created before the writer lock is taken, and applied
 * while the lock is held.
 */
public final class ItemWrite {
  /** The kind of write. */
  public enum Kind {
    PUT,
    /** A put that fails if the item exists. */
    INSERT,
    UPDATE,
    DELETE,
    /** A condition check, which changes nothing. */
    CHECK
  }

  private final WritePlan plan;
  private TableLayout layout;
  private byte[] key;

  /** The item to put, with its keys located for the layout; null for every other kind. */
  private @Nullable KeyedItem item;

  /** The item that the latest attempt has found; null if there is none. */
  private @Nullable Item before;

  /**
   * Matches a write to a table.
   *
   * @throws FaultException if the item, the key or an expression does not match the table's keys
   */
  public ItemWrite(WritePlan plan, TableLayout layout, Limits limits) {
    this.plan = plan;
    this.layout = layout;
    this.key = fit(layout, limits);
  }

  /**
   * Matches a write to its table in the current state.
   *
   * @throws FaultException if the table does not exist, or the write does not match its keys
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

  /**
   * Checks that an item does not exceed the maximum item size.
   *
   * @param fault the fault of a larger item
   */
  public static void requireSize(Item item, Limits limits, Fault fault) {
    if (item.size() > limits.item().maxBytes()) {
      throw new FaultException(fault);
    }
  }

  /** Returns the parsed request of this write. */
  public WritePlan plan() {
    return plan;
  }

  /** Returns the primary key, as the table's tree encodes it. */
  public byte[] key() {
    return key;
  }

  /** Returns the layout of the table that the write matches. */
  public TableLayout layout() {
    return layout;
  }

  /** Returns the item that the write has found; null if there is none, or it was not applied. */
  @Nullable Item before() {
    return before;
  }

  /** Returns the name of the table, even if the request has its ARN. */
  public String tableName() {
    return layout.definition().name();
  }

  /**
   * Applies the write to a table within a commit, and charges it. If the table's definition has
   * changed since this write was created, the write is matched to it again.
   *
   * @param factor of the units of the table
   * @throws FaultException if a transaction holds the item, the condition fails, the new item is
   *     invalid, or the write is rejected
   */
  public WriteOutcome apply(TableDraft table, Limits limits, Call call, int factor) {
    refit(table, limits);
    if (table.isHeld(key)) {
      throw OperationContext.transactionConflict();
    }
    before = table.find(key);
    if (plan.kind() == Kind.INSERT && before != null) {
      throw new FaultException(ItemFault.Plain.DUPLICATE_ITEM);
    }
    requireCondition(before);
    return switch (plan.kind()) {
      case PUT, INSERT -> write(table, item, call, factor);
      case DELETE -> write(table, null, call, factor);
      case CHECK -> check(call, factor);
      case UPDATE -> write(table, updated(before, limits), call, factor);
    };
  }

  /**
   * Charges a put or a delete without a condition, which {@link #applyCharged} can follow.
   *
   * @return why it is rejected; null if it is admitted
   */
  @Nullable FaultException charge(TableDraft table, Call call) {
    return call.isAdmitted() ? call.chargeWrite(layout, where(), table.find(key), item, 1) : null;
  }

  /** Applies a put or a delete without a condition that was charged. */
  WriteOutcome applyCharged(TableDraft table) {
    before = table.find(key);
    return write(table, item);
  }

  private WriteOutcome check(Call call, int factor) {
    if (call.isAdmitted()) {
      KeyedItem same = before == null ? null : layout.keyed(before);
      Call.throwIfRejected(call.chargeWrite(layout, where(), before, same, factor));
    }
    return WriteOutcome.checked(layout, before);
  }

  private WriteOutcome write(TableDraft table, @Nullable KeyedItem after, Call call, int factor) {
    if (call.isAdmitted()) {
      Call.throwIfRejected(call.chargeWrite(layout, where(), before, after, factor));
    }
    return write(table, after);
  }

  private RequestCharge.Where where() {
    return new RequestCharge.Where(key, plan.subject());
  }

  private WriteOutcome write(TableDraft table, @Nullable KeyedItem after) {
    return before == null && after == null
        ? table.nothing(layout.keyed(plan.subject()))
        : table.write(key, before, after, null);
  }

  /**
   * Commits the write on its own.
   *
   * @throws FaultException if a transaction holds the item, the condition fails, or the new item is
   *     invalid
   */
  private WriteOutcome commit(OperationContext context, Call call) {
    return context
        .committer()
        .commit(
            call.ticket(),
            draft ->
                apply(
                    OperationContext.requireTable(draft, tableName()), context.limits(), call, 1));
  }

  /**
   * Commits the write on its own as the effect of a request, which is admitted before.
   *
   * @param action the action with its expressions; null for a statement
   * @param statement the statement; null for an action, and if the request is not observed
   * @throws FaultException if a transaction holds the item, the condition fails, the new item is
   *     invalid, or the request is rejected
   */
  public WriteOutcome commit(
      OperationContext context,
      Call call,
      @Nullable ItemAction action,
      @Nullable ExpressionText statement) {
    willWrite(call);
    call.admit();
    return commitAdmitted(context, call, action, statement);
  }

  /**
   * Commits the write on its own, as a part of a request that was admitted.
   *
   * @param action the action with its expressions; null for a statement
   * @param statement the statement; null for an action, and if the request is not observed
   * @throws FaultException if a transaction holds the item, the condition fails, or the new item is
   *     invalid
   */
  public WriteOutcome commitAdmitted(
      OperationContext context,
      Call call,
      @Nullable ItemAction action,
      @Nullable ExpressionText statement) {
    Observation observation = call.observation();
    if (observation == null) {
      return commit(context, call);
    }
    ItemWrittenPart part = new ItemWrittenPart(this, action, statement, 1);
    observation.add(part);
    WriteOutcome outcome = commit(context, call);
    part.complete(outcome);
    return outcome;
  }

  /** Adds the write to what is to be admitted. */
  public void willWrite(Call call) {
    call.willWrite(layout, plan.subject(), plan.addsData());
  }

  /** Matches the write to the table again, if the layout has changed since. */
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
    Item after = update.apply(before, plan.subject(), ItemWriter.ofThread());
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
      throw new FaultException(new ConditionFailed(plan.returnOldOnFailure() ? before : null));
    }
  }
}
