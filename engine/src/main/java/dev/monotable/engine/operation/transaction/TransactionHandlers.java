package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on transactions. */
public final class TransactionHandlers {
  private TransactionHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.TRANSACT_GET_ITEMS) {
      return new TransactGetItemsHandler(context);
    }
    if (operation == Operations.TRANSACT_WRITE_ITEMS) {
      return new TransactWriteItemsHandler(context);
    }
    return null;
  }
}
