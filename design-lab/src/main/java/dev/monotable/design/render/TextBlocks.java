package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.render.Block.BlockPrinter;
import dev.monotable.design.render.Block.Column;
import dev.monotable.design.render.Block.Table;
import dev.monotable.design.render.TerminalText.Style;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.ArrayList;
import java.util.List;

/** A printer of blocks as text for a terminal. */
final class TextBlocks implements BlockPrinter {
  private static final int MAX_EVIDENCE = 3;
  private static final int GAP = 3;

  private final TerminalText text;

  TextBlocks(TerminalText text) {
    this.text = text;
  }

  @Override
  public void heading(String heading) {
    text.heading(heading);
  }

  @Override
  public void sentence(String sentence) {
    text.paragraph(Style.DIM, "  ", sentence);
  }

  @Override
  public void table(Table table) {
    if (!table.isOfNumbers()) {
      table.rows().forEach(row -> list(table, row));
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
  private void list(Table table, List<Phrase> row) {
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
      String reason = each.accepted() == null ? "" : ": " + each.accepted().reason();
      text.paragraph(Style.GREEN, "  · ", each.id() + ", " + each.subject() + reason);
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
}
