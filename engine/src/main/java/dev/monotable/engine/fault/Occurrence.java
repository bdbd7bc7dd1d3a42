package dev.monotable.engine.fault;

/**
 * Selects which of the matching requests get the fault.
 *
 * @param after the number of matching requests that pass before the first fault
 * @param times the number of faults after which the rule injects no more; {@link #UNLIMITED} for no
 *     end
 * @param probability of a fault for each matching request after the first ones, more than 0 and at
 *     most 1
 */
public record Occurrence(long after, long times, double probability) {
  /** The number of faults of a rule that does not end. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Hits every matching request. */
  public static final Occurrence ALWAYS = new Occurrence(0, UNLIMITED, 1);

  /**
   * @throws IllegalArgumentException if a number is out of its range
   */
  public Occurrence {
    if (after < 0) {
      throw new IllegalArgumentException("after is negative: " + after);
    }
    if (times < 1) {
      throw new IllegalArgumentException("times is less than 1: " + times);
    }
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability is not in (0, 1]: " + probability);
    }
  }

  /** Returns what differs from {@link #ALWAYS} as text for people, to append to other text. */
  String suffix() {
    return (after == 0 ? "" : ", after " + after)
        + (times == UNLIMITED ? "" : times == 1 ? ", 1 time" : ", " + times + " times")
        + (probability == 1 ? "" : ", probability " + probability);
  }
}
