package dev.monotable.design.ledger;

import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.engine.observe.ObservedRequest;

/**
 * Receives requests in the order in which they ended, one at a time, from an engine or from a
 * recording. The ledger, the checks of items and the findings are consumers.
 */
@FunctionalInterface
public interface RequestConsumer {
  /**
   * Receives a request. Must not keep it, nor its items, without a bound.
   *
   * @param request of a recorded one, {@code response()} returns null, and {@code request()} may;
   *     all other methods return what they returned when it was observed
   */
  void accept(ObservedRequest request, RequestContext context);

  /** Receives a bulk operation that has ended, after the requests that ended before it. */
  default void acceptBulkPut(BulkPutTotals ended, RequestContext context) {}
}
