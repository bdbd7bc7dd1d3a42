package dev.monotable.design.finding;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts cases of one kind of finding by subject, with a few examples of each. Bounded. */
public final class Cases {
  private static final int MAX_EVIDENCE = 5;

  private final FindingType type;
  private final Map<String, Case> cases = new LinkedHashMap<>();
  private final Overflow manySubjects;

  /** The cases of one subject. */
  private static final class Case {
    private final List<Evidence> evidence = new ArrayList<>();
    private @Nullable String advice;
    private long found;
    private long other;
  }

  /** Returns the statement of a finding. */
  @FunctionalInterface
  public interface Wording {
    /**
     * Returns the statement.
     *
     * @param found the number of cases
     * @param other the number of requests that were compared and are no cases
     */
    String statement(long found, long other);
  }

  /** Creates a count of no cases of a kind of findings. */
  public Cases(Trace trace, FindingType type) {
    this.type = type;
    this.manySubjects = trace.declare(Bound.SUBJECTS, type.id());
  }

  /** Returns the cases of a subject, or null if there is no room for another one. */
  private @Nullable Case of(String subject) {
    return manySubjects.findOrAdd(cases, subject, Case::new);
  }

  /** Adds a case. */
  public void add(String subject, Supplier<Evidence> example) {
    Case of = of(subject);
    if (of != null) {
      of.found++;
      if (of.evidence.size() < MAX_EVIDENCE) {
        of.evidence.add(example.get());
      }
    }
  }

  /** Adds a part of a request as a case of its access pattern. */
  public void add(TracedPart part) {
    add(part.subject(), () -> Evidence.of(part));
  }

  /**
   * Adds a case.
   *
   * @param advice what to do; that of the first case of a subject is kept
   */
  public void add(String subject, Supplier<Evidence> example, Supplier<String> advice) {
    add(subject, example);
    Case of = cases.get(subject);
    if (of != null && of.advice == null) {
      of.advice = advice.get();
    }
  }

  /** Counts a request that is no case. */
  public void addOther(String subject) {
    Case of = of(subject);
    if (of != null) {
      of.other++;
    }
  }

  /**
   * Returns a finding for each subject with enough cases, which are not outnumbered by the others.
   *
   * @param least the number of cases that are enough
   */
  public List<Finding> findings(int least, Wording wording) {
    return findings(least, 0.5, wording);
  }

  /**
   * Returns a finding for each subject with enough cases.
   *
   * @param least the number of cases that are enough
   * @param share their part of all requests that were compared that is enough
   */
  public List<Finding> findings(int least, double share, Wording wording) {
    List<Finding> findings = new ArrayList<>();
    cases.forEach(
        (subject, each) -> {
          if (each.found >= least && each.found >= share * (each.found + each.other)) {
            findings.add(
                Finding.of(type, subject, wording.statement(each.found, each.other), each.evidence)
                    .withAdvice(each.advice));
          }
        });
    return findings;
  }
}
