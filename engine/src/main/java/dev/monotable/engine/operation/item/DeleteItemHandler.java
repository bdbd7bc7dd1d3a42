package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteItemOutput;

/**
 * The DeleteItem operation.
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
  public DeleteItemOutput handle(DeleteItemInput request, Call call) {
    ItemAction action = ItemAction.of(request);
    WritePlan plan = ItemActionParser.single(context, action, call.wording());
    WriteOutcome outcome = ItemWrite.of(plan, context).commit(context, call, action, null);
    return new DeleteItemOutput(
        ItemWriteAnswers.attributes(outcome, action.returnValues(), null),
        ItemWriteAnswers.capacity(outcome, plan.table(), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(
            outcome, plan.subject(), request.returnItemCollectionMetrics()));
  }
}
