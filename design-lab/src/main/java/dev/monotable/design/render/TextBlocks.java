package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.render.TerminalText.Style;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import java.util.ArrayList;
import java.util.List;

/** A printer of blocks as text for a terminal. */
final class TextBlocks implements BlockPrinter {
  private static final int MAX_EVIDENCE = 3;
  private static final int GAP = 3;

  // Columns
  private static final int NUMBER = 9;
  private static final int MONEY = 13;
  private static final int RATE = 10;
  private static final int TIMES = 14;

  private final TerminalText text;

  TextBlocks(TerminalText text) {
    this.text = text;
  }

  @Override
  public void summary(DesignReport report, boolean ofChanges) {
    text.add(Style.BOLD, report.header().title()).end();
    if (report.header().description() != null) {
      text.paragraph(Style.DIM, "", report.header().description());
    }
    if (report.verdict() != null) {
      text.paragraph(Style.BOLD, "", report.verdict().sentence());
    }
    text.end();
    text.paragraph(Style.PLAIN, "  ", Figures.coverage(report));
    text.paragraph(Style.PLAIN, "  ", Figures.findings(report));
    text.paragraph(Style.PLAIN, "  ", Figures.cost(report));
    for (String each : List.of(Figures.expensive(report), Figures.assumption(report))) {
      if (!each.isEmpty()) {
        text.paragraph(Style.PLAIN, "  ", each);
      }
    }
    text.paragraph(Style.PLAIN, "  ", Figures.observed(report.header().observed()));
    report.omissions().forEach(omission -> text.paragraph(Style.YELLOW, "  ", omission));
  }

  @Override
  public void heading(String heading, String id) {
    text.heading(heading);
  }

  @Override
  public void sentence(String sentence) {
    text.paragraph(Style.DIM, "  ", sentence);
  }

  @Override
  public void note(String note) {
    text.paragraph(Style.DIM, "", note);
  }

  @Override
  public void remark(String remark) {
    text.end();
    note(remark);
  }

  @Override
  public void missing(String missing) {
    text.paragraph(Style.YELLOW, "    ", missing);
  }

  @Override
  public void list(String kind, List<Phrase> lines) {
    lines.forEach(line -> text.paragraph(Style.PLAIN, "  · ", line.toString()));
  }

