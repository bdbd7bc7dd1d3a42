package dev.monotable.pattern;

import org.jspecify.annotations.Nullable;

/**
 * What a handle follows if it belongs to a test. The requests of its clients belong to the test on
 * every thread that performs them.
 */
public interface SenderSource {
  /** Returns the test; null if it does not matter who sends its requests. */
  @Nullable Sender sender();
}
