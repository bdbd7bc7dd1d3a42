package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportSummary;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a report in JSON beside the report if there are earlier ones.
 *
 * @param since when the newest earlier report was made; null if that is unknown
 * @param changes what changed since then
 * @param history the figures of all reports
 */
public record ReportComparison(@Nullable Instant since, ReportChanges changes, History history) {
  /**
   * The figures of several reports.
   *
   * @param reports one for each report, the oldest first
   * @param open the open findings of the newest report, the most severe first
   */
  public record History(List<Point> reports, List<Open> open) {
    public History {
      reports = List.copyOf(reports);
      open = List.copyOf(open);
    }
  }

  /**
   * The figures of one report.
   *
   * @param date when it was made; null if that is unknown
   * @param onDemand the cost of a month in dollars; null if it is unknown
   * @param provisioned the same with provisioned capacity
   * @param headroom the lowest factor by which traffic can grow before it is throttled; null
   *     without traffic
   */
  public record Point(
      @Nullable Instant date,
      ReportSummary summary,
      @Nullable BigDecimal onDemand,
      @Nullable BigDecimal provisioned,
      @Nullable Double headroom) {}

  /**
   * Since when a finding is open.
   *
   * @param finding the id of the finding
   * @param subject what it is about
   * @param since the date of the first of the reports in which it has been open since then; null if
   *     that is unknown
   * @param reports the number of these reports
   */
  public record Open(String finding, String subject, @Nullable Instant since, int reports) {}

  /**
   * Compares a report with earlier ones.
   *
   * @param bases at least one
   */
  static ReportComparison of(List<DesignReport> bases, DesignReport report) {
    List<DesignReport> ordered = ReportHistory.ordered(bases);
    DesignReport newest = ordered.get(ordered.size() - 1);
    ReportHistory history = new ReportHistory(bases, report);
    List<Open> open = new ArrayList<>();
    for (ReportHistory.OpenFinding each : history.open()) {
      Finding finding = each.finding();
      open.add(new Open(finding.id(), finding.subject(), each.date(), each.reports()));
    }
    return new ReportComparison(
        newest.header().date(),
        ReportChanges.between(newest, report),
        new History(history.points(), open));
  }
}
