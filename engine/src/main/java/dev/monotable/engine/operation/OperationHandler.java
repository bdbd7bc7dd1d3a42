package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;

/**
 * One operation of the API.
 *
 * @param <I> the request, as sent
 * @param <O> the response
 */
@FunctionalInterface
public interface OperationHandler<I extends Record, O extends Record> {
  /**
   * Does the operation. The request has passed the constraints of the model.
   *
   * @throws DynamoException where the answer is an error
   */
  O handle(I request);
}
