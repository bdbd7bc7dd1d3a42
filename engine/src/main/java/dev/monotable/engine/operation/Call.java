package dev.monotable.engine.operation;

import dev.monotable.engine.error.Wording;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation: what belongs to a single request. Calls that nobody observes and that
 * no fault rule concerns share one instance for each wording, so they cost no allocation.
 */
public final class Call {
  private final Wording wording;
  private final @Nullable Observation observation;
  private final @Nullable Injection injection;

  private Call(Wording wording, @Nullable Observation observation, @Nullable Injection injection) {
    this.wording = wording;
    this.observation = observation;
    this.injection = injection;
  }

  /** Returns the shared call without observers and fault rules. */
  public static Call plain(Wording wording) {
    return new Call(wording, null, null);
  }

  /**
   * Returns a call of its own for a request.
   *
   * @param observation collects the parts of the request; null if nobody observes it
   * @param injection decides on faults; null if there are no fault rules
   */
  public static Call of(
      Wording wording, @Nullable Observation observation, @Nullable Injection injection) {
    return new Call(wording, observation, injection);
  }

  /** Returns this call in another layer of the service. */
  public Call in(Wording other) {
    return new Call(other, observation, injection);
  }

  /** Returns the wording of the service layer that parses the request. */
  public Wording wording() {
    return wording;
  }

  /** Returns where to report what the request reads and writes; null if nobody observes it. */
  public @Nullable Observation observation() {
    return observation;
  }

  /** Returns what decides on injected faults; null if there are no fault rules. */
  public @Nullable Injection injection() {
    return injection;
  }
}
