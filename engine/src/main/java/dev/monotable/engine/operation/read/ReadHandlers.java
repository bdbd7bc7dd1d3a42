package dev.monotable.engine.operation.read;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations that read items. */
public final class ReadHandlers {
  private ReadHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.BATCH_GET_ITEM) {
      return new BatchGetItemHandler(context);
    }
    if (operation == Operations.GET_ITEM) {
      return new GetItemHandler(context);
    }
    if (operation == Operations.QUERY) {
      return new QueryHandler(context);
    }
    if (operation == Operations.SCAN) {
      return new ScanHandler(context);
    }
    return null;
  }
}
