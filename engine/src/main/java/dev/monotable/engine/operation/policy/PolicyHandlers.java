package dev.monotable.engine.operation.policy;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on resource-based policies. */
public final class PolicyHandlers {
  private PolicyHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.GET_RESOURCE_POLICY) {
      return new GetResourcePolicyHandler(context);
    }
    if (operation == Operations.PUT_RESOURCE_POLICY) {
      return new PutResourcePolicyHandler(context);
    }
    if (operation == Operations.DELETE_RESOURCE_POLICY) {
      return new DeleteResourcePolicyHandler(context);
    }
    return null;
  }
}
