package dev.monotable.design.finding;

import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of all rules of a catalogue. Safe for use by multiple threads. */
public final class FindingRun implements RequestConsumer {
  private final @Nullable Design design;
  private final List<Detector> detectors;

  FindingRun(@Nullable Design design, List<FindingRule> rules) {
    this.design = design;
    this.detectors = rules.stream().map(rule -> rule.start(design)).toList();
  }

  @Override
  public synchronized void accept(ObservedRequest request, RequestContext context) {
    for (Detector detector : detectors) {
      detector.accept(request, context);
    }
  }

  /** Adds a table that was created before requests were observed. */
  public synchronized void addTable(DesignTable table) {
    for (Detector detector : detectors) {
      detector.addTable(table);
    }
  }

  /** Returns what the rules leave out because a bound was reached, one sentence each. */
  public synchronized List<String> omissions() {
    List<String> omissions = new ArrayList<>();
    for (Detector detector : detectors) {
      detector.addOmissions(omissions);
    }
    return omissions;
  }

  /**
   * Returns the findings so far, the most severe first, including those that the design accepts.
   *
   * @param ledger what was observed
   * @param keys the observed values of keys; not changed by another thread meanwhile
   */
  public synchronized List<Finding> findings(Ledger ledger, KeyCounts keys) {
    FindingInput input = new FindingInput(design, ledger, keys);
    List<Finding> all = new ArrayList<>();
    for (Detector detector : detectors) {
      for (Finding finding : detector.findings(input)) {
        all.add(
            design == null
                ? finding
                : finding.withAccepted(design.findAccepted(finding.id(), finding.subject())));
      }
    }
    all.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(Finding::id)
            .thenComparing(Finding::subject));
    return List.copyOf(all);
  }
}
