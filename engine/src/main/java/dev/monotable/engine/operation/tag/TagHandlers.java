package dev.monotable.engine.operation.tag;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on tags. */
public final class TagHandlers {
  private TagHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.LIST_TAGS_OF_RESOURCE) {
      return new ListTagsOfResourceHandler(context);
    }
    if (operation == Operations.TAG_RESOURCE) {
      return new TagResourceHandler(context);
    }
    if (operation == Operations.UNTAG_RESOURCE) {
      return new UntagResourceHandler(context);
    }
    return null;
  }
}
