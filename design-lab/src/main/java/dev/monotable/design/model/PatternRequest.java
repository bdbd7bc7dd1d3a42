package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * A request of an access pattern, or one action of a batch or transaction.
 *
 * @param shape what it requests. A filter, a condition and an update that are null are not
 *     declared: a request may have any
 * @param times how often the pattern performs it, such as 1, or the number of items of a batch
 * @param items the items that a read is expected to return; null if unknown
 */
public record PatternRequest(Shape shape, double times, @Nullable Double items) {
  public PatternRequest {
    if (!(times >= 0) || (items != null && !(items >= 0))) {
      throw new IllegalArgumentException("numbers of requests and items must be at least 0");
    }
  }
}
