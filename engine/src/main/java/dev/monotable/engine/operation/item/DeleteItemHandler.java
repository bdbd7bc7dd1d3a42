package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.Required;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteItemOutput;
import dev.monotable.value.Item;

/**
 * DeleteItem.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html">DeleteItem</a>
 */
public final class DeleteItemHandler
    implements OperationHandler<DeleteItemInput, DeleteItemOutput> {
  private final OperationContext context;

  public DeleteItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DeleteItemOutput handle(DeleteItemInput request) {
    Item key = Required.member(request.key());
    WholeItemWrite write =
        new WholeItemWrite(
            ItemWrite.Kind.DELETE,
            request.tableName(),
            key,
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            request.expected(),
            request.conditionalOperator(),
            request.returnValues(),
            request.returnValuesOnConditionCheckFailure());
    WriteOutcome outcome = write.commit(context);
    return new DeleteItemOutput(
        write.attributes(outcome),
        ItemWriteAnswers.capacity(
            outcome, Required.member(request.tableName()), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(outcome, key, request.returnItemCollectionMetrics()));
  }
}
