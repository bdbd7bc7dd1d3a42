package dev.monotable.engine.operation.item;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations that write items. */
public final class ItemHandlers {
  private ItemHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.BATCH_WRITE_ITEM) {
      return new BatchWriteItemHandler(context);
    }
    if (operation == Operations.DELETE_ITEM) {
      return new DeleteItemHandler(context);
    }
    if (operation == Operations.PUT_ITEM) {
      return new PutItemHandler(context);
    }
    if (operation == Operations.UPDATE_ITEM) {
      return new UpdateItemHandler(context);
    }
    return null;
  }
}
