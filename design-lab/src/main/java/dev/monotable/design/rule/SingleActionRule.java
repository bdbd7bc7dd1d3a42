package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.proposal.OtherRequest;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import java.util.List;

/** Finds transactions with a single action, for which a condition would do. */
final class SingleActionRule implements Detector {
  static final FindingType TYPE = FindingType.of("transaction-of-one-action");
  static final FindingRule RULE = new FindingRule(List.of(TYPE), SingleActionRule::new);

  private final Cases cases;

  private SingleActionRule(Trace trace) {
    this.cases = new Cases(trace, TYPE);
  }

  @Override
  public void accept(TracedRequest request) {
    List<TracedPart> parts = request.parts();
    if (!request.isTransaction() || parts.isEmpty()) {
      return;
    }
    if (parts.size() > 1) {
      cases.addOther(parts.get(0).subject());
    } else {
      cases.add(parts.get(0));
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> found =
        cases.findings(1, (times, other) -> count(times, "transaction") + " had one action");
    return Savings.halved(input, found, OtherRequest.Kind.SINGLE);
  }
}
