package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.render.ReportChanges.AmountChange;
import dev.monotable.design.render.ReportChanges.LimitChange;
import dev.monotable.design.render.ReportChanges.PatternChange;
import dev.monotable.design.render.ReportHistory.OpenFinding;
import dev.monotable.design.report.ContractRow;
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

/** Reports, and what changed between two of them, as Markdown for a pull request. */
public final class ReportMarkdown {
  private static final int MAX_FINDINGS = 20;
  private static final int MAX_ROWS = 30;

  private final StringBuilder text = new StringBuilder();
  private final DesignReport report;

  private ReportMarkdown(DesignReport report) {
    this.report = report;
  }

  /** Returns a short form of a report. */
  public static String of(DesignReport report) {
    ReportMarkdown markdown = new ReportMarkdown(report);
    markdown.header("");
    markdown.uncovered();
    markdown.broken(report.broken());
    List<Finding> open = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      open.addAll(report.open(severity));
    }
    markdown.findings("Findings", open);
    markdown.access();
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
    DesignReport base = ordered.get(ordered.size() - 1);
    ReportMarkdown markdown = new ReportMarkdown(current);
    markdown.header(": changes");
    markdown.changes(base, ReportChanges.between(base, current));
    if (bases.size() > 1) {
      markdown.history(new ReportHistory(bases, current));
    }
    return markdown.text.toString();
  }

  private void changes(DesignReport base, ReportChanges changes) {
    if (changes.isEmpty()) {
      text.append("\nNothing changed.\n");
      return;
    }
    broken(changes.broken());
    findings("New findings", changes.found());
    closed("Findings that are gone", changes.gone());
    closed("Findings that are accepted now", changes.accepted());
    patternChanges(changes.patterns());
    costChanges(changes.costs(), base);
    limitChanges(changes.limits());
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

  private void heading(String heading) {
    text.append("\n### ").append(heading).append("\n\n");
  }

  private void more(int omitted) {
    if (omitted > 0) {
      text.append("\n").append(omitted).append(" more are not shown.\n");
    }
  }

  // ---- a report ----

  private void uncovered() {
    List<PatternRow> rows =
        report.matrix().rows().stream().filter(row -> row.coverage() != Coverage.OBSERVED).toList();
    if (rows.isEmpty()) {
      return;
    }
    heading("Coverage");
    for (PatternRow row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
      text.append("- ").append(row.coverage().label()).append(": ");
      text.append(MarkdownText.code(row.name())).append('\n');
    }
    more(rows.size() - MAX_ROWS);
  }

  private void broken(List<ContractRow> broken) {
    if (broken.isEmpty()) {
      return;
    }
    heading("Broken contracts");
    for (ContractRow contract : broken.subList(0, Math.min(MAX_ROWS, broken.size()))) {
      text.append("- **").append(MarkdownText.of(contract.pattern())).append("**: ");
      text.append(MarkdownText.of(contract.statement())).append('\n');
    }
    more(broken.size() - MAX_ROWS);
  }

  private void access() {
    List<UnusedAccess> access = report.access();
    if (access == null) {
      return;
    }
    heading(Figures.UNUSED);
    if (access.isEmpty()) {
      text.append("- ").append(Figures.ALL_USED).append('\n');
    }
    for (UnusedAccess unused : access.subList(0, Math.min(MAX_ROWS, access.size()))) {
      text.append("- ").append(MarkdownText.code(unused.principal())).append(", ");
      text.append(MarkdownText.of(unused.statement())).append(": ");
      text.append(MarkdownText.of(String.join(", ", unused.actions()))).append('\n');
    }
    more(access.size() - MAX_ROWS);
  }

  private void findings(String heading, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    heading(heading);
    for (Finding finding : findings.subList(0, Math.min(MAX_FINDINGS, findings.size()))) {
      text.append("- **").append(finding.severity()).append("** ");
      text.append('[').append(MarkdownText.of(Figures.title(finding.type().title()))).append("](");
      text.append(MarkdownText.link(finding.type().link())).append(") in ");
      text.append(MarkdownText.code(finding.subject())).append(": ");
      text.append(MarkdownText.of(Figures.sentence(finding.statement()))).append(' ');
      String here = finding.advice();
      String advice = here == null ? finding.type().advice() : Figures.sentence(here);
      text.append(MarkdownText.of(advice)).append('\n');
      if (!finding.evidence().isEmpty()) {
        Evidence first = finding.evidence().get(0);
        text.append("  ").append(MarkdownText.code(first.text()));
        text.append(first.test() == null ? "" : " in " + MarkdownText.code(first.test()));
        text.append('\n');
      }
    }
    more(findings.size() - MAX_FINDINGS);
  }

  private void patterns() {
    List<PatternRow> rows = report.matrix().rows();
    if (rows.isEmpty()) {
      return;
    }
    text.append("\n<details><summary>Access patterns</summary>\n\n");
    text.append("| access pattern | tables and indexes | read units | write units | a month |\n");
    text.append("|---|---|---:|---:|---:|\n");
    for (PatternRow row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
      text.append("| ").append(MarkdownText.of(row.name())).append(" | ").append(uses(row));
      text.append(" | ").append(units(row.readUnits()));
      text.append(" | ").append(units(row.writeUnits()));
      text.append(" | ").append(money(row.monthlyCost(), "")).append(" |\n");
    }
    more(rows.size() - MAX_ROWS);
    text.append("\n</details>\n");
  }

  private static String uses(PatternRow row) {
    List<String> uses = new ArrayList<>();
    for (PatternCell cell : row.cells()) {
      uses.add(
          (cell.actions().isEmpty()
                  ? "maintains"
                  : MarkdownText.of(String.join(", ", cell.actions())))
              + " "
              + MarkdownText.code(cell.target()));
    }
    return String.join(", ", uses);
  }

  private static String units(double units) {
    return units == 0 ? "" : Figures.units(units);
  }

  private String money(@Nullable BigDecimal amount, String missing) {
    CostSummary cost = report.forecast().cost();
    return amount == null || cost == null ? missing : Figures.shortMoney(cost, amount);
  }

  // ---- changes ----

  private void closed(String heading, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    heading(heading);
    for (Finding finding : findings.subList(0, Math.min(MAX_FINDINGS, findings.size()))) {
      text.append("- ").append(finding.severity()).append(' ');
      text.append(MarkdownText.of(Figures.title(finding.type().title()))).append(" in ");
      text.append(MarkdownText.code(finding.subject()));
      if (finding.accepted() != null) {
        text.append(": ").append(MarkdownText.of(finding.accepted().reason()));
      }
      text.append('\n');
    }
    more(findings.size() - MAX_FINDINGS);
  }

  private void patternChanges(List<PatternChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    heading("Access patterns");
    text.append("| access pattern | change | read units | write units |\n|---|---|---:|---:|\n");
    for (PatternChange change : changes.subList(0, Math.min(MAX_ROWS, changes.size()))) {
      PatternRow before = change.before();
      PatternRow after = change.after();
      PatternRow either = after == null ? before : after;
      if (either == null) {
        continue;
      }
      text.append("| ").append(MarkdownText.of(either.name())).append(" | ");
      text.append(describe(before, after)).append(" | ");
      text.append(
          change(
              before == null ? null : units(before.readUnits()),
              after == null ? null : units(after.readUnits())));
      text.append(" | ");
      text.append(
          change(
              before == null ? null : units(before.writeUnits()),
              after == null ? null : units(after.writeUnits())));
      text.append(" |\n");
    }
    more(changes.size() - MAX_ROWS);
  }

  private static String describe(@Nullable PatternRow before, @Nullable PatternRow after) {
    if (after == null) {
      return "removed";
    }
    if (before == null) {
      return "new, " + after.coverage().label() + ": " + uses(after);
    }
    List<String> parts = new ArrayList<>();
    if (before.coverage() != after.coverage()) {
      parts.add(before.coverage().label() + " → " + after.coverage().label());
    }
    if (!uses(before).equals(uses(after))) {
      parts.add(uses(before) + " → " + uses(after));
    }
    return parts.isEmpty() ? "units" : String.join("; ", parts);
  }

  private static String change(@Nullable String before, @Nullable String after) {
    String old = before == null ? "" : before;
    String now = after == null ? "" : after;
    if (old.equals(now) || before == null) {
      return now;
    }
    return (old.isEmpty() ? "0" : old) + " → " + (now.isEmpty() ? "0" : now);
  }

  private void costChanges(List<AmountChange> changes, DesignReport base) {
    if (changes.isEmpty()) {
      return;
    }
    heading("Cost of a month");
    text.append("| | before | after |\n|---|---:|---:|\n");
    for (AmountChange change : changes.subList(0, Math.min(MAX_ROWS, changes.size()))) {
      text.append("| ").append(MarkdownText.of(change.name()));
      text.append(" | ").append(money(change.before(), "–"));
      text.append(" | ").append(money(change.after(), "–")).append(" |\n");
    }
    more(changes.size() - MAX_ROWS);
    CostSummary before = base.forecast().cost();
    CostSummary after = report.forecast().cost();
    if (before != null
        && after != null
        && !(before.region() + before.priceDate()).equals(after.region() + after.priceDate())) {
      text.append("\nThe prices differ: ").append(before.region()).append(" on ");
      text.append(before.priceDate()).append(", then ").append(after.region()).append(" on ");
      text.append(after.priceDate()).append(".\n");
    }
  }

  private void limitChanges(List<LimitChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    heading("Capacity");
    text.append("| table or index | throttles above, before | after | hottest key value |\n");
    text.append("|---|---:|---:|---|\n");
    for (LimitChange change : changes.subList(0, Math.min(MAX_ROWS, changes.size()))) {
      HeatSummary before = change.before();
      HeatSummary after = change.after();
      HeatSummary either = after == null ? before : after;
      if (either != null) {
        text.append("| ").append(MarkdownText.code(either.target()));
        text.append(" | ").append(limit(before)).append(" | ").append(limit(after));
        text.append(" | ").append(MarkdownText.code(either.atStart().key())).append(" |\n");
      }
    }
    more(changes.size() - MAX_ROWS);
    text.append(
        "\nLimits are multiples of the average traffic, with the partitions of the start.\n");
  }

  private void history(ReportHistory history) {
    heading("History");
    text.append(history.intro()).append("\n\n| ");
    text.append(String.join(" | ", ReportHistory.NAMES)).append(" |\n|---|");
    text.append("---:|".repeat(ReportHistory.NAMES.size() - 1)).append('\n');
    for (List<String> row : history.figures()) {
      text.append("| ");
      text.append(String.join(" | ", row.stream().map(MarkdownText::of).toList()));
      text.append(" |\n");
    }
    List<OpenFinding> open = history.open();
    if (open.isEmpty()) {
      return;
    }
    text.append("\n| Finding | Open since | Reports |\n|---|---:|---:|\n");
    for (OpenFinding each : open.subList(0, Math.min(MAX_ROWS, open.size()))) {
      text.append("| ").append(MarkdownText.of(Figures.title(each.finding().type().title())));
      text.append(" in ").append(MarkdownText.code(each.finding().subject()));
      text.append(" | ").append(MarkdownText.of(each.since()));
      text.append(" | ").append(each.reports()).append(" |\n");
    }
    more(open.size() - MAX_ROWS);
  }

  private static String limit(@Nullable HeatSummary heat) {
    return heat == null ? "–" : Figures.times(heat.atStart().factor());
  }
}
