package dev.monotable.engine.operation;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutItemOutput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * PutItem.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html">PutItem</a>
 */
final class PutItemHandler implements OperationHandler<PutItemInput, PutItemOutput> {
  private final OperationContext context;

  PutItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public PutItemOutput handle(PutItemInput request) {
    Item item = Required.member(request.item());
    BoundCondition condition = context.requestPhase(() -> check(request, item));
    TableState table = context.requireTable(Required.member(request.tableName()));
    ItemWrite write =
        new ItemWrite(
            ItemWrite.Kind.PUT,
            table.layout(),
            item,
            null,
            condition,
            request.returnValuesOnConditionCheckFailure(),
            context.limits());
    WriteOutcome outcome = context.write(write);
    return new PutItemOutput(
        "ALL_OLD".equals(request.returnValues()) ? outcome.before() : null,
        ItemWriteAnswers.capacity(table.layout(), outcome, request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(
            table.layout(), outcome, item, request.returnItemCollectionMetrics()));
  }

  private @Nullable BoundCondition check(PutItemInput request, Item item) {
    RequestExpressions expressions =
        new RequestExpressions(
                context, request.expressionAttributeNames(), request.expressionAttributeValues())
            .legacy("Expected", request.expected())
            .legacy("ConditionalOperator", request.conditionalOperator())
            .expression(ExpressionKind.CONDITION, request.conditionExpression())
            .open(context.whenClassic("ConditionExpression is null"));
    LegacyConditions.requireOperands(request.conditionalOperator(), request.expected());
    context.requireValid(item);
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
