package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.render.TerminalText.Style;
import dev.monotable.design.report.CostBill;
import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports as text for a terminal. */
public final class ReportText {
  private static final int MAX_SHARES = 6;
  private static final int NUMBER = 9;
  private static final int MONEY = 13;
  private static final int RATE = 10;
  private static final int TIMES = 14;

  private final DesignReport report;
  private final TerminalText text;
  private final TextBlocks blocks;

  private ReportText(DesignReport report, TerminalText text) {
    this.report = report;
    this.text = text;
    this.blocks = new TextBlocks(text);
  }

  /**
   * Returns a report as text.
   *
   * @param width the number of columns; lines are not longer, except for words that are
   * @param color whether to use colors
   */
  public static String of(DesignReport report, int width, boolean color) {
    ReportText made = new ReportText(report, new TerminalText(width, color));
    made.header();
    made.patterns();
    made.contracts();
    made.findings();
    if (report.access() != null) {
      made.text.heading(Figures.UNUSED);
      made.blocks.access(report.access());
    }
    made.cost();
    made.heat();
    made.notes();
    return made.text.toString();
  }

  /**
   * Returns what changed in a report since an earlier one, as text.
   *
   * @param width the number of columns
   * @param color whether to use colors
   */
  public static String ofChanges(
      DesignReport base, DesignReport current, int width, boolean color) {
    return ofChanges(List.of(base), current, width, color);
  }

  /**
   * Returns what changed in a report since the newest of earlier ones, and their history if there
   * are several, as text.
   *
   * @param bases at least one
   * @param width the number of columns
   * @param color whether to use colors
   */
  public static String ofChanges(
      List<DesignReport> bases, DesignReport current, int width, boolean color) {
    List<DesignReport> ordered = ReportHistory.ordered(bases);
    ReportText made = new ReportText(current, new TerminalText(width, color));
    made.header();
    made.text.heading("Changes");
    made.blocks.print(ChangeBlocks.changes(ordered.get(ordered.size() - 1), current));
    if (bases.size() > 1) {
      made.text.heading("History");
      made.blocks.print(ChangeBlocks.history(new ReportHistory(bases, current)));
    }
    return made.text.toString();
  }

  private void header() {
    text.add(Style.BOLD, report.header().title()).end();
    if (report.header().description() != null) {
      text.paragraph(Style.DIM, "", report.header().description());
    }
    text.end();
    text.paragraph(Style.PLAIN, "  ", Figures.coverage(report));
    text.paragraph(Style.PLAIN, "  ", Figures.findings(report));
    text.paragraph(Style.PLAIN, "  ", Figures.cost(report));
    text.paragraph(Style.PLAIN, "  ", Figures.observed(report.header().observed()));
    for (String omission : report.omissions()) {
      text.paragraph(Style.YELLOW, "  ", omission);
    }
  }

  // ---- access patterns ----

  private void patterns() {
    if (report.matrix().rows().isEmpty()) {
      return;
    }
    int left = text.width() - 2 * NUMBER - MONEY - 2;
    int name = Math.max(12, Math.min(longestName() + 2, left * 3 / 5));
    int uses = Math.max(10, left - name);
    text.end()
        .add(Style.BOLD, TerminalText.fit("Access patterns", name + 2))
        .add(Style.BOLD, TerminalText.fit("Table or index", uses))
        .add(Style.BOLD, TerminalText.right("reads", NUMBER))
        .add(Style.BOLD, TerminalText.right("writes", NUMBER))
        .add(Style.BOLD, TerminalText.right("a month", MONEY))
        .end();
    for (PatternRow row : report.matrix().rows()) {
      row(row, name, uses);
    }
    text.paragraph(
        Style.DIM,
        "",
        "Units of one use of a pattern. ✓ observed, ~ partly observed, ✗ not observed, ?"
            + " undeclared");
  }

  private int longestName() {
    return report.matrix().rows().stream()
        .mapToInt(row -> TerminalText.length(row.name()))
        .max()
        .orElse(0);
  }

  private void row(PatternRow row, int nameWidth, int usesWidth) {
    List<PatternCell> cells = new ArrayList<>(row.cells());
    if (cells.isEmpty()) {
      cells.add(new PatternCell("", List.of(), 0, 0, 0));
    }
    String cost = "";
    CostSummary prices = report.forecast().cost();
    if (prices != null && row.monthlyCost() != null && row.monthlyCost().signum() > 0) {
      cost = Figures.shortMoney(prices, row.monthlyCost());
    }
    boolean first = true;
    for (PatternCell cell : cells) {
      mark(first ? row.coverage() : null);
      text.add(TerminalText.fit(first ? row.name() : "", nameWidth - 1)).add(" ");
      String actions =
          cell.actions().isEmpty()
              ? (cell.target().isEmpty() ? "" : "maintains ")
              : String.join(", ", cell.actions()) + " ";
      text.add(
          cell.actions().isEmpty() ? Style.DIM : Style.PLAIN,
          TerminalText.fit(actions + cell.target(), usesWidth));
      text.add(TerminalText.right(cell.readUnits() > 0 ? Figures.units(cell.readUnits()) : "", 9))
          .add(
              TerminalText.right(
                  cell.writeUnits() > 0 ? Figures.units(cell.writeUnits()) : "", NUMBER))
          .add(TerminalText.right(first ? cost : "", MONEY))
          .end();
      first = false;
    }
  }

