package dev.monotable.engine.operation;

import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The handler of an operation, chosen among those of a package. */
public final class HandlerChoice {
  private final OperationSchema<?, ?> wanted;
  private @Nullable OperationHandler<?, ?> found;

  /** Begins to choose the handler of an operation. */
  public HandlerChoice(OperationSchema<?, ?> wanted) {
    this.wanted = wanted;
  }

  /** Adds the handler of an operation, which is often a method. */
  public <I extends Record, O extends Record> HandlerChoice or(
      OperationSchema<I, O> operation, OperationHandler<I, O> handler) {
    if (operation == wanted) {
      found = handler;
    }
    return this;
  }

  /** Returns the handler; null if there is none among those that were added. */
  public @Nullable OperationHandler<?, ?> found() {
    return found;
  }
}
