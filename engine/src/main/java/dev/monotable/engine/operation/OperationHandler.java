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
   * @throws dev.monotable.engine.error.FaultException if the response is an error
   */
  O handle(I request, Call call);

  /**
   * Returns whether the request can make the tables, items or indexes of the database larger. It is
   * asked only if memory is short. What a request adds to streams and to client request tokens does
   * not count, since the memory of these is bounded.
   *
   * <p>The request satisfies the constraints of the service model.
   *
   * @param call what belongs to this request, such as the wording of its errors
   * @throws dev.monotable.engine.error.FaultException if the request is invalid
   */
  default boolean addsData(I request, Call call) {
    return false;
  }
}
