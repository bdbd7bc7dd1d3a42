package dev.monotable.engine.operation;

import dev.monotable.schema.OperationSchema;

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

  /** Returns a handler that is a method, of an operation whose records it has. */
  static <I extends Record, O extends Record> OperationHandler<I, O> of(
      OperationSchema<I, O> operation, OperationHandler<I, O> method) {
    return method;
  }

  /** Returns a handler that is a method, and whose requests all add data. */
  static <I extends Record, O extends Record> OperationHandler<I, O> adding(
      OperationHandler<I, O> method) {
    return new OperationHandler<>() {
      @Override
      public O handle(I request, Call call) {
        return method.handle(request, call);
      }

      @Override
      public boolean addsData(I request, Call call) {
        return true;
      }
    };
  }

  /**
   * Returns whether the request can make the tables, items or indexes of the database larger, for
   * operations that are not on items. Operations on items say so for each write that they
   * {@linkplain Call#willWrite announce}. It is asked only if memory is short.
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
