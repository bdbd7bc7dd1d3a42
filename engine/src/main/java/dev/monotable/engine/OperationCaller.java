package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.util.Set;

/** Runs the requests of clients: a {@link MonotableEngine}, or a wrapper of it. */
@FunctionalInterface
public interface OperationCaller {
  /**
   * Runs the operation. Does not have to wait for the log of the database.
   *
   * @param envelope says who sends the request. Its ticket is set if neither the result nor the
   *     exception may be sent yet
   * @throws DynamoException if the operation fails
   */
  @Experimental
  <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope);

  /**
   * Reports a request that failed before it could be run, such as one whose body is invalid, to
   * those who observe requests. Does nothing by default.
   *
   * @param error the error response
   */
  default void reject(OperationSchema<?, ?> operation, DynamoException error) {}

  /**
   * Returns the names of the operations whose requests may wait on the calling thread, as an
   * injected fault demands, or until the log has the end of a change; usually none.
   */
  default Set<String> waitingOperations() {
    return Set.of();
  }
}
