package dev.monotable.engine.operation;

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
   * @param call what belongs to this request, such as the wording of its errors
   * @throws FaultException if the response is an error
   */
  O handle(I request, Call call);
}
