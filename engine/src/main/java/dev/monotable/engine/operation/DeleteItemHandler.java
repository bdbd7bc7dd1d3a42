package dev.monotable.engine.operation;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteItemOutput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * DeleteItem.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html">DeleteItem</a>
 */
final class DeleteItemHandler implements OperationHandler<DeleteItemInput, DeleteItemOutput> {
  private final OperationContext context;

  DeleteItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DeleteItemOutput handle(DeleteItemInput request) {
    Item key = Required.member(request.key());
    BoundCondition condition = context.requestPhase(() -> check(request, key));
    TableState table = context.requireTable(Required.member(request.tableName()));
    ItemWrite write =
        new ItemWrite(
            ItemWrite.Kind.DELETE,
            table.layout(),
            key,
            null,
            condition,
            request.returnValuesOnConditionCheckFailure(),
            context.limits());
    WriteOutcome outcome = context.write(write);
    return new DeleteItemOutput(
        "ALL_OLD".equals(request.returnValues()) ? outcome.before() : null,
        ItemWriteAnswers.capacity(table.layout(), outcome, request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(
            table.layout(), outcome, key, request.returnItemCollectionMetrics()));
  }

  private @Nullable BoundCondition check(DeleteItemInput request, Item key) {
    RequestExpressions expressions =
        new RequestExpressions(
                context, request.expressionAttributeNames(), request.expressionAttributeValues())
            .legacy("Expected", request.expected())
            .legacy("ConditionalOperator", request.conditionalOperator())
            .expression(ExpressionKind.CONDITION, request.conditionExpression())
            .open(context.whenClassic("ConditionExpression is null"));
    LegacyConditions.requireOperands(request.conditionalOperator(), request.expected());
    context.requireValid(key);
    String returnValues = request.returnValues();
    if (returnValues != null && !returnValues.equals("ALL_OLD") && !returnValues.equals("NONE")) {
      throw DynamoException.validation(Messages.PUT_RETURN_VALUES);
    }
    BoundCondition condition =
        request.expected() != null
            ? LegacyConditions.expected(context, request.expected(), request.conditionalOperator())
            : expressions.condition(ExpressionKind.CONDITION, request.conditionExpression());
    expressions.close();
    return condition;
  }
}
