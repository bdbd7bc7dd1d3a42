package dev.monotable.design.check;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts problems of the same kind, with a few examples of each. Bounded; not thread-safe. */
final class ItemProblems {
  static final int MAX_PROBLEMS = 1_000;
  private static final int MAX_EVIDENCE = 5;

  private final Map<Problem, Cases> problems = new LinkedHashMap<>();
  private final Overflow manyProblems =
      new Overflow(MAX_PROBLEMS, "problems of items are counted", "write with others");

  /**
   * A problem.
   *
   * @param text what is wrong, without the values of a single item
   */
  private record Problem(FindingType type, String subject, String text) {}

  /** How often a problem occurred. */
  private static final class Cases {
    private final List<Evidence> evidence = new ArrayList<>();
    private final @Nullable String advice;
    private long count;

    private Cases(@Nullable String advice) {
      this.advice = advice;
    }
  }

  /**
   * What is wrong, and what to do.
   *
   * @param text what is wrong, without the values of a single item
   * @param advice what to do, by the first item that shows it; null if its kind says all
   */
  record Text(String text, @Nullable String advice) {}

  void add(
      FindingType type,
      String subject,
      Text text,
      ObservedRequest request,
      ItemWritten written,
      RequestContext context) {
    Problem problem = new Problem(type, subject, text.text());
    Cases cases = problems.get(problem);
    if (cases == null) {
      if (!manyProblems.hasRoom(problems.size())) {
        return;
      }
      cases = new Cases(text.advice());
      problems.put(problem, cases);
    }
    cases.count++;
    if (cases.evidence.size() < MAX_EVIDENCE) {
      cases.evidence.add(new Evidence(line(request, written), context.test()));
    }
  }

  /** Returns a write in one line. */
  static String line(ObservedRequest request, ItemWritten written) {
    StringBuilder line = new StringBuilder(request.operation().name());
    line.append(' ').append(written.table());
    String separator = " ";
    for (Map.Entry<String, AttributeValue> attribute :
        new TreeMap<>(written.key().toMap()).entrySet()) {
      line.append(separator).append(attribute.getKey()).append(" = ");
      line.append(ExpressionText.literal(attribute.getValue()));
      separator = " and ";
    }
    return line.toString();
  }

  /** Adds a sentence if there was no room for a problem. */
  void addOmissions(List<String> omissions) {
    manyProblems.addTo(omissions);
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    problems.forEach(
        (problem, cases) ->
            findings.add(
                Finding.of(
                        problem.type(),
                        problem.subject(),
                        problem.text()
                            + (cases.count == 1 ? " (1 write)" : " (" + cases.count + " writes)"),
                        cases.evidence)
                    .withAdvice(cases.advice)));
    return findings;
  }
}
