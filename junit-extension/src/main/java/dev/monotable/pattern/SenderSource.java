package dev.monotable.pattern;

import dev.monotable.Monotable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The current database of a handle that belongs to a test. The requests of its clients belong to
 * the test regardless of the thread.
 */
public interface SenderSource extends Supplier<Monotable> {
  /** Returns the test; null if it does not matter who sends its requests. */
  @Nullable Sender sender();
}
