package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.operation.item.ItemWrite;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * TransactWriteItems: all actions in one commit, or none.
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
   * An action of the request, its expressions compiled.
   *
   * @param payload DynamoDB's bytes of its item or key and of its values
   */
  private record Action(
      ItemWrite.Kind kind,
      String tableName,
      Item subject,
      long payload,
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
    WriteTransaction.requireDistinct(writes);
    WriteTransaction.requireSize(payload(actions), context.limits());
    // Where keys do not fit, no condition is looked at.
    failures.throwIfAny();
    WriteTransaction.Answer answer =
        new WriteTransaction(
                context,
                writes,
                token,
                request.returnConsumedCapacity(),
                request.returnItemCollectionMetrics())
            .commit();
    return new TransactWriteItemsOutput(answer.capacity(), answer.collections());
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
            .openInTransaction();
    Item present = Required.member(subject);
    if (kind == ItemWrite.Kind.PUT) {
      context.requireValid(present);
      // A put's size is known before the transaction begins.
      ItemWrite.requireSize(present, context.limits(), Messages.ITEM_TOO_LARGE);
    }
    BoundUpdate update = expressions.update(updateExpression);
    BoundCondition condition = expressions.condition(ExpressionKind.CONDITION, conditionExpression);
    expressions.close();
    if (kind != ItemWrite.Kind.PUT) {
      context.requireValid(present);
    }
    return new Action(
        kind,
        Required.member(tableName),
        present,
        (long) present.size() + (values == null ? 0 : values.size()),
        update,
        condition,
        returnOnFailure);
  }

  private static long payload(List<Action> actions) {
    long bytes = 0;
    for (Action action : actions) {
      bytes += action.payload();
    }
    return bytes;
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
              context.limits())
          .named(action.tableName());
    } catch (DynamoException e) {
      if (Messages.isEmptyKey(e.getMessage())) {
        throw e;
      }
      failures.addIfFirst(position, e);
      return null;
    }
  }
}
