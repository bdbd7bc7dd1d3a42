package dev.monotable.engine.operation.item;

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
    return SingleItemWrites.perform(
        context,
        call,
        ItemAction.of(request),
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        PutItemOutput::new);
  }
}
