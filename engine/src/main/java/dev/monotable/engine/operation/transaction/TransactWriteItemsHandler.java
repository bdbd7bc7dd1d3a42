package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.item.ItemAction;
import dev.monotable.engine.operation.item.ItemActionParser;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.item.ItemWrittenPart;
import dev.monotable.engine.operation.item.WritePlan;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ConditionCheck;
import dev.monotable.model.Delete;
import dev.monotable.model.Put;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.TransactWriteItemsOutput;
import dev.monotable.model.Update;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The TransactWriteItems operation. All actions are applied in one commit, or none is.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html">DynamoDB
 *     transactions</a>
 */
public final class TransactWriteItemsHandler
    implements OperationHandler<TransactWriteItemsInput, TransactWriteItemsOutput> {
  private final OperationContext context;

  public TransactWriteItemsHandler(OperationContext context) {
    this.context = context;
  }

  /**
   * A parsed action of the request.
   *
   * @param action the action as it was sent
   */
  private record ParsedAction(ItemAction action, WritePlan plan) {
    /**
     * Returns the size in bytes, as DynamoDB counts it, of the item or key and of the expression
     * attribute values.
     */
    long payload() {
      Item values = action.expressions().values();
      return (long) action.subject().size() + (values == null ? 0 : values.size());
    }
  }

  @Override
  public TransactWriteItemsOutput handle(TransactWriteItemsInput request, Call call) {
    List<TransactWriteItem> items = request.transactItems();
    List<ParsedAction> actions = new ArrayList<>(items.size());
    for (TransactWriteItem item : items) {
      actions.add(parse(action(item), call.wording()));
    }
    TransactionTokens.Use token = TransactionTokens.use(context, request);
    TransactionFailures failures = new TransactionFailures(actions.size());
    @Nullable ItemWrite[] writes = new ItemWrite[actions.size()];
    for (int i = 0; i < writes.length; i++) {
      writes[i] = write(actions.get(i).plan(), i, failures);
    }
    WriteTransaction.requireDistinct(writes);
    WriteTransaction.requireSize(payload(actions), context.limits());
    // If a key is invalid, no condition is evaluated.
    failures.throwIfAny();
    WriteTransaction transaction =
        new WriteTransaction(
            context,
            writes,
            token,
            request.returnConsumedCapacity(),
            request.returnItemCollectionMetrics());
    WriteTransaction.Answer answer = transaction.commit(call, parts(actions, writes, call));
    return new TransactWriteItemsOutput(answer.capacity(), answer.collections());
  }

  /** Returns the parts of the actions; null if there is no observer of the request. */
  private static @Nullable List<ItemWrittenPart> parts(
      List<ParsedAction> actions, @Nullable ItemWrite[] writes, Call call) {
    if (call.observation() == null) {
      return null;
    }
    List<ItemWrittenPart> parts = new ArrayList<>(writes.length);
    for (int i = 0; i < writes.length; i++) {
      parts.add(
          new ItemWrittenPart(
              Objects.requireNonNull(writes[i]),
              actions.get(i).action(),
              null,
              ConsumedCapacities.TRANSACTION_FACTOR));
    }
    return parts;
  }

  private static ItemAction action(TransactWriteItem item) {
    Put put = item.put();
    Update update = item.update();
    Delete delete = item.delete();
    ConditionCheck check = item.conditionCheck();
    int kinds =
        (put == null ? 0 : 1)
            + (update == null ? 0 : 1)
            + (delete == null ? 0 : 1)
            + (check == null ? 0 : 1);
    if (kinds == 0) {
      throw new FaultException(TransactionFault.Plain.ACTION_REQUIRED);
    }
    if (kinds > 1) {
      throw new FaultException(TransactionFault.Plain.ONE_ACTION_REQUIRED);
    }
    if (put != null) {
      return ItemAction.of(put);
    }
    if (update != null) {
      return ItemAction.of(update);
    }
    return delete != null ? ItemAction.of(delete) : ItemAction.of(Objects.requireNonNull(check));
  }

  private ParsedAction parse(ItemAction action, Wording wording) {
    return new ParsedAction(action, ItemActionParser.inTransaction(context, action, wording));
  }

  private static long payload(List<ParsedAction> actions) {
    long bytes = 0;
    for (ParsedAction action : actions) {
      bytes += action.payload();
    }
    return bytes;
  }

  /** Returns the write of an action; null if it does not match the table, which adds a failure. */
  private @Nullable ItemWrite write(WritePlan plan, int position, TransactionFailures failures) {
    TableState table = context.requireTable(plan.table());
    try {
      return new ItemWrite(plan, table.layout(), context.limits());
    } catch (FaultException e) {
      failures.addIfFirst(position, e);
      return null;
    }
  }
}
