package dev.monotable.engine.operation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;

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
   * @param wording of the layer of the service that reads the request
   * @throws FaultException where the answer is an error
   */
  O handle(I request, Wording wording);
}
