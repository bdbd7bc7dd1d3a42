package dev.monotable.pattern;

import org.jspecify.annotations.Nullable;

/**
 * The source that the handle of a test follows. The requests of its clients belong to the test on
 * every thread that performs them.
 */
public interface SenderSource {
  /** Returns the test; null if it does not matter who sends its requests. */
  @Nullable Sender sender();
}
