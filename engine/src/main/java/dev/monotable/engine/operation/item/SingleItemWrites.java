package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteItemOutput;
import dev.monotable.model.ItemCollectionMetrics;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutItemOutput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateItemOutput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * The operations PutItem, UpdateItem and DeleteItem.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html">PutItem</a>,
 *     <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html">UpdateItem</a>,
 *     <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html">DeleteItem</a>
 */
public final class SingleItemWrites {
  private final OperationContext context;

  /** Creates the response of an operation from its members; any of them may be null. */
  private interface Response<O> {
    O of(
        @Nullable Item attributes,
        @Nullable ConsumedCapacity capacity,
        @Nullable ItemCollectionMetrics collection);
  }

  public SingleItemWrites(OperationContext context) {
    this.context = context;
  }

  /** Runs PutItem. */
  public PutItemOutput put(PutItemInput request, Call call) {
    return perform(
        call,
        ItemAction.of(request),
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        PutItemOutput::new);
  }

  /**
   * Parses a PutItem that is not a request, and matches it to its table.
   *
   * @throws dev.monotable.engine.error.FaultException for the first broken rule
   */
  public ItemWrite prepare(PutItemInput put, Wording wording) {
    return ItemWrite.of(ItemActionParser.single(context, ItemAction.of(put), wording), context);
  }

  /** Runs UpdateItem. */
  UpdateItemOutput update(UpdateItemInput request, Call call) {
    return perform(
        call,
        ItemAction.of(request),
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        UpdateItemOutput::new);
  }

  /** Runs DeleteItem. */
  DeleteItemOutput delete(DeleteItemInput request, Call call) {
    return perform(
        call,
        ItemAction.of(request),
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        DeleteItemOutput::new);
  }

  /**
   * Performs an action and returns its response.
   *
   * @param capacity the request's ReturnConsumedCapacity
   * @param metrics the request's ReturnItemCollectionMetrics
   * @throws dev.monotable.engine.error.FaultException for the first broken rule
   */
  private <O> O perform(
      Call call,
      ItemAction action,
      @Nullable String capacity,
      @Nullable String metrics,
      Response<O> response) {
    WritePlan plan = ItemActionParser.single(context, action, call.wording());
    ItemWrite write = ItemWrite.of(plan, context);
    BoundUpdate update = plan.update();
    if (update != null && call.wording().boundsStatements()) {
      ItemActionParser.requireStatementSize(context, action, update);
    }
    WriteOutcome outcome = write.commit(context, call, action, null);
    return response.of(
        ItemWriteAnswers.attributes(outcome, action.returnValues(), update),
        ItemWriteAnswers.capacity(outcome, plan.table(), capacity),
        ItemWriteAnswers.collection(outcome, plan.subject(), metrics));
  }
}
