package dev.monotable.engine.operation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;

/**
 * One operation of the API.
 *
 * @param <I> the request, as the client sent it
 * @param <O> the response
 */
@FunctionalInterface
public interface OperationHandler<I extends Record, O extends Record> {
  /**
   * Runs the operation. The request satisfies the constraints of the service model.
   *
   * @param wording the wording of the service layer that parses the request
   * @throws FaultException if the response is an error
   */
  O handle(I request, Wording wording);
}
