package dev.monotable.design.finding;

import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of all rules of a catalogue. Safe for use by multiple threads. */
public final class FindingRun implements RequestConsumer {
  /** Findings that are left out if another one of the same subject exists. */
  private static final Map<String, Set<String>> SAME_CAUSE =
      Map.of(
          "filter-on-key-attribute", Set.of("scan", "filter-discards-most"),
          "filter-discards-most", Set.of("scan"),
          "undeclared-request", Set.of("scan"),
          "query-reads-everything", Set.of("pages-read-again"),
          "put-to-change-one-attribute",
              Set.of("small-change-of-large-item", "put-replaces-other-identity"));

  private final @Nullable Design design;
  private final Trace trace;
  private final List<FindingRule.Judge> judges;
  private final List<Detector> detectors = new ArrayList<>();

  FindingRun(@Nullable Design design, List<FindingRule> rules) {
    this.design = design;
    this.trace = new Trace(design);
    this.judges = rules.stream().map(rule -> rule.start().apply(trace)).toList();
    for (FindingRule.Judge judge : judges) {
      if (judge instanceof Detector detector) {
        detectors.add(detector);
      }
    }
  }

  @Override
  public synchronized void accept(ObservedRequest request, RequestContext context) {
    TracedRequest traced = trace.add(request, context);
    for (Detector detector : detectors) {
      detector.accept(traced);
    }
  }

  /** Adds a table that was created before requests were observed. */
  public synchronized void addTable(DesignTable table) {
    trace.addTable(table);
  }

  /** Returns what the rules leave out because a bound was reached, one sentence each. */
  public synchronized List<String> omissions() {
    List<String> omissions = new ArrayList<>();
    trace.addOmissions(omissions);
    return omissions;
  }

  /** Returns whether another finding about the same subject has the same cause, and says more. */
  private static boolean isSameCause(Finding finding, List<Finding> all) {
    Set<String> causes = SAME_CAUSE.getOrDefault(finding.id(), Set.of());
    for (Finding other : all) {
      if (causes.contains(other.id()) && other.subject().equals(finding.subject())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the findings so far, the worst first by their kinds, including those that the design
   * accepts.
   *
   * @param ledger what was observed
   * @param keys the observed values of keys; not changed by another thread meanwhile
   */
  public synchronized List<Finding> findings(Ledger ledger, KeyCounts keys) {
    FindingInput input = new FindingInput(design, ledger, keys);
    List<Finding> found = new ArrayList<>();
    for (FindingRule.Judge judge : judges) {
      found.addAll(judge.findings(input));
    }
    List<Finding> all = new ArrayList<>();
    for (Finding finding : found) {
      if (!isSameCause(finding, found)) {
        all.add(
            design == null
                ? finding
                : finding.withAccepted(design.findAccepted(finding.id(), finding.subject())));
      }
    }
    all.sort(
        Comparator.comparing(Finding::consequence)
            .thenComparing(Finding::severity)
            .thenComparing(Finding::id)
            .thenComparing(Finding::subject));
    return List.copyOf(all);
  }
}
