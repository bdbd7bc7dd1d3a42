package dev.monotable.design.report;

import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceFile;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a report.
 *
 * @param version the version of Monotable that the report names
 * @param date when the report is made; null to leave it out, so that equal requests give equal
 *     reports
 * @param prices the prices of the forecast
 * @param cost how a month is charged
 * @param contracts the contracts that tests checked
 * @param omissions what the contracts leave out because a bound was reached, one sentence each
 * @param access what principals were allowed and never used; null without policies
 */
public record ReportOptions(
    String version,
    @Nullable Instant date,
    PriceList prices,
    CostSettings cost,
    List<ContractRow> contracts,
    List<String> omissions,
    @Nullable List<UnusedAccess> access) {
  /** The Region whose prices are used by default. */
  public static final String DEFAULT_REGION = "us-east-1";

  public ReportOptions {
    contracts = List.copyOf(contracts);
    omissions = List.copyOf(omissions);
    access = access == null ? null : List.copyOf(access);
  }

  /** Returns the prices of us-east-1 that are part of this version, without a date. */
  public static ReportOptions standard() {
    String version = DesignReport.class.getPackage().getImplementationVersion();
    return new ReportOptions(
        version == null ? "development" : version,
        null,
        PriceFile.bundled().require(DEFAULT_REGION),
        CostSettings.DEFAULT,
        List.of(),
        List.of(),
        null);
  }

  /** Returns these options with another version. */
  public ReportOptions withVersion(String newVersion) {
    return new ReportOptions(newVersion, date, prices, cost, contracts, omissions, access);
  }

  /** Returns these options with a date. */
  public ReportOptions withDate(@Nullable Instant newDate) {
    return new ReportOptions(version, newDate, prices, cost, contracts, omissions, access);
  }

  /** Returns these options with other prices. */
  public ReportOptions withPrices(PriceList newPrices) {
    return new ReportOptions(version, date, newPrices, cost, contracts, omissions, access);
  }

  /** Returns these options with the contracts that tests checked. */
  public ReportOptions withContracts(List<ContractRow> newContracts) {
    return new ReportOptions(version, date, prices, cost, newContracts, omissions, access);
  }

  /** Returns these options with what the contracts leave out because a bound was reached. */
  public ReportOptions withOmissions(List<String> newOmissions) {
    return new ReportOptions(version, date, prices, cost, contracts, newOmissions, access);
  }

  /** Returns these options with what principals were allowed and never used. */
  public ReportOptions withAccess(@Nullable List<UnusedAccess> newAccess) {
    return new ReportOptions(version, date, prices, cost, contracts, omissions, newAccess);
  }
}
