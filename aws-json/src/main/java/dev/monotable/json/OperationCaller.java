package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.schema.OperationSchema;

/**
 * Runs decoded requests: the method {@code call} of a {@code MonotableEngine}, or a wrapper of it.
 */
@FunctionalInterface
public interface OperationCaller {
  /**
   * Runs the operation.
   *
   * @throws DynamoException if the operation fails
   */
  <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request);
}
