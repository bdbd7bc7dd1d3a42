package dev.monotable.benchmark.chat;

import org.jspecify.annotations.Nullable;

/** A sequence of request bodies. */
@FunctionalInterface
public interface Bodies {
  /**
   * Returns the next body, or null if there are no more. Implementations may reuse its array for a
   * later body.
   */
  byte @Nullable [] next();
}
