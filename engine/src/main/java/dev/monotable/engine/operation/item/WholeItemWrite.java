package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What PutItem and DeleteItem have in common: an item is replaced or goes as a whole, on a
 * condition if there is one. The components are the parameters of the request, as they were sent.
 *
 * @param subject the item to put, the key of the one to delete
 */
record WholeItemWrite(
    ItemWrite.Kind kind,
    @Nullable String tableName,
    Item subject,
    @Nullable String conditionExpression,
    @Nullable Map<String, String> expressionAttributeNames,
    @Nullable Item expressionAttributeValues,
    @Nullable Map<String, ExpectedAttributeValue> expected,
    @Nullable String conditionalOperator,
    @Nullable String returnValues,
    @Nullable String returnValuesOnConditionCheckFailure) {

  WriteOutcome commit(OperationContext context) {
    BoundCondition condition = context.requestPhase(() -> check(context));
    TableState table = context.requireTable(Required.member(tableName));
    return new ItemWrite(
            kind,
            table.layout(),
            subject,
            null,
            condition,
            returnValuesOnConditionCheckFailure,
            context.limits())
        .commit(context);
  }

  private @Nullable BoundCondition check(OperationContext context) {
    RequestExpressions expressions =
        new RequestExpressions(context, expressionAttributeNames, expressionAttributeValues)
            .legacy("Expected", expected)
            .legacy("ConditionalOperator", conditionalOperator)
            .expression(ExpressionKind.CONDITION, conditionExpression)
            .open(context.whenClassic("ConditionExpression is null"));
    LegacyConditions.requireOperands(conditionalOperator, expected);
    context.requireValid(subject);
    if (returnValues != null && !returnValues.equals("ALL_OLD") && !returnValues.equals("NONE")) {
      throw DynamoException.validation(Messages.PUT_RETURN_VALUES);
    }
    BoundCondition condition =
        expected != null
            ? LegacyConditions.expected(context, expected, conditionalOperator)
            : expressions.condition(ExpressionKind.CONDITION, conditionExpression);
    expressions.close();
    return condition;
  }

  /** The old item where the request asks for it. */
  @Nullable Item attributes(WriteOutcome outcome) {
    return "ALL_OLD".equals(returnValues) ? outcome.before() : null;
  }
}
