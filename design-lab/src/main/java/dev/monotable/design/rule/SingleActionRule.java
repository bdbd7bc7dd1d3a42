package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds transactions with a single action, for which a condition would do. */
final class SingleActionRule implements FindingRule {
  static final FindingType TYPE =
      new FindingType(
          "transaction-of-one-action",
          Severity.ADVICE,
          "a transaction with one action",
          "A transaction consumes twice the units of the same requests without one, and it fails if"
              + " another request writes one of its items at the same time.",
          GUIDE + "transaction-apis.html",
          "Use PutItem, UpdateItem or DeleteItem with a ConditionExpression, or GetItem with"
              + " ConsistentRead. Each is atomic for its item.");

  @Override
  public List<FindingType> types() {
    return List.of(TYPE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Transactions(design);
  }

  /** The transactions of one run. */
  private static final class Transactions implements Detector {
    private final RequestSubjects subjects;
    private final Cases cases = new Cases(TYPE);

    private Transactions(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      if (!request.operation().traits().isTransaction()) {
        return;
      }
      List<RequestPart> parts = request.parts();
      if (parts.isEmpty()) {
        return;
      }
      RequestPart part = parts.get(0);
      String subject = subjects.subject(subjects.shape(request, part));
      if (parts.size() > 1) {
        cases.addOther(subject);
      } else {
        cases.add(subject, () -> Statements.evidence(request, part, context));
      }
    }

    @Override
    public void addOmissions(List<String> omissions) {
      cases.addOmissions(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> found =
          cases.findings(
              TYPE,
              1,
              (times, other) -> Statements.count(times, "transaction") + " had one action");
      return Savings.halved(input, found, "Send the action as a request of its own");
    }
  }
}
