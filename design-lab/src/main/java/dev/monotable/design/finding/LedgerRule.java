package dev.monotable.design.finding;

import dev.monotable.design.model.Design;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule that needs only the design and the ledger, so that its detector has no state. */
record LedgerRule(FindingType type, Judge judge) implements FindingRule {
  @Override
  public List<FindingType> types() {
    return List.of(type);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Stateless(judge);
  }

  /** The detector of such a rule. */
  private record Stateless(Judge judge) implements Detector {
    @Override
    public List<Finding> findings(FindingInput input) {
      return judge.findings(input);
    }
  }
}
