package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateItemOutput;

/**
 * The UpdateItem operation.
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

  @Override
  public UpdateItemOutput handle(UpdateItemInput request, Call call) {
    ItemAction action = ItemAction.of(request);
    WritePlan plan = ItemActionParser.single(context, action, call.wording());
    ItemWrite write = ItemWrite.of(plan, context);
    if (call.wording().boundsStatements()) {
      ItemActionParser.requireStatementSize(context, action, plan.update());
    }
    WriteOutcome outcome = write.commit(context, call, action, null);
    return new UpdateItemOutput(
        ItemWriteAnswers.attributes(outcome, action.returnValues(), plan.update()),
        ItemWriteAnswers.capacity(outcome, plan.table(), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(
            outcome, plan.subject(), request.returnItemCollectionMetrics()));
  }
}
