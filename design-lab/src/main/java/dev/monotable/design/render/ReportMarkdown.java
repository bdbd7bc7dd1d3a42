package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.render.Block.Column;
import dev.monotable.design.render.Block.Table;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Reports, and what changed between two of them, as Markdown for a pull request. */
public final class ReportMarkdown {
  private final StringBuilder text = new StringBuilder();
  private final MarkdownBlocks blocks = new MarkdownBlocks(text);
  private final DesignReport report;

  private ReportMarkdown(DesignReport report) {
    this.report = report;
  }

  /** Returns a short form of a report. */
  public static String of(DesignReport report) {
    ReportMarkdown markdown = new ReportMarkdown(report);
    markdown.header("");
    markdown.uncovered();
    List<Finding> open = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      open.addAll(report.open(severity));
    }
    if (!report.broken().isEmpty()) {
      markdown.blocks.heading("Broken contracts");
      markdown.blocks.contracts(report.broken());
    }
    if (!open.isEmpty()) {
      markdown.blocks.heading("Findings");
      markdown.blocks.findings(open);
    }
    if (report.access() != null) {
      markdown.blocks.heading(Figures.UNUSED);
      markdown.blocks.access(report.access());
    }
    markdown.patterns();
    return markdown.text.toString();
  }

  /** Returns what changed in a report since an earlier one. */
  public static String ofChanges(DesignReport base, DesignReport current) {
    return ofChanges(List.of(base), current);
  }

  /**
   * Returns what changed in a report since the newest of earlier ones, and their history if there
   * are several.
   *
   * @param bases at least one
   */
  public static String ofChanges(List<DesignReport> bases, DesignReport current) {
    List<DesignReport> ordered = ReportHistory.ordered(bases);
    ReportMarkdown markdown = new ReportMarkdown(current);
    markdown.header(": changes");
    markdown.blocks.print(ChangeBlocks.changes(ordered.get(ordered.size() - 1), current));
    if (bases.size() > 1) {
      markdown.blocks.heading("History");
      markdown.blocks.print(ChangeBlocks.history(new ReportHistory(bases, current)));
    }
    return markdown.text.toString();
  }

  private void header(String suffix) {
    text.append("## ").append(MarkdownText.of(report.header().title())).append(suffix);
    text.append("\n\n");
    text.append("- ").append(Figures.coverage(report)).append('\n');
    text.append("- ").append(Figures.findings(report)).append('\n');
    text.append("- ").append(Figures.cost(report)).append('\n');
    for (String omission : report.omissions()) {
      text.append("- ").append(MarkdownText.of(omission)).append('\n');
    }
  }

  private void uncovered() {
    List<PatternRow> rows =
        report.matrix().rows().stream().filter(row -> row.coverage() != Coverage.OBSERVED).toList();
    if (!rows.isEmpty()) {
      blocks.heading("Coverage");
      blocks.list(
          rows,
          MarkdownBlocks.MAX_ROWS,
          row -> row.coverage().label() + ": " + MarkdownText.code(row.name()));
    }
  }

  private void patterns() {
    List<PatternRow> rows = report.matrix().rows();
    if (rows.isEmpty()) {
      return;
    }
    CostSummary cost = report.forecast().cost();
    List<List<Phrase>> cells = new ArrayList<>();
    for (PatternRow row : rows) {
      BigDecimal amount = row.monthlyCost();
      cells.add(
          List.of(
              Phrase.text(row.name()),
              ChangeBlocks.uses(row),
              Phrase.figure(Figures.someUnits(row.readUnits())),
              Phrase.figure(Figures.someUnits(row.writeUnits())),
              Phrase.figure(
                  amount == null || cost == null ? "" : Figures.shortMoney(cost, amount))));
    }
    text.append("\n<details><summary>Access patterns</summary>\n\n");
    blocks.table(
        new Table(
            "Access patterns",
            List.of(
                Column.text("access pattern"),
                Column.text("tables and indexes"),
                Column.number("read units"),
                Column.number("write units"),
                Column.number("a month")),
            cells));
    text.append("\n</details>\n");
  }
}
