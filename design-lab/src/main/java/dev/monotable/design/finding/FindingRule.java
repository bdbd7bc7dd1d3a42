package dev.monotable.design.finding;

import dev.monotable.design.model.Design;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that finds one kind of flaw, or a few related ones. Stateless; its {@link Detector} has
 * the state of one run.
 */
public interface FindingRule {
  /** Returns the kinds of findings that it makes. */
  List<FindingType> types();

  /**
   * Starts a run.
   *
   * @param design the declared design, or null to judge without one
   */
  Detector start(@Nullable Design design);

  /** Returns a rule that needs only the design and the ledger. */
  static FindingRule of(FindingType type, Judge judge) {
    return new LedgerRule(type, judge);
  }

  /** Makes findings from the design and the ledger. */
  @FunctionalInterface
  interface Judge {
    /** Returns the findings; whether they are accepted is decided later. */
    List<Finding> findings(FindingInput input);
  }
}
