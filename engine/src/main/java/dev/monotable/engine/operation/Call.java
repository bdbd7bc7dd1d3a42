package dev.monotable.engine.operation;

import dev.monotable.engine.error.Wording;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation: what belongs to a single request. Calls that nobody observes and that
 * no fault rule concerns share one instance for each wording, so they cost no allocation. The call
 * of an observed request is its {@link Observation}.
 */
public class Call {
  private final Wording wording;
  private final @Nullable Injection injection;

  /**
   * @param injection decides on faults; null if there are no fault rules
   */
  protected Call(Wording wording, @Nullable Injection injection) {
    this.wording = wording;
    this.injection = injection;
  }

  /** Returns the shared call without observers and fault rules. */
  public static Call plain(Wording wording) {
    return new Call(wording, null);
  }

  /** Returns the call of a request that nobody observes and that fault rules may concern. */
  public static Call injected(Wording wording, Injection injection) {
    return new Call(wording, injection);
  }

  /** Returns this call in another layer of the service. */
  public final Call in(Wording other) {
    Observation observation = observation();
    return observation == null
        ? new Call(other, injection)
        : new ObservedElsewhere(other, injection, observation);
  }

  /** Returns the wording of the service layer that parses the request. */
  public final Wording wording() {
    return wording;
  }

  /** Returns where to report what the request reads and writes; null if nobody observes it. */
  public @Nullable Observation observation() {
    return null;
  }

  /** Returns what decides on injected faults; null if there are no fault rules. */
  public final @Nullable Injection injection() {
    return injection;
  }

  /** A call in another layer of the service than its observation. */
  private static final class ObservedElsewhere extends Call {
    private final Observation observation;

    ObservedElsewhere(Wording wording, @Nullable Injection injection, Observation observation) {
      super(wording, injection);
      this.observation = observation;
    }

    @Override
    public Observation observation() {
      return observation;
    }
  }
}
