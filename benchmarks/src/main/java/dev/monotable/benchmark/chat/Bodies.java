package dev.monotable.benchmark.chat;

import org.jspecify.annotations.Nullable;

/** Bodies of requests, one after the other. */
@FunctionalInterface
public interface Bodies {
  /** The next one, valid until some are asked for; null when there are no more. */
  byte @Nullable [] next();
}
