package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A printer of blocks as Markdown. Long lists are shortened. */
final class MarkdownBlocks implements BlockPrinter {
  private static final int MAX_ROWS = 30;
  private static final int MAX_FINDINGS = 20;

  private final StringBuilder text;

  MarkdownBlocks(StringBuilder text) {
    this.text = text;
  }

  /** Begins a block after an empty line. */
  private void gap() {
    boolean empty = text.length() > 1 && text.charAt(text.length() - 2) == '\n';
    text.append(empty ? "" : "\n");
  }

  @Override
  public void summary(DesignReport report, boolean ofChanges) {
    text.append("## ").append(MarkdownText.of(report.header().title()));
    text.append(ofChanges ? ": changes\n\n" : "\n\n");
    if (report.verdict() != null) {
      text.append(MarkdownText.of(report.verdict().sentence())).append("\n\n");
    }
    List<String> lines = new ArrayList<>();
    lines.add(Figures.coverage(report));
    lines.add(Figures.findings(report));
    lines.add(Figures.cost(report));
    for (String each : List.of(Figures.expensive(report), Figures.assumption(report))) {
      if (!each.isEmpty()) {
        lines.add(MarkdownText.of(each));
      }
    }
    report.omissions().forEach(omission -> lines.add(MarkdownText.of(omission)));
    list(lines, lines.size(), Function.identity());
  }

  @Override
  public void heading(String heading, String id) {
    gap();
    text.append("### ").append(heading).append("\n\n");
  }

  @Override
  public void sentence(String sentence) {
    gap();
    text.append(sentence).append('\n');
  }

  @Override
  public void note(String note) {
    sentence(note);
  }

  @Override
  public void list(String kind, List<Phrase> lines) {
    list(lines, MAX_ROWS, MarkdownText::of);
  }

  @Override
  public void table(Table table) {
    gap();
    text.append('|');
    table.columns().forEach(each -> text.append((" " + each.name() + " |").replace("  ", " ")));
    text.append("\n|");
    table.columns().forEach(each -> text.append(each.number() ? "---:|" : "---|"));
    text.append('\n');
    for (List<Phrase> row : table.rows().subList(0, Math.min(MAX_ROWS, table.rows().size()))) {
      text.append("| ");
      text.append(String.join(" | ", row.stream().map(MarkdownText::of).toList()));
      text.append(" |\n");
    }
    more(table.rows().size() - MAX_ROWS);
  }

  @Override
  public void findings(List<Finding> findings) {
    list(
        findings,
        MAX_FINDINGS,
        finding -> {
          String here = finding.advice();
          String advice =
              here != null
                  ? Figures.sentence(here)
                  : Figures.isWithheld(finding) ? "" : finding.type().advice();
          Trial trial = finding.trial();
          String title = MarkdownText.of(Figures.title(finding.type().title()));
          return ("**" + finding.severity() + "** ")
              + ("[" + title + "](" + MarkdownText.link(finding.type().link()) + ") in ")
              + (MarkdownText.code(finding.subject()) + ": ")
              + (MarkdownText.of(Figures.sentence(finding.statement())) + " ")
              + MarkdownText.of(advice)
              + (trial == null
                  ? ""
                  : (advice.isEmpty() ? "" : " ") + MarkdownText.of(Figures.sentence(trial.text())))
              + (finding.evidence().isEmpty() ? "" : evidence(finding.evidence().get(0)));
        });
  }

  private static String evidence(Evidence first) {
    String test = first.test();
    return "\n  "
        + MarkdownText.code(first.text())
        + (test == null ? "" : " in " + MarkdownText.code(test));
  }

  @Override
  public void closedFindings(List<Finding> findings) {
    list(
        findings,
        MAX_FINDINGS,
        finding -> {
          Phrase line = Phrase.of(finding);
          AcceptedFinding by = finding.accepted();
          return (finding.severity() + " ")
              + MarkdownText.of(by == null ? line : line.then(": ", Phrase.text(by.reason())));
        });
  }

  @Override
  public void contracts(List<ContractRow> contracts) {
    list(
        contracts,
        MAX_ROWS,
        contract ->
            ("**" + MarkdownText.of(contract.pattern()) + "**: ")
                + MarkdownText.of(contract.statement()));
  }

  @Override
  public void access(List<UnusedAccess> access) {
    if (access.isEmpty()) {
      text.append("- ").append(Figures.ALL_USED).append('\n');
    }
    list(
        access,
        MAX_ROWS,
        unused ->
            (MarkdownText.code(unused.principal()) + ", ")
                + (MarkdownText.of(unused.statement()) + ": ")
                + MarkdownText.of(String.join(", ", unused.actions())));
  }

  @Override
  public void matrix(DesignReport report) {
    List<List<Phrase>> rows = new ArrayList<>();
    CostSummary cost = report.forecast().cost();
    for (PatternRow row : report.matrix().rows()) {
      BigDecimal amount = row.monthlyCost();
      rows.add(
          List.of(
              Phrase.text(row.name()),
              ChangeBlocks.uses(row),
              Phrase.figure(Figures.someUnits(row.readUnits())),
              Phrase.figure(Figures.someUnits(row.writeUnits())),
              Phrase.figure(
                  amount == null || cost == null ? "" : Figures.shortMoney(cost, amount))));
    }
    text.append("\n<details><summary>Access patterns</summary>\n\n");
    table(
        new Table(
            "Access patterns",
            List.of(
                Column.text("access pattern"),
                Column.text("tables and indexes"),
                Column.number("read units"),
                Column.number("write units"),
                Column.number("a month")),
            rows));
    text.append("\n</details>\n");
  }

  private <T> void list(List<T> all, int most, Function<T, String> line) {
    for (T each : all.subList(0, Math.min(most, all.size()))) {
      text.append("- ").append(line.apply(each)).append('\n');
    }
    more(all.size() - most);
  }

  private void more(int omitted) {
    if (omitted > 0) {
      text.append("\n").append(omitted).append(" more are not shown.\n");
    }
  }
}
