package dev.monotable.design.render;

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

/**
 * The figures of several reports of a design, the oldest first, and since when findings are open.
 */
final class HistorySection {
  private final List<DesignReport> reports;
  private final HtmlWriter html;

  /**
   * Creates a section.
   *
   * @param bases earlier reports, the oldest first
   */
  HistorySection(List<DesignReport> bases, DesignReport current, HtmlWriter html) {
    this.reports = new ArrayList<>(bases);
    this.reports.add(current);
    this.html = html;
  }

  /** Returns reports by their dates, the oldest first; those without a date come first. */
  static List<DesignReport> ordered(List<DesignReport> reports) {
    List<DesignReport> ordered = new ArrayList<>(reports);
    ordered.sort(
        Comparator.comparing(
            report -> report.header().date(), Comparator.nullsFirst(Comparator.naturalOrder())));
    return ordered;
  }

  void write() {
    html.open("section", "id", "history", "aria-labelledby", "history-title");
    html.element("h2", "History", "id", "history-title");
    html.element(
        "p", Figures.count(reports.size(), "report") + ", the newest last.", "class", "intro");
    figures();
    findings();
    html.end();
  }

  private void figures() {
    html.scrolled("Figures of each report");
    html.open("table", "class", "changed history").element("caption", "Figures of each report");
    head(
        "Report",
        "Errors",
        "Warnings",
        "Advice",
        "Observed",
        "On demand",
        "Provisioned",
        "Headroom");
    html.open("tbody");
    for (DesignReport report : reports) {
      ReportSummary summary = report.header().summary();
      html.open("tr").open("th", "scope", "row").text(date(report)).close();
      number(String.valueOf(summary.errors()));
      number(String.valueOf(summary.warnings()));
      number(String.valueOf(summary.advice()));
      number(summary.observed() + "/" + summary.patterns());
      CostSummary cost = report.forecast().cost();
      number(cost == null ? "–" : Figures.shortMoney(cost, cost.onDemand().total()));
      number(cost == null ? "–" : Figures.shortMoney(cost, cost.provisioned().total()));
      number(headroom(report));
      html.end();
    }
    html.close().close().end();
  }

  private void head(String... names) {
    html.open("thead").open("tr");
    for (int i = 0; i < names.length; i++) {
      html.element("th", names[i], "scope", "col", "class", i == 0 ? "name" : "number");
    }
    html.close().close();
  }

  private void number(String text) {
    html.element("td", text, "class", "number");
  }

  private static String headroom(DesignReport report) {
    return report.forecast().heat().stream()
        .mapToDouble((HeatSummary heat) -> heat.atStart().factor())
        .min()
        .stream()
        .mapToObj(Figures::times)
        .findFirst()
        .orElse("–");
  }

  private static String date(DesignReport report) {
    Instant date = report.header().date();
    return date == null ? "without a date" : date.toString().substring(0, 16).replace('T', ' ');
  }

  private void findings() {
    DesignReport current = reports.get(reports.size() - 1);
    List<Finding> open = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      open.addAll(current.open(severity));
    }
    if (open.isEmpty()) {
      return;
    }
    html.scrolled("Open findings");
    html.open("table", "class", "changed history").element("caption", "Open findings");
    head("Finding", "Open since", "Reports");
    html.open("tbody");
    for (Finding finding : open) {
      int first = reports.size() - 1;
      while (first > 0 && isOpen(finding, reports.get(first - 1))) {
        first--;
      }
      html.open("tr")
          .open("th", "scope", "row")
          .text(Figures.title(finding.type().title()) + " in ");
      html.element("code", finding.subject()).close();
      number(date(reports.get(first)));
      number(String.valueOf(reports.size() - first));
      html.end();
    }
    html.close().close().end();
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
