package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.Required;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutItemOutput;
import dev.monotable.value.Item;

/**
 * PutItem.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html">PutItem</a>
 */
public final class PutItemHandler implements OperationHandler<PutItemInput, PutItemOutput> {
  private final OperationContext context;

  public PutItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public PutItemOutput handle(PutItemInput request) {
    Item item = Required.member(request.item());
    WholeItemWrite write =
        new WholeItemWrite(
            ItemWrite.Kind.PUT,
            request.tableName(),
            item,
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            request.expected(),
            request.conditionalOperator(),
            request.returnValues(),
            request.returnValuesOnConditionCheckFailure());
    WriteOutcome outcome = write.commit(context);
    return new PutItemOutput(
        write.attributes(outcome),
        ItemWriteAnswers.capacity(
            outcome, Required.member(request.tableName()), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(outcome, item, request.returnItemCollectionMetrics()));
  }
}
