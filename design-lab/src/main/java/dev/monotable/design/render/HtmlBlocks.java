package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.render.Block.BlockPrinter;
import dev.monotable.design.render.Block.Column;
import dev.monotable.design.render.Block.Table;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.List;

/** Prints blocks into the page of a report. */
final class HtmlBlocks implements BlockPrinter {
  private final HtmlWriter html;

  /** The last heading, which a table of the same name does not repeat. */
  private String heading = "";

  HtmlBlocks(HtmlWriter html) {
    this.html = html;
  }

  /**
   * Adds a section with blocks.
   *
   * @param id the element of the section
   * @param intro a sentence before the blocks; empty for none
   */
  static void section(HtmlWriter html, String id, String title, String intro, List<Block> blocks) {
    html.open("section", "id", id, "aria-labelledby", id + "-title");
    html.element("h2", title, "id", id + "-title");
    if (!intro.isEmpty()) {
      html.element("p", intro, "class", "intro");
    }
    new HtmlBlocks(html).print(blocks);
    html.end();
  }

  @Override
  public void heading(String text) {
    heading = text;
    html.element("h3", text);
  }

  @Override
  public void sentence(String text) {
    html.element("p", text, "class", "intro");
  }

  @Override
  public void table(Table table) {
    html.scrolled(table.caption());
    html.open("table", "class", "changed");
    html.element(
        "caption", table.caption(), "class", table.caption().equals(heading) ? "hidden" : "title");
    html.open("thead").open("tr");
    for (Column column : table.columns()) {
      html.element(
          "th",
          Figures.title(column.name()),
          "scope",
          "col",
          "class",
          column.number() ? "number" : "name");
    }
    html.close().close().open("tbody");
    for (List<Phrase> row : table.rows()) {
      html.open("tr").open("th", "scope", "row").open("bdi");
      phrase(row.get(0));
      html.close().close();
      for (int i = 1; i < row.size(); i++) {
        html.open("td", "class", table.columns().get(i).number() ? "number" : "text");
        phrase(row.get(i));
        html.close();
      }
      html.end();
    }
    html.close().close().end();
  }

  private void phrase(Phrase phrase) {
    for (Phrase.Part part : phrase.parts()) {
      if (part.kind() == Phrase.Kind.CODE) {
        html.element("code", part.text());
      } else {
        html.text(part.text());
      }
    }
  }

  @Override
  public void findings(List<Finding> findings) {
    findings("new", findings);
  }

  @Override
  public void closedFindings(List<Finding> findings) {
    findings("gone", findings);
  }

  private void findings(String kind, List<Finding> findings) {
    html.open("ul", "class", "changed " + kind);
    for (Finding finding : findings) {
      String severity = FindingLinks.word(finding.severity());
      html.open("li").element("span", severity, "class", "severity " + severity).text(" ");
      phrase(Phrase.of(finding));
      html.element("p", Figures.sentence(finding.statement()));
      if (finding.accepted() != null) {
        html.element("p", "Accepted: " + Figures.sentence(finding.accepted().reason()));
      }
      html.close();
    }
    html.end();
  }

  @Override
  public void contracts(List<ContractRow> contracts) {
    html.open("ul", "class", "contracts");
    for (ContractRow contract : contracts) {
      String kept = contract.kept() ? "kept" : "broken";
      html.open("li", "class", kept);
      html.element("span", kept, "class", "severity " + (contract.kept() ? kept : "error"));
      html.text(" ").element("b", contract.pattern());
      test(contract.test());
      html.element("p", contract.statement());
      evidence(html, contract.evidence());
      html.close();
    }
    html.end();
  }

  private void test(@org.jspecify.annotations.Nullable String name) {
    if (name != null) {
      html.text(" ").element("span", name, "class", "test");
    }
  }

  @Override
  public void access(List<UnusedAccess> access) {
    if (access.isEmpty()) {
      sentence(Figures.ALL_USED);
      return;
    }
    html.open("ul", "class", "contracts");
    for (UnusedAccess unused : access) {
      html.open("li").element("b", unused.principal());
      html.text(", ").element("span", unused.statement(), "class", "test");
      html.element("p", String.join(", ", unused.actions())).close();
    }
    html.end();
  }

  /** Adds the first line of evidence, and the others folded. */
  static void evidence(HtmlWriter html, List<Evidence> evidence) {
    if (evidence.isEmpty()) {
      return;
    }
    HtmlBlocks blocks = new HtmlBlocks(html);
    blocks.lines(evidence.subList(0, 1));
    if (evidence.size() > 1) {
      html.open("details", "class", "more-evidence");
      html.element("summary", (evidence.size() - 1) + " more");
      blocks.lines(evidence.subList(1, evidence.size()));
      html.close();
    }
  }

  private void lines(List<Evidence> evidence) {
    html.open("ul", "class", "evidence", "aria-label", "Evidence");
    for (Evidence each : evidence) {
      html.open("li").element("code", each.text());
      test(each.test());
      html.close();
    }
    html.close();
  }
}
