package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.render.Block.BlockPrinter;
import dev.monotable.design.render.Block.Table;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.List;
import java.util.function.Function;

/** A printer of blocks as Markdown. Long lists are shortened. */
final class MarkdownBlocks implements BlockPrinter {
  static final int MAX_ROWS = 30;
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
  public void heading(String heading) {
    gap();
    text.append("### ").append(heading).append("\n\n");
  }

  @Override
  public void sentence(String sentence) {
    gap();
    text.append(sentence).append('\n');
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
          String advice = here == null ? finding.type().advice() : Figures.sentence(here);
          String title = MarkdownText.of(Figures.title(finding.type().title()));
          return ("**" + finding.severity() + "** ")
              + ("[" + title + "](" + MarkdownText.link(finding.type().link()) + ") in ")
              + (MarkdownText.code(finding.subject()) + ": ")
              + (MarkdownText.of(Figures.sentence(finding.statement())) + " ")
              + MarkdownText.of(advice)
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
        finding ->
            (finding.severity() + " " + MarkdownText.of(Phrase.of(finding)))
                + (finding.accepted() == null
                    ? ""
                    : ": " + MarkdownText.of(finding.accepted().reason())));
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

  <T> void list(List<T> all, int most, Function<T, String> line) {
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
