package dev.monotable.design.render;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.ReportSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of several reports of a design, the oldest first, and since when findings are open.
 */
final class ReportHistory {
  /** The names of the figures, beginning with the date of the report. */
  static final List<String> NAMES =
      List.of(
          "Report",
          "Errors",
          "Warnings",
          "Advice",
          "Observed",
          "On demand",
          "Provisioned",
          "Headroom");

  private final List<DesignReport> reports;

  /**
   * A finding that is open in the newest report.
   *
   * @param date the date of the first of the reports in which it has been open since then; null if
   *     that is unknown
   * @param reports the number of these reports
   */
  record OpenFinding(Finding finding, @Nullable Instant date, int reports) {
    String since() {
      return text(date);
    }
  }

  /**
   * Creates a history.
   *
   * @param bases earlier reports
   */
  ReportHistory(List<DesignReport> bases, DesignReport current) {
    this.reports = ordered(bases);
    this.reports.add(current);
  }

  /** Returns reports by their dates, the oldest first; those without a date come first. */
  static List<DesignReport> ordered(List<DesignReport> reports) {
    List<DesignReport> ordered = new ArrayList<>(reports);
    ordered.sort(
        Comparator.comparing(
            report -> report.header().date(), Comparator.nullsFirst(Comparator.naturalOrder())));
    return ordered;
  }

  /** Returns the number of reports in a sentence. */
  String intro() {
    return count(reports.size(), "report") + ", the newest last.";
  }

  /** Returns the figures of each report, as {@link #NAMES} names them. */
  List<List<Phrase>> figures() {
    List<List<Phrase>> rows = new ArrayList<>();
    for (DesignReport report : reports) {
      ReportSummary summary = report.header().summary();
      CostSummary cost = report.forecast().cost();
      Double headroom = headroom(report);
      rows.add(
          Stream.of(
                  text(report.header().date()),
                  String.valueOf(summary.errors()),
                  String.valueOf(summary.warnings()),
                  String.valueOf(summary.advice()),
                  summary.observed() + "/" + summary.patterns(),
                  cost == null ? "–" : Figures.shortMoney(cost, cost.onDemand().total()),
                  cost == null ? "–" : Figures.shortMoney(cost, cost.provisioned().total()),
                  headroom == null ? "–" : Figures.times(headroom))
              .map(Phrase::text)
              .toList());
    }
    return rows;
  }

  /** Returns the figures of each report as numbers. */
  List<ReportComparison.Point> points() {
    List<ReportComparison.Point> points = new ArrayList<>();
    for (DesignReport report : reports) {
      CostSummary cost = report.forecast().cost();
      points.add(
          new ReportComparison.Point(
              report.header().date(),
              report.header().summary(),
              cost == null ? null : cost.onDemand().total(),
              cost == null ? null : cost.provisioned().total(),
              headroom(report)));
    }
    return points;
  }

  private static @Nullable Double headroom(DesignReport report) {
    Double least = null;
    for (HeatSummary heat : report.forecast().heat()) {
      double factor = heat.atStart().factor();
      least = least == null ? factor : Math.min(least, factor);
    }
    return least;
  }

  private static String text(@Nullable Instant date) {
    return date == null ? "without a date" : date.toString().substring(0, 16).replace('T', ' ');
  }

  /** Returns the findings that are open in the newest report, the most severe first. */
  List<OpenFinding> open() {
    DesignReport current = reports.get(reports.size() - 1);
    List<OpenFinding> open = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      for (Finding finding : current.open(severity)) {
        int first = reports.size() - 1;
        while (first > 0 && isOpen(finding, reports.get(first - 1))) {
          first--;
        }
        open.add(
            new OpenFinding(finding, reports.get(first).header().date(), reports.size() - first));
      }
    }
    return open;
  }

  private static boolean isOpen(Finding finding, DesignReport report) {
    for (Finding other : report.findings()) {
      if (other.accepted() == null
          && other.id().equals(finding.id())
          && other.subject().equals(finding.subject())) {
        return true;
      }
    }
    return false;
  }
}
