package dev.monotable.design.finding;

import dev.monotable.design.trace.Trace;
import java.util.List;
import java.util.function.Function;

/**
 * A rule that finds one kind of flaw, or a few related ones.
 *
 * @param types the kinds of findings that it makes
 * @param start starts a run: returns a {@link Detector} if the rule follows the requests, and
 *     declares its bounds in their trace
 */
public record FindingRule(List<FindingType> types, Function<Trace, Judge> start) {
  public FindingRule {
    types = List.copyOf(types);
  }

  /** Makes findings from the design and the ledger. */
  @FunctionalInterface
  public interface Judge {
    /** Returns the findings so far; whether they are accepted is decided later. */
    List<Finding> findings(FindingInput input);
  }

  /** Returns a rule that needs only the design and the ledger. */
  public static FindingRule of(FindingType type, Judge judge) {
    return new FindingRule(List.of(type), trace -> judge);
  }
}
