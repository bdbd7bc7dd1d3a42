package dev.monotable.engine.operation.statement;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations that run statements of PartiQL. */
public final class StatementHandlers {
  private StatementHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, StatementPreparer statements) {
    if (operation == Operations.BATCH_EXECUTE_STATEMENT) {
      return new BatchExecuteStatementHandler(context, statements);
    }
    if (operation == Operations.EXECUTE_STATEMENT) {
      return new ExecuteStatementHandler(context, statements);
    }
    if (operation == Operations.EXECUTE_TRANSACTION) {
      return new ExecuteTransactionHandler(context, statements);
    }
    return null;
  }
}
