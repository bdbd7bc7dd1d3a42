package dev.monotable.design.report;

import dev.monotable.design.contract.NamedPatterns;
import dev.monotable.design.cost.CostReport;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.AssumedSize;
import dev.monotable.design.load.Rounded;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import dev.monotable.design.outlook.ScenarioMaker;
import java.util.ArrayList;
import java.util.List;

/** Makes reports. */
public final class ReportMaker {
  private static final String NO_DESIGN =
      "There is no design file. Entities and access patterns were derived from the requests.";

  private ReportMaker() {}

  /** Returns the report of a design and of what was observed. */
  public static DesignReport make(ReportInput input, ReportOptions options) {
    Design declared = input.design();
    Ledger ledger = input.ledger();
    Design design = declared == null ? DesignDraft.of("Observed requests", ledger) : declared;
    int hours = options.cost().hoursPerMonth();
    Design assumed = AssumedSize.of(design, ledger, declared != null);
    Design sized = assumed == null ? design : assumed;
    WorkloadEstimate estimate =
        declared == null && assumed == null
            ? WorkloadEstimate.observed(design, ledger, hours)
            : WorkloadEstimate.of(sized, ledger, hours);
    CostReport cost = CostReport.of(estimate.workload(), options.prices(), options.cost());
    PatternMatrix matrix = new MatrixMaker(design, ledger, estimate, cost).matrix();
    ReportHeader header =
        new ReportHeader(
            design.name(),
            design.description(),
            options.version(),
            options.date(),
            declared != null,
            totals(ledger),
            summary(matrix, input.findings()));
    ForecastMaker maker = new ForecastMaker(estimate, cost, input.keys());
    Forecast forecast = maker.forecast(assumed == null ? declared : null, sized, ledger);
    ScenarioMaker scenarios =
        new ScenarioMaker(options.prices(), options.cost(), sized, ledger, input.keys());
    forecast = forecast.withScenarios(scenarios.outlooks(sized.scenarios()));
    List<Finding> ranked = new Ranking(sized, ledger, estimate, forecast).of(input.findings());
    List<String> omissions = omissions(input, options);
    maker.addOmissions(omissions);
    List<String> first = new ArrayList<>();
    if (declared == null) {
      first.add(NO_DESIGN);
    } else {
      first.addAll(new NamedPatterns(declared, ledger).notes());
    }
    if (assumed != null) {
      first.add(AssumedSize.TEXT);
    }
    return new DesignReport(
        header,
        matrix,
        new CollectionsMaker(design, estimate.tables()).views(input.samples()),
        options.contracts(),
        ranked,
        with(forecast, first),
        omissions,
        options.access(),
        Verdict.of(ranked, forecast, assumed == null ? null : AssumedSize.TEXT));
  }

  private static Forecast with(Forecast forecast, List<String> first) {
    List<String> notes = new ArrayList<>(first);
    notes.addAll(forecast.notes());
    return forecast.withNotes(notes);
  }

  private static List<String> omissions(ReportInput input, ReportOptions options) {
    List<String> all = new ArrayList<>(input.ledger().totals().omissions());
    all.addAll(input.omissions());
    all.addAll(options.omissions());
    return all;
  }

  private static ObservedTotals totals(Ledger ledger) {
    double reads = 0;
    double writes = 0;
    for (LedgerEntry entry : ledger.entries()) {
      reads += entry.readUnits();
      writes += entry.writeUnits();
    }
    return new ObservedTotals(
        ledger.totals().requests(),
        ledger.totals().tests().size(),
        Rounded.of(reads),
        Rounded.of(writes),
        ledger.totals().from(),
        ledger.totals().to(),
        ledger.totals().uncounted());
  }

  private static ReportSummary summary(PatternMatrix matrix, List<Finding> findings) {
    int undeclared = count(matrix, Coverage.UNDECLARED);
    return new ReportSummary(
        matrix.rows().size() - undeclared,
        count(matrix, Coverage.OBSERVED),
        undeclared,
        count(findings, Severity.ERROR),
        count(findings, Severity.WARNING),
        count(findings, Severity.ADVICE),
        (int) findings.stream().filter(finding -> finding.accepted() != null).count(),
        AdviceCounts.of(findings));
  }

  private static int count(PatternMatrix matrix, Coverage coverage) {
    return (int) matrix.rows().stream().filter(row -> row.coverage() == coverage).count();
  }

  private static int count(List<Finding> findings, Severity severity) {
    return (int)
        findings.stream()
            .filter(finding -> finding.accepted() == null && finding.severity() == severity)
            .count();
  }
}
