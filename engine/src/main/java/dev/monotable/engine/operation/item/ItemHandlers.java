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
    SingleItemWrites writes = new SingleItemWrites(context);
    if (operation == Operations.BATCH_WRITE_ITEM) {
      return new BatchWriteItemHandler(context);
    }
    if (operation == Operations.DELETE_ITEM) {
      return OperationHandler.of(Operations.DELETE_ITEM, writes::delete);
    }
    if (operation == Operations.PUT_ITEM) {
      return OperationHandler.of(Operations.PUT_ITEM, writes::put);
    }
    if (operation == Operations.UPDATE_ITEM) {
      return OperationHandler.of(Operations.UPDATE_ITEM, writes::update);
    }
    return null;
  }
}
