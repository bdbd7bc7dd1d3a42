package dev.monotable.engine.operation;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.ExpressionKind;
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
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TransactWriteItems: all actions in one commit, or none.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html">DynamoDB
 *     transactions</a>
 */
final class TransactWriteItemsHandler
    implements OperationHandler<TransactWriteItemsInput, TransactWriteItemsOutput> {
  private final OperationContext context;

  TransactWriteItemsHandler(OperationContext context) {
    this.context = context;
  }

  /** An action of the request, its expressions compiled. */
  private record Action(
      ItemWrite.Kind kind,
      String tableName,
      Item subject,
      @Nullable BoundUpdate update,
      @Nullable BoundCondition condition,
      @Nullable String returnOnFailure) {}

  @Override
  public TransactWriteItemsOutput handle(TransactWriteItemsInput request) {
    List<TransactWriteItem> items = Required.member(request.transactItems());
    List<Action> actions = new ArrayList<>(items.size());
    for (TransactWriteItem item : items) {
      actions.add(action(item));
    }
    TransactionTokens.Use token = TransactionTokens.use(context, request);
    TransactionFailures failures = new TransactionFailures(actions.size());
    @Nullable ItemWrite[] writes = new ItemWrite[actions.size()];
    for (int i = 0; i < writes.length; i++) {
      writes[i] = write(actions.get(i), i, failures);
    }
    requireDistinct(writes);
    requireSize(actions);
    // Where keys do not fit, no condition is looked at.
    failures.throwIfAny();
    return context
        .committer()
        .commit(
            draft ->
                token.isRepeated(draft)
                    ? repeated(request, draft, writes)
                    : commit(request, draft, writes, token));
  }

  private Action action(TransactWriteItem item) {
    Put put = item.put();
    Update update = item.update();
    Delete delete = item.delete();
    ConditionCheck check = item.conditionCheck();
    int kinds =
        (put == null ? 0 : 1)
            + (update == null ? 0 : 1)
            + (delete == null ? 0 : 1)
            + (check == null ? 0 : 1);
    if (kinds != 1) {
      throw DynamoException.validation(Messages.TRANSACTION_ONE_ACTION);
    }
    if (put != null) {
      return action(
          ItemWrite.Kind.PUT,
          put.tableName(),
          put.item(),
          null,
          put.conditionExpression(),
          put.expressionAttributeNames(),
          put.expressionAttributeValues(),
          put.returnValuesOnConditionCheckFailure());
    }
    if (update != null) {
      return action(
          ItemWrite.Kind.UPDATE,
          update.tableName(),
          update.key(),
          update.updateExpression(),
          update.conditionExpression(),
          update.expressionAttributeNames(),
          update.expressionAttributeValues(),
          update.returnValuesOnConditionCheckFailure());
    }
    if (delete != null) {
      return action(
          ItemWrite.Kind.DELETE,
          delete.tableName(),
          delete.key(),
          null,
          delete.conditionExpression(),
          delete.expressionAttributeNames(),
          delete.expressionAttributeValues(),
          delete.returnValuesOnConditionCheckFailure());
    }
    ConditionCheck present = Required.member(check);
    return action(
        ItemWrite.Kind.CHECK,
        present.tableName(),
        present.key(),
        null,
        present.conditionExpression(),
        present.expressionAttributeNames(),
        present.expressionAttributeValues(),
        present.returnValuesOnConditionCheckFailure());
  }

  private Action action(
      ItemWrite.Kind kind,
      @Nullable String tableName,
      @Nullable Item subject,
      @Nullable String updateExpression,
      @Nullable String conditionExpression,
      @Nullable Map<String, String> names,
      @Nullable Item values,
      @Nullable String returnOnFailure) {
    RequestExpressions expressions =
        new RequestExpressions(context, names, values)
            .expression(ExpressionKind.UPDATE, updateExpression)
            .expression(ExpressionKind.CONDITION, conditionExpression)
            .open(null);
    Item present = Required.member(subject);
    context.requireValid(present);
    BoundUpdate update = expressions.update(updateExpression);
    BoundCondition condition =
        expressions.condition(ExpressionKind.CONDITION, conditionExpression);
    expressions.close();
    return new Action(
        kind, Required.member(tableName), present, update, condition, returnOnFailure);
  }

  /** The write of an action; null where its key does not fit the table, which is noted. */
  private @Nullable ItemWrite write(Action action, int position, TransactionFailures failures) {
    TableState table = context.requireTable(action.tableName());
    try {
      return new ItemWrite(
          action.kind(),
          table.layout(),
          action.subject(),
          action.update(),
          action.condition(),
          action.returnOnFailure(),
          context.limits());
    } catch (DynamoException e) {
      if (Messages.isEmptyKey(e.getMessage())) {
        throw e;
      }
      failures.add(position, e);
      return null;
    }
  }

  private static void requireDistinct(@Nullable ItemWrite[] writes) {
    if (writes.length == 1) {
      return;
    }
    Set<Target> targets = new HashSet<>();
    for (ItemWrite write : writes) {
      if (write != null && !targets.add(new Target(write.tableName(), write.key()))) {
        throw DynamoException.validation(Messages.TRANSACTION_DUPLICATES);
      }
    }
  }

  /** The item that an action is on. */
  record Target(String tableName, byte[] key) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Target that
          && tableName.equals(that.tableName)
          && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
      return tableName.hashCode() * 31 + Arrays.hashCode(key);
    }
  }

  private void requireSize(List<Action> actions) {
    long bytes = 0;
    for (Action action : actions) {
      bytes += action.subject().size();
    }
    if (bytes > context.limits().maxTransactionBytes()) {
      throw DynamoException.validation(Messages.TRANSACTION_TOO_LARGE);
    }
  }

  private TransactWriteItemsOutput commit(
      TransactWriteItemsInput request,
      StateDraft draft,
      @Nullable ItemWrite[] writes,
      TransactionTokens.Use token) {
    TransactionFailures failures = new TransactionFailures(writes.length);
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    CollectionMetrics metrics = new CollectionMetrics(request.returnItemCollectionMetrics());
    for (int i = 0; i < writes.length; i++) {
      ItemWrite write = Required.member(writes[i]);
      TableDraft table = OperationContext.requireTable(draft, write.tableName());
      try {
        WriteOutcome outcome = write.apply(table, context.limits());
        ConsumedCapacities count = capacities.of(table.layout().definition());
        if (count != null) {
          count.addWrite(outcome, ConsumedCapacities.TRANSACTION_FACTOR);
        }
        metrics.add(table.layout(), outcome, write.subject());
      } catch (DynamoException e) {
        failures.add(i, e);
      }
    }
    failures.throwIfAny();
    token.record(draft);
    return new TransactWriteItemsOutput(capacities.transaction(true), metrics.answer());
  }

  /** The answer to a request that was done before: what reading its items costs. */
  private TransactWriteItemsOutput repeated(
      TransactWriteItemsInput request, StateDraft draft, @Nullable ItemWrite[] writes) {
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    for (ItemWrite present : writes) {
      ItemWrite write = Required.member(present);
      TableDraft table = OperationContext.requireTable(draft, write.tableName());
      ConsumedCapacities count = capacities.of(table.layout().definition());
      if (count != null) {
        Item item = table.find(write.key());
        count.addTable(
            ConsumedCapacities.TRANSACTION_FACTOR
                * ConsumedCapacities.readUnits(item == null ? 0 : item.size(), true));
      }
    }
    return new TransactWriteItemsOutput(capacities.transaction(false), null);
  }
}
