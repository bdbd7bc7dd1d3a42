package dev.monotable.engine.observe;

import dev.monotable.api.Experimental;
import dev.monotable.model.BulkOperationDescription;

/**
 * Receives each request of an engine when its answer is complete. Logs, metrics, access-pattern
 * reports and the list of requests of a test are observers.
 *
 * <p>An engine without observers pays one comparison for each request. With an observer it keeps
 * references to what the request has read and written anyway, and computes the rest when the
 * observer asks for it.
 */
@FunctionalInterface
public interface RequestObserver {
  /**
   * Receives a request, on the thread that performs it, before the caller gets the answer. Must be
   * safe for use by multiple threads. It must return soon and not throw; an exception is logged and
   * ignored. It must not call the engine's operations, which would be observed in turn.
   *
   * @param request immutable; may be kept, see {@link RequestLog} for a bounded list
   */
  void observe(ObservedRequest request);

  /**
   * Receives a bulk operation that has ended. Its puts are not requests and consume no capacity of
   * the table: this is all that an observer receives of them. The requirements are those of {@link
   * #observe}.
   *
   * @param operation with its counts, and the bytes that it has put into the table and its indexes
   */
  @Experimental
  default void bulkOperationEnded(BulkOperationDescription operation) {}

  /** An observer that was added to an engine. */
  interface Registration extends AutoCloseable {
    /** Removes the observer; does nothing if it was removed before. */
    @Override
    void close();
  }
}
