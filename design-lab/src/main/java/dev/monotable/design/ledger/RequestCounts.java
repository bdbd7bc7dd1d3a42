package dev.monotable.design.ledger;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of requests of a shape.
 *
 * @param requests the number of requests, or of actions in batches and transactions
 * @param parents the number of batches, transactions and other requests that contained them
 * @param errors the number of failures by the type of error, such as {@code
 *     ConditionalCheckFailedException}
 * @param nanos the time inside the engine, in nanoseconds; that of a batch or transaction is
 *     divided among its actions
 * @param longestRun the largest number of requests of this shape, without other requests by the
 *     same test between them
 * @param patterns how often each access pattern was named, by clients and tests
 */
public record RequestCounts(
    long requests,
    long parents,
    Map<String, Long> errors,
    long nanos,
    long longestRun,
    Map<String, Long> patterns) {
  public RequestCounts {
    errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    patterns = Collections.unmodifiableMap(new TreeMap<>(patterns));
  }

  /** Returns the number of failures. */
  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
