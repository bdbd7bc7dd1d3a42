package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.operation.legacy.LegacyUpdates;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateItemOutput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * UpdateItem.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html">UpdateItem</a>
 */
public final class UpdateItemHandler
    implements OperationHandler<UpdateItemInput, UpdateItemOutput> {
  private final OperationContext context;

  public UpdateItemHandler(OperationContext context) {
    this.context = context;
  }

  private record Checked(@Nullable BoundUpdate update, @Nullable BoundCondition condition) {}

  @Override
  public UpdateItemOutput handle(UpdateItemInput request) {
    Item key = Required.member(request.key());
    Checked checked = context.requestPhase(() -> check(request, key));
    TableState table = context.requireTable(Required.member(request.tableName()));
    ItemWrite write =
        new ItemWrite(
            ItemWrite.Kind.UPDATE,
            table.layout(),
            key,
            checked.update(),
            checked.condition(),
            request.returnValuesOnConditionCheckFailure(),
            context.limits());
    requireStatementSize(request, checked.update());
    WriteOutcome outcome = write.commit(context);
    return new UpdateItemOutput(
        attributes(request.returnValues(), outcome, checked.update()),
        ItemWriteAnswers.capacity(
            outcome, Required.member(request.tableName()), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(outcome, key, request.returnItemCollectionMetrics()));
  }

  private Checked check(UpdateItemInput request, Item key) {
    RequestExpressions expressions =
        new RequestExpressions(
                context, request.expressionAttributeNames(), request.expressionAttributeValues())
            .legacy("AttributeUpdates", request.attributeUpdates())
            .legacy("Expected", request.expected())
            .legacy("ConditionalOperator", request.conditionalOperator())
            .expression(ExpressionKind.UPDATE, request.updateExpression())
            .expression(ExpressionKind.CONDITION, request.conditionExpression())
            .open(context.whenClassic("UpdateExpression and ConditionExpression are null"));
    LegacyConditions.requireOperands(request.conditionalOperator(), request.expected());
    context.requireValid(key);
    BoundUpdate update =
        request.attributeUpdates() != null
            ? LegacyUpdates.update(context, request.attributeUpdates())
            : expressions.update(request.updateExpression());
    BoundCondition condition =
        request.expected() != null
            ? LegacyConditions.expected(context, request.expected(), request.conditionalOperator())
            : expressions.condition(ExpressionKind.CONDITION, request.conditionExpression());
    expressions.close();
    return new Checked(update, condition);
  }

  /** AWS bounds the statement as it bounds the item, before it looks at the condition. */
  private void requireStatementSize(UpdateItemInput request, @Nullable BoundUpdate update) {
    Item values = request.expressionAttributeValues();
    if (update != null
        && request.updateExpression() != null
        && context.boundsStatements()
        && update.carriesMoreThan(
            context.limits().maxItemBytes(), values == null ? 0 : values.size())) {
      throw DynamoException.validation(Messages.UPDATED_ITEM_TOO_LARGE);
    }
  }

  /** The attributes that ReturnValues asks for; null where there are none to answer. */
  private static @Nullable Item attributes(
      @Nullable String returnValues, WriteOutcome outcome, @Nullable BoundUpdate update) {
    if (returnValues == null) {
      return null;
    }
    return switch (returnValues) {
      case "ALL_OLD" -> outcome.before();
      case "ALL_NEW" -> outcome.after();
      case "UPDATED_OLD" -> touched(outcome.before(), update);
      case "UPDATED_NEW" -> touched(outcome.after(), update);
      default -> null;
    };
  }

  private static @Nullable Item touched(@Nullable Item item, @Nullable BoundUpdate update) {
    if (item == null || update == null) {
      return null;
    }
    Item touched = update.touched(item);
    return touched.isEmpty() ? null : touched;
  }
}
