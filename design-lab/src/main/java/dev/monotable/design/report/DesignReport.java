package dev.monotable.design.report;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.outlook.SameTraffic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about a design: what was declared, what was observed, what is wrong with
 * it, what it costs and where it throttles. Immutable; two reports of the same requests and options
 * are equal. {@code ReportJson} writes and reads it.
 *
 * @param header what the report is about
 * @param matrix the access patterns by table and index
 * @param collections the item collections of each table and index
 * @param contracts the contracts of access patterns that tests checked
 * @param findings the findings by their rank, the worst first, including accepted ones
 * @param forecast cost and heat
 * @param omissions what this report leaves out because a bound was reached, one sentence each
 * @param access what principals were allowed and never used; null if no policies decided about the
 *     requests
 * @param verdict its first sentence; null in reports of former versions
 */
public record DesignReport(
    ReportHeader header,
    PatternMatrix matrix,
    List<CollectionView> collections,
    List<ContractRow> contracts,
    List<Finding> findings,
    Forecast forecast,
    List<String> omissions,
    @Nullable List<UnusedAccess> access,
    @Nullable Verdict verdict) {
  public DesignReport {
    collections = List.copyOf(collections);
    contracts = List.copyOf(contracts);
    findings = List.copyOf(findings);
    omissions = List.copyOf(omissions);
    access = access == null ? null : List.copyOf(access);
  }

  /**
   * The rights of a statement of a policy that its principal has never used.
   *
   * @param principal the ARN of the principal
   * @param statement the statement with its place
   * @param actions the actions, such as {@code dynamodb:Scan}
   */
  public record UnusedAccess(String principal, String statement, List<String> actions) {
    public UnusedAccess {
      actions = List.copyOf(actions);
    }
  }

  /** Returns the findings of a severity that the design does not accept. */
  public List<Finding> open(Severity severity) {
    return findings.stream()
        .filter(finding -> finding.accepted() == null && finding.severity() == severity)
        .toList();
  }

  /** Returns whether its cost and heat rest on an assumed size, because none is declared. */
  public boolean isOfAssumedSize() {
    return verdict != null && verdict.assumption() != null;
  }

  /** Returns this report with a comparison of its design with another one. */
  public DesignReport withAgainst(SameTraffic against) {
    return new DesignReport(
        header,
        matrix,
        collections,
        contracts,
        findings,
        forecast.withAgainst(against),
        omissions,
        access,
        verdict);
  }

  /** Returns the contracts that were broken. */
  public List<ContractRow> broken() {
    return contracts.stream().filter(contract -> !contract.kept()).toList();
  }
}
