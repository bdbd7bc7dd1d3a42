package dev.monotable.engine.operation.search;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations that search indexes. */
public final class SearchHandlers {
  private SearchHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    return operation == Operations.SEARCH_VECTORS ? new SearchVectorsHandler(context) : null;
  }
}
