package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateItemOutput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

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
      requireStatementSize(action.expressions(), plan.update());
    }
    WriteOutcome outcome = write.commit(context, call, action, null);
    return new UpdateItemOutput(
        ItemWriteAnswers.attributes(outcome, action.returnValues(), plan.update()),
        ItemWriteAnswers.capacity(outcome, plan.table(), request.returnConsumedCapacity()),
        ItemWriteAnswers.collection(
            outcome, plan.subject(), request.returnItemCollectionMetrics()));
  }

  @Override
  public boolean addsData(UpdateItemInput request, Call call) {
    BoundUpdate update =
        ItemActionParser.single(context, ItemAction.of(request), call.wording()).update();
    // What creates an item can also make an existing one larger.
    return update == null || update.createsItem();
  }

  /**
   * Checks the size of the update expression with its values. AWS applies the maximum item size to
   * it before it evaluates the condition.
   */
  private void requireStatementSize(
      ItemAction.Expressions expressions, @Nullable BoundUpdate update) {
    Item values = expressions.values();
    if (update != null
        && expressions.update() != null
        && update.carriesMoreThan(
            context.limits().item().maxBytes(), values == null ? 0 : values.size())) {
      throw new FaultException(ItemFault.Plain.UPDATED_ITEM_TOO_LARGE);
    }
  }
}
