package dev.monotable.engine.fault;

import java.time.Duration;
import java.time.InstantSource;

/**
 * A clock that shows what a test sets. An injected latency on the engine's clock advances it
 * instead of waiting.
 */
public interface ManualClock extends InstantSource {
  /**
   * Advances the clock.
   *
   * @param duration not negative
   */
  void advance(Duration duration);
}
