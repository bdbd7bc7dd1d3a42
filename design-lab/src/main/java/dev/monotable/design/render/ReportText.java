package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.render.ReportChanges.AmountChange;
import dev.monotable.design.render.ReportChanges.LimitChange;
import dev.monotable.design.render.ReportChanges.PatternChange;
import dev.monotable.design.render.ReportHistory.OpenFinding;
import dev.monotable.design.render.TerminalText.Style;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.CostBill;
import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports as text for a terminal. */
public final class ReportText {
  private static final int MAX_EVIDENCE = 3;
  private static final int DATE = 18;
  private static final int GAP = 3;
  private static final int MAX_SHARES = 6;
  private static final int NUMBER = 9;
  private static final int MONEY = 13;
  private static final int RATE = 10;
  private static final int TIMES = 14;

  private final DesignReport report;
  private final TerminalText text;

  private ReportText(DesignReport report, TerminalText text) {
    this.report = report;
    this.text = text;
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
    made.access();
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
    made.changes(ReportChanges.between(ordered.get(ordered.size() - 1), current));
    if (bases.size() > 1) {
      made.history(new ReportHistory(bases, current));
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
    for (ContractRow contract : report.broken()) {
      text.add(Style.RED, "BROKEN ").add(Style.BOLD, contract.pattern()).end();
      text.paragraph(Style.PLAIN, "  ", contract.statement());
      evidence(contract.evidence());
    }
  }

  private void findings() {
    List<Finding> accepted = new ArrayList<>();
    boolean any = false;
    for (Finding finding : report.findings()) {
      if (finding.accepted() != null) {
        accepted.add(finding);
        continue;
      }
      if (!any) {
        text.heading("Findings");
        any = true;
      }
      finding(finding);
    }
    if (!accepted.isEmpty()) {
      text.heading("Accepted findings");
      accepted.forEach(this::accepted);
    }
  }

  private void access() {
    List<UnusedAccess> access = report.access();
    if (access == null) {
      return;
    }
    text.heading(Figures.UNUSED);
    if (access.isEmpty()) {
      text.paragraph(Style.PLAIN, "  ", Figures.ALL_USED);
    }
    for (UnusedAccess unused : access) {
      text.paragraph(Style.BLUE, "  ", unused.principal() + ", " + unused.statement());
      text.paragraph(Style.PLAIN, "    ", String.join(", ", unused.actions()));
    }
  }

  private void accepted(Finding finding) {
    AcceptedFinding by = finding.accepted();
    String reason = by == null ? "" : by.reason();
    text.paragraph(Style.DIM, "  ", finding.id() + ", " + finding.subject() + ": " + reason);
  }

  private void finding(Finding finding) {
    text.add(style(finding.severity()), finding.severity().name())
        .add(" ")
        .add(Style.BOLD, Figures.title(finding.type().title()))
        .add(Style.DIM, " (" + finding.id() + ")")
        .end();
    text.paragraph(Style.BLUE, "  ", finding.subject());
    text.paragraph(Style.PLAIN, "  ", Figures.sentence(finding.statement()));
    if (finding.advice() != null) {
      text.paragraph(Style.PLAIN, "  ", Figures.sentence(finding.advice()));
    }
    evidence(finding.evidence());
    text.paragraph(Style.PLAIN, "  On AWS: ", finding.type().onAws());
    text.paragraph(Style.PLAIN, "  Advice: ", finding.type().advice());
    text.paragraph(Style.DIM, "  ", finding.type().link());
    text.end();
  }

  private void evidence(List<Evidence> evidence) {
    for (Evidence each : evidence.subList(0, Math.min(MAX_EVIDENCE, evidence.size()))) {
      text.paragraph(
          Style.DIM,
          "    · ",
          each.test() == null ? each.text() : each.test() + ": " + each.text());
    }
    if (evidence.size() > MAX_EVIDENCE) {
      text.paragraph(Style.DIM, "    · ", (evidence.size() - MAX_EVIDENCE) + " more");
    }
  }

  private static Style style(Severity severity) {
    return switch (severity) {
      case ERROR -> Style.RED;
      case WARNING -> Style.YELLOW;
      case ADVICE -> Style.BLUE;
    };
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

  // ---- changes ----

  private void changes(ReportChanges changes) {
    if (changes.isEmpty()) {
      text.heading("Nothing changed");
      return;
    }
    for (ContractRow contract : changes.broken()) {
      text.heading("Broken contract: " + contract.pattern());
      text.paragraph(Style.PLAIN, "  ", contract.statement());
      evidence(contract.evidence());
    }
    if (!changes.found().isEmpty()) {
      text.heading("New findings");
      changes.found().forEach(this::finding);
    }
    closed("Findings that are gone", changes.gone());
    closed("Findings that are accepted now", changes.accepted());
    patternChanges(changes.patterns());
    costChanges(changes.costs());
    limitChanges(changes.limits());
  }

  private void closed(String heading, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    text.heading(heading);
    for (Finding each : findings) {
      String reason = each.accepted() == null ? "" : ": " + each.accepted().reason();
      text.paragraph(Style.GREEN, "  · ", each.id() + ", " + each.subject() + reason);
    }
  }

  private void patternChanges(List<PatternChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    text.heading("Access patterns");
    for (PatternChange change : changes) {
      PatternRow before = change.before();
      PatternRow after = change.after();
      String line = before == null ? "new" : "before " + describe(before);
      line += after == null ? ", removed" : ", now " + describe(after);
      PatternRow either = after == null ? before : after;
      text.paragraph(Style.PLAIN, "  · ", (either == null ? "" : either.name()) + ": " + line);
    }
  }

  private static String describe(PatternRow row) {
    return row.coverage().label()
        + " with "
        + Figures.units(row.readUnits())
        + " read and "
        + Figures.units(row.writeUnits())
        + " write units";
  }

  private void costChanges(List<AmountChange> changes) {
    CostSummary cost = report.forecast().cost();
    if (changes.isEmpty() || cost == null) {
      return;
    }
    text.heading("Cost of a month");
    for (AmountChange change : changes) {
      text.paragraph(
          Style.PLAIN,
          "  · ",
          change.name()
              + ": "
              + (change.before() == null ? "–" : cost.money(change.before()))
              + " before, "
              + (change.after() == null ? "–" : cost.money(change.after()))
              + " now");
    }
  }

  private void limitChanges(List<LimitChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    text.heading("Capacity");
    for (LimitChange change : changes) {
      HeatSummary before = change.before();
      HeatSummary after = change.after();
      HeatSummary either = after == null ? before : after;
      text.paragraph(
          Style.PLAIN,
          "  · ",
          (either == null ? "" : either.target())
              + " throttles above "
              + (before == null ? "–" : Figures.times(before.atStart().factor()))
              + " before, "
              + (after == null ? "–" : Figures.times(after.atStart().factor()))
              + " now");
    }
  }

  private void history(ReportHistory history) {
    text.heading("History");
    row(ReportHistory.NAMES);
    history.figures().forEach(this::row);
    if (!history.open().isEmpty()) {
      text.heading("Open findings");
    }
    for (OpenFinding each : history.open()) {
      text.paragraph(
          Style.PLAIN,
          "  · ",
          each.finding().id()
              + ", "
              + each.finding().subject()
              + ": since "
              + each.since()
              + ", in "
              + Figures.count(each.reports(), "report"));
    }
  }

  private void row(List<String> figures) {
    text.add(TerminalText.fit("  " + figures.get(0), DATE));
    for (int i = 1; i < figures.size(); i++) {
      int width = ReportHistory.NAMES.get(i).length() + GAP;
      text.add(TerminalText.right(figures.get(i), width));
    }
    text.end();
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
