package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutItemOutput;

/**
 * The PutItem operation.
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
  public PutItemOutput handle(PutItemInput request, Call call) {
    ItemAction action = ItemAction.of(request);
    WritePlan plan = ItemActionParser.single(context, action, call.wording());
    WriteOutcome outcome = ItemWrite.of(plan, context).commit(context, call, action, null);
    return new PutItemOutput(
        ItemWriteAnswers.attributes(outcome, action.returnValues(), null),
        ItemWriteAnswers.capacity(outcome, plan.table(), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(
            outcome, plan.subject(), request.returnItemCollectionMetrics()));
  }
}