  private void mark(@Nullable Coverage coverage) {
    if (coverage == null) {
      text.add("  ");
      return;
    }
    switch (coverage) {
      case OBSERVED -> text.add(Style.GREEN, "✓");
      case PARTLY_OBSERVED -> text.add(Style.YELLOW, "~");
      case NOT_OBSERVED -> text.add(Style.RED, "✗");
      case UNDECLARED -> text.add(Style.YELLOW, "?");
    }
    text.add(" ");
  }

  // ---- contracts and findings ----

  private void contracts() {
    if (report.contracts().isEmpty()) {
      return;
    }
    int broken = report.broken().size();
    text.heading(
        "Contracts: " + (report.contracts().size() - broken) + " kept, " + broken + " broken");
    blocks.contracts(report.broken());
  }

  private void findings() {
    List<Finding> open = new ArrayList<>(report.findings());
    open.removeIf(finding -> finding.accepted() != null);
    List<Finding> accepted = new ArrayList<>(report.findings());
    accepted.removeIf(finding -> finding.accepted() == null);
    if (!open.isEmpty()) {
      text.heading("Findings");
      blocks.findings(open);
    }
    if (!accepted.isEmpty()) {
      text.heading("Accepted findings");
      accepted.forEach(this::accepted);
    }
  }

  private void accepted(Finding finding) {
    AcceptedFinding by = finding.accepted();
    String reason = by == null ? "" : by.reason();
    text.paragraph(Style.DIM, "  ", finding.id() + ", " + finding.subject() + ": " + reason);
  }

  // ---- cost and heat ----

  private void cost() {
    CostSummary cost = report.forecast().cost();
    if (cost == null) {
      return;
    }
    text.heading("Cost of a month");
    bill("On demand", cost, cost.onDemand());
    bill("Provisioned", cost, cost.provisioned());
    cost.statements().forEach(statement -> text.paragraph(Style.PLAIN, "  · ", statement));
    text.paragraph(
        Style.DIM,
        "  ",
        "Prices of " + cost.region() + " on " + cost.priceDate() + ", " + cost.hours() + " hours");
  }

  private void bill(String name, CostSummary cost, CostBill bill) {
    text.add("  ")
        .add(TerminalText.fit(name, 34))
        .add(Style.BOLD, TerminalText.right(cost.money(bill.total()), MONEY))
        .end();
    int shown = 0;
    BigDecimal rest = BigDecimal.ZERO;
    for (CostShare share : bill.items()) {
      if (shown < MAX_SHARES && share.amount().signum() != 0) {
        share(share.name(), cost.money(share.amount()));
        shown++;
      } else {
        rest = rest.add(share.amount());
      }
    }
    if (rest.signum() != 0) {
      share("Other", cost.money(rest));
    }
    bill.missing().forEach(note -> text.paragraph(Style.YELLOW, "    ", note));
  }

  private void share(String name, String amount) {
    text.add("    ").add(TerminalText.fit(name, 32)).add(TerminalText.right(amount, MONEY)).end();
  }

  private void heat() {
    if (report.forecast().heat().isEmpty()) {
      return;
    }
    int name = Math.max(12, text.width() - 2 * RATE - 2 * TIMES);
    text.end()
        .add(Style.BOLD, TerminalText.fit("Heat of partitions, units a second", name))
        .add(Style.BOLD, TerminalText.right("reads", RATE))
        .add(Style.BOLD, TerminalText.right("writes", RATE))
        .add(Style.BOLD, TerminalText.right("throttles", TIMES))
        .add(Style.BOLD, TerminalText.right("after splits", TIMES))
        .end();
    for (HeatSummary heat : report.forecast().heat()) {
      double average = heat.atStart().factor();
      text.add(TerminalText.fit("  " + heat.target(), name))
          .add(TerminalText.right(Figures.units(heat.atStart().readUnits() / average), RATE))
          .add(TerminalText.right(Figures.units(heat.atStart().writeUnits() / average), RATE))
          .add(TerminalText.right(Figures.times(average), TIMES))
          .add(TerminalText.right(Figures.times(heat.settled().factor()), TIMES))
          .end();
    }
    for (HeatSummary heat : report.forecast().heat()) {
      if (heat.atStart().factor() < Figures.AMPLE || heat.isThrottled()) {
        heat.statements().forEach(statement -> text.paragraph(Style.PLAIN, "  · ", statement));
      }
    }
    text.paragraph(Style.DIM, "", "“6 ×” means that six times this traffic is throttled.");
  }

  private void notes() {
    if (!report.forecast().notes().isEmpty()) {
      text.heading("Notes");
      report.forecast().notes().forEach(note -> text.paragraph(Style.PLAIN, "  · ", note));
    }
    int assumptions = report.forecast().assumptions().size();
    if (assumptions > 0) {
      text.end()
          .paragraph(
              Style.DIM,
              "",
              "Cost and heat rest on "
                  + Figures.count(assumptions, "assumption")
                  + ", which the reports in HTML and JSON list with their sources.");
    }
  }
}
