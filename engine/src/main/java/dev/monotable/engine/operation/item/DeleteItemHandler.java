package dev.monotable.engine.operation.item;

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
    return SingleItemWrites.perform(
        context,
        call,
        ItemAction.of(request),
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        DeleteItemOutput::new);
  }
}
