package dev.monotable.design.finding;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts problems of the same kind, with a few examples of each. Bounded; not thread-safe. */
public final class ItemProblems {
  private static final int MAX_EVIDENCE = 5;

  private final Map<Problem, Cases> problems = new LinkedHashMap<>();
  private final Overflow manyProblems;

  /**
   * A problem.
   *
   * @param text what is wrong, without the values of a single item
   */
  private record Problem(FindingType type, String subject, String text) {}

  /** The occurrences of a problem. */
  private static final class Cases {
    private final List<Evidence> evidence = new ArrayList<>();
    private final @Nullable String advice;
    private long count;

    private Cases(@Nullable String advice) {
      this.advice = advice;
    }
  }

  /** Creates a count of no problems. */
  public ItemProblems(Trace trace) {
    this.manyProblems = trace.declare(Bound.PROBLEMS.overflow());
  }

  /**
   * Adds a problem.
   *
   * @param text what is wrong, without the values of a single item
   * @param advice what to do, by the first item that shows it; null if its kind says all
   */
  public void add(
      FindingType type, String subject, String text, @Nullable String advice, TracedPart part) {
    Problem problem = new Problem(type, subject, text);
    Cases cases = manyProblems.findOrAdd(problems, problem, () -> new Cases(advice));
    if (cases == null) {
      return;
    }
    cases.count++;
    if (cases.evidence.size() < MAX_EVIDENCE) {
      cases.evidence.add(Evidence.of(part));
    }
  }

  /** Returns a finding for each problem. */
  public List<Finding> findings() {
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