  @Override
  public void table(Table table) {
    if (!table.isOfNumbers()) {
      table.rows().forEach(row -> row(table, row));
      return;
    }
    List<Integer> widths = new ArrayList<>();
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.columns().stream().map(Column::name).toList());
    table.rows().forEach(row -> lines.add(row.stream().map(Phrase::toString).toList()));
    int others = 0;
    for (int i = 0; i < table.columns().size(); i++) {
      int at = i;
      int longest = lines.stream().mapToInt(l -> TerminalText.length(l.get(at))).max().orElse(0);
      widths.add(longest + (i == 0 ? 2 : GAP));
      others += i == 0 ? 0 : widths.get(i);
    }
    int first = Math.max(12, Math.min(widths.get(0), text.width() - others));
    for (List<String> line : lines) {
      text.add(TerminalText.fit("  " + line.get(0), first));
      for (int i = 1; i < line.size(); i++) {
        text.add(TerminalText.right(line.get(i), widths.get(i)));
      }
      text.end();
    }
  }

  /** Adds a row with long texts as a paragraph. */
  private void row(Table table, List<Phrase> row) {
    List<String> cells = new ArrayList<>();
    for (int i = 1; i < row.size(); i++) {
      if (!row.get(i).toString().isEmpty()) {
        Column column = table.columns().get(i);
        boolean alone = i == 1 && !column.number(); // what is said of the first column
        cells.add((alone ? "" : column.name() + " ") + row.get(i));
      }
    }
    text.paragraph(Style.PLAIN, "  · ", row.get(0) + ": " + String.join(", ", cells));
  }

  @Override
  public void findings(List<Finding> findings) {
    findings.forEach(this::finding);
  }

  @Override
  public void closedFindings(List<Finding> findings) {
    for (Finding each : findings) {
      String subject = each.id() + ", " + each.subject();
      text.paragraph(Style.GREEN, "  · ", subject + Figures.reason(each));
    }
  }

  @Override
  public void contracts(List<ContractRow> contracts) {
    for (ContractRow contract : contracts) {
      text.add(Style.RED, "BROKEN ").add(Style.BOLD, contract.pattern()).end();
      text.paragraph(Style.PLAIN, "  ", contract.statement());
      evidence(contract.evidence());
    }
  }

  @Override
  public void access(List<UnusedAccess> access) {
    if (access.isEmpty()) {
      text.paragraph(Style.PLAIN, "  ", Figures.ALL_USED);
    }
    for (UnusedAccess unused : access) {
      text.paragraph(Style.BLUE, "  ", unused.principal() + ", " + unused.statement());
      text.paragraph(Style.PLAIN, "    ", String.join(", ", unused.actions()));
    }
  }

  @Override
  public void bars(Bars bars) {
    text.add("  ").add(TerminalText.fit(bars.caption(), 34));
    text.add(Style.BOLD, TerminalText.right(bars.total(), MONEY)).end();
    for (Bar row : bars.rows()) {
      text.add("    ").add(TerminalText.fit(row.name(), 32));
      text.add(TerminalText.right(row.amount(), MONEY)).end();
    }
  }

  // ---- access patterns and heat ----

  @Override
  public void matrix(DesignReport report) {
    List<PatternRow> rows = report.matrix().rows();
    int longest = rows.stream().mapToInt(row -> TerminalText.length(row.name())).max().orElse(0);
    int left = text.width() - 2 * NUMBER - MONEY - 2;
    int name = Math.max(12, Math.min(longest + 2, left * 3 / 5));
    int uses = Math.max(10, left - name);
    text.end().add(Style.BOLD, TerminalText.fit("Access patterns", name + 2));
    text.add(Style.BOLD, TerminalText.fit("Table or index", uses));
    numbers(Style.BOLD, "reads", "writes", "a month");
    for (PatternRow row : rows) {
      row(row, name - 1, uses, Figures.monthly(report, row));
    }
  }

  private void row(PatternRow row, int nameWidth, int usesWidth, String cost) {
    boolean first = true;
    PatternCell none = new PatternCell("", List.of(), 0, 0, 0);
    for (PatternCell cell : row.cells().isEmpty() ? List.of(none) : row.cells()) {
      if (first) {
        mark(row.coverage());
      }
      text.add(first ? " " : "  ");
      text.add(TerminalText.fit(first ? row.name() : "", nameWidth)).add(" ");
      boolean direct = !cell.actions().isEmpty();
      String actions = direct ? String.join(", ", cell.actions()) : "maintains";
      String use = !direct && cell.target().isEmpty() ? "" : actions + " " + cell.target();
      text.add(direct ? Style.PLAIN : Style.DIM, TerminalText.fit(use, usesWidth));
      numbers(
          Style.PLAIN,
          Figures.someUnits(cell.readUnits()),
          Figures.someUnits(cell.writeUnits()),
          first ? cost : "");
      first = false;
    }
  }

  private void numbers(Style style, String reads, String writes, String cost) {
    text.add(style, TerminalText.right(reads, NUMBER));
    text.add(style, TerminalText.right(writes, NUMBER));
    text.add(style, TerminalText.right(cost, MONEY)).end();
  }

  private void mark(Coverage coverage) {
    switch (coverage) {
      case OBSERVED -> text.add(Style.GREEN, "✓");
      case PARTLY_OBSERVED -> text.add(Style.YELLOW, "~");
      case NOT_OBSERVED -> text.add(Style.RED, "✗");
      case UNDECLARED -> text.add(Style.YELLOW, "?");
    }
  }

  @Override
  public void heat(DesignReport report) {
    text.end();
    heat(
        Style.BOLD,
        "Heat of partitions, units a second",
        List.of("reads", "writes", "throttles", "after splits"));
    for (HeatSummary heat : report.forecast().heat()) {
      double average = heat.atStart().factor();
      heat(
          Style.PLAIN,
          "  " + heat.target(),
          List.of(
              Figures.units(heat.atStart().readUnits() / average),
              Figures.units(heat.atStart().writeUnits() / average),
              Figures.times(average),
              Figures.times(heat.settled().factor())));
    }
  }

  private void heat(Style style, String name, List<String> figures) {
    text.add(style, TerminalText.fit(name, Math.max(12, text.width() - 2 * RATE - 2 * TIMES)));
    for (int i = 0; i < figures.size(); i++) {
      text.add(style, TerminalText.right(figures.get(i), i < 2 ? RATE : TIMES));
    }
    text.end();
  }

  // ---- findings ----

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
    if (finding.trial() != null) {
      text.paragraph(Style.PLAIN, "  ", Figures.sentence(finding.trial().text()));
    }
    evidence(finding.evidence());
    text.paragraph(Style.PLAIN, "  On AWS: ", finding.type().onAws());
    if (!Figures.isWithheld(finding)) {
      text.paragraph(Style.PLAIN, "  Advice: ", finding.type().advice());
    }
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
}
