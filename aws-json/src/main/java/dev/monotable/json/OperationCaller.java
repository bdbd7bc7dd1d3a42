package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.schema.OperationSchema;

/** What answers decoded requests: a {@code MonotableEngine}'s {@code call}, as it is or wrapped. */
@FunctionalInterface
public interface OperationCaller {
  /**
   * Runs the operation.
   *
   * @throws DynamoException when the answer is an error
   */
  <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request);
}
