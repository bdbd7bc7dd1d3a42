package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.ItemCollectionMetrics;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/** Performs PutItem, UpdateItem and DeleteItem. */
final class SingleItemWrites {
  private SingleItemWrites() {}

  /** Creates the response of an operation from its members; any of them may be null. */
  interface Response<O> {
    O of(
        @Nullable Item attributes,
        @Nullable ConsumedCapacity capacity,
        @Nullable ItemCollectionMetrics collection);
  }

  /**
   * Performs an action and returns its response.
   *
   * @param capacity the request's ReturnConsumedCapacity
   * @param metrics the request's ReturnItemCollectionMetrics
   * @throws dev.monotable.engine.error.FaultException for the first broken rule
   */
  static <O> O perform(
      OperationContext context,
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
