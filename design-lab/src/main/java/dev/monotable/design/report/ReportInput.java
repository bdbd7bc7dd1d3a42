package dev.monotable.design.report;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.model.Design;
import dev.monotable.design.sample.SampledView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a report.
 *
 * @param design the declared design; null without one
 * @param ledger what was observed
 * @param samples the observed items
 * @param keys the observed values of keys; null to take their distribution from the design alone
 * @param findings the findings, in any order
 * @param omissions what is left out because a bound was reached, in addition to what the ledger
 *     leaves out
 */
public record ReportInput(
    @Nullable Design design,
    Ledger ledger,
    List<SampledView> samples,
    @Nullable KeyCounts keys,
    List<Finding> findings,
    List<String> omissions) {
  public ReportInput {
    samples = List.copyOf(samples);
    findings = List.copyOf(findings);
    omissions = List.copyOf(omissions);
  }
}
