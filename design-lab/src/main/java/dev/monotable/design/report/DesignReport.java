package dev.monotable.design.report;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import java.util.List;

/**
 * Everything that is known about a design: what was declared, what was observed, what is wrong with
 * it, what it costs and where it throttles. Immutable; two reports of the same requests and options
 * are equal. {@code ReportJson} writes and reads it.
 *
 * @param header what the report is about
 * @param matrix the access patterns by table and index
 * @param collections the item collections of each table and index
 * @param contracts the contracts of access patterns that tests checked
 * @param findings the findings, the most severe first, including accepted ones
 * @param forecast cost and heat
 * @param omissions what this report leaves out because a bound was reached, one sentence each
 */
public record DesignReport(
    ReportHeader header,
    PatternMatrix matrix,
    List<CollectionView> collections,
    List<ContractRow> contracts,
    List<Finding> findings,
    Forecast forecast,
    List<String> omissions) {
  public DesignReport {
    collections = List.copyOf(collections);
    contracts = List.copyOf(contracts);
    findings = List.copyOf(findings);
    omissions = List.copyOf(omissions);
  }

  /** Returns the findings of a severity that the design does not accept. */
  public List<Finding> open(Severity severity) {
    return findings.stream()
        .filter(finding -> finding.accepted() == null && finding.severity() == severity)
        .toList();
  }

  /** Returns the contracts that were broken. */
  public List<ContractRow> broken() {
    return contracts.stream().filter(contract -> !contract.kept()).toList();
  }
}
