package dev.monotable.engine.operation.item;

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
    return SingleItemWrites.perform(
        context,
        call,
        ItemAction.of(request),
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        UpdateItemOutput::new);
  }
}
