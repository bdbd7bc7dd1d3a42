package dev.monotable.engine.operation.region;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on the Region and the account. */
public final class RegionHandlers {
  private RegionHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.DESCRIBE_ENDPOINTS) {
      return new DescribeEndpointsHandler(context);
    }
    if (operation == Operations.DESCRIBE_LIMITS) {
      return new DescribeLimitsHandler(context);
    }
    return null;
  }
}
