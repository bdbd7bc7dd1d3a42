package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A printer of blocks into the page of a report. */
final class HtmlBlocks implements BlockPrinter {
  private final HtmlWriter html;
  private final FindingLinks links;

  /** The last heading, which a table of the same name does not repeat. */
  private String heading = "";

  HtmlBlocks(HtmlWriter html, FindingLinks links) {
    this.html = html;
    this.links = links;
  }

  @Override
  public void section(String id, String title, Runnable blocks) {
    html.add("<section id='{}' aria-labelledby='{}-title'>", id, id);
    html.add("<h2 id='{}-title'>{}</h2>", id, title);
    blocks.run();
    html.add("</section>\n");
  }

  @Override
  public void heading(String text, String id) {
    heading = text;
    html.add(id.isEmpty() ? "<h3>" : "<h3 id='" + id + "'>").add("{}</h3>", text);
  }

  @Override
  public void sentence(String text) {
    html.add("<p class='intro'>{}</p>", text);
  }

  @Override
  public void note(String text) {
    html.add("<p class='nothing'>{}</p>", text);
  }

  @Override
  public void list(String kind, List<Phrase> lines) {
    html.add("<ul class='{}'>", kind);
    for (Phrase line : lines) {
      html.add("<li>");
      phrase(line);
      html.add("</li>");
    }
    html.add("</ul>\n");
  }

  @Override
  public void table(Table table) {
    html.scrolled(table.caption()).add("<table class='changed'>");
    String title = table.caption().equals(heading) ? "hidden" : "title";
    html.add("<caption class='{}'>{}</caption><thead><tr>", title, table.caption());
    for (Column column : table.columns()) {
      String kind = column.number() ? "number" : "name";
      html.add("<th scope='col' class='{}'>{}</th>", kind, Figures.title(column.name()));
    }
    html.add("</tr></thead><tbody>");
    for (List<Phrase> row : table.rows()) {
      html.add("<tr><th scope='row'><bdi>");
      phrase(row.get(0));
      html.add("</bdi></th>");
      for (int i = 1; i < row.size(); i++) {
        html.add("<td class='{}'>", table.columns().get(i).number() ? "number" : "text");
        phrase(row.get(i));
        html.add("</td>");
      }
      html.add("</tr>\n");
    }
    html.add("</tbody></table></div>\n");
  }

  private void phrase(Phrase phrase) {
    for (Phrase.Part part : phrase.parts()) {
      switch (part.kind()) {
        case TEXT, FIGURE -> html.text(part.text());
        case CODE -> html.add("<code>{}</code>", part.text());
        case SOURCE -> html.add("<a href='{}' rel='noreferrer noopener'>Source</a>", part.text());
      }
    }
  }

  @Override
  public void bars(Bars bars) {
    html.add("<table class='bars'><caption>{}</caption><thead><tr>", bars.caption());
    html.add("<th scope='col'>{}</th>", bars.names());
    html.add("<th scope='col' class='bar'><span class='hidden'>Bar</span></th>");
    html.add("<th scope='col' class='number'>{}</th></tr></thead><tbody>", bars.total());
    for (Bar row : bars.rows()) {
      double share = Math.max(0.002, Math.min(1, row.share()));
      html.add("<tr><th scope='row'><bdi>{}</bdi></th><td class='bar'>", row.name());
      html.add("<svg class='bar' width='100%' height='12' aria-hidden='true'>");
      html.add("<rect class='track' width='100%' height='12' rx='2'></rect>");
      html.add(
          "<rect class='{}' width='{}%' ", row.kind(), "" + Math.round(share * 10_000) / 100.0);
      html.add("height='12' rx='2'></rect></svg></td>");
      html.add("<td class='number'>{}</td></tr>\n", row.amount());
    }
    html.add("</tbody></table>\n");
  }

  @Override
  public void flow(Runnable blocks) {
    html.add("<div class='flow'>");
    blocks.run();
    html.add("</div>\n");
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
    html.add("<ul class='changed {}'>", kind);
    for (Finding finding : findings) {
      String severity = FindingLinks.word(finding.severity());
      html.add("<li><span class='severity {}'>{}</span> ", severity, severity);
      phrase(Phrase.of(finding));
      html.add("<p>{}</p>", Figures.sentence(finding.statement()));
      if (finding.accepted() != null) {
        html.add("<p>Accepted: {}</p>", Figures.sentence(finding.accepted().reason()));
      }
      html.add("</li>");
    }
    html.add("</ul>\n");
  }

  @Override
  public void kinds(DesignReport report) {
    new FindingList(report, links, html, this).write();
  }

  @Override
  public void contracts(List<ContractRow> contracts) {
    html.add("<ul class='contracts'>");
    for (ContractRow contract : contracts) {
      String kept = contract.kept() ? "kept" : "broken";
      html.add("<li class='{}'>", kept);
      html.add("<span class='severity {}'>{}</span>", contract.kept() ? kept : "error", kept);
      html.add(" <b>{}</b>", contract.pattern());
      test(contract.test());
      html.add("<p>{}</p>", contract.statement());
      evidence(contract.evidence());
      html.add("</li>");
    }
    html.add("</ul>\n");
  }

  private void test(@Nullable String name) {
    if (name != null) {
      html.add(" <span class='test'>{}</span>", name);
    }
  }

  @Override
  public void access(List<UnusedAccess> access) {
    if (access.isEmpty()) {
      sentence(Figures.ALL_USED);
      return;
    }
    html.add("<ul class='contracts'>");
    for (UnusedAccess unused : access) {
      html.add("<li><b>{}</b>, ", unused.principal());
      html.add("<span class='test'>{}</span>", unused.statement());
      html.add("<p>{}</p></li>", String.join(", ", unused.actions()));
    }
    html.add("</ul>\n");
  }

  @Override
  public void matrix(DesignReport report) {
    new MatrixTable(report, links, html).write();
  }

  @Override
  public void collections(DesignReport report) {
    new CollectionTables(report, links, html).write();
  }

  @Override
  public void heat(DesignReport report) {
    new HeatCharts(report, html, this).write();
  }

  @Override
  public void whatIf(DesignReport report) {
    WhatIfForm.write(report, html);
  }

  /** Adds the first line of evidence, and the others folded. */
  void evidence(List<Evidence> evidence) {
    if (evidence.isEmpty()) {
      return;
    }
    lines(evidence.subList(0, 1));
    if (evidence.size() > 1) {
      html.add("<details class='more-evidence'><summary>");
      html.add("{} more</summary>", String.valueOf(evidence.size() - 1));
      lines(evidence.subList(1, evidence.size()));
      html.add("</details>");
    }
  }

  private void lines(List<Evidence> evidence) {
    html.add("<ul class='evidence' aria-label='Evidence'>");
    for (Evidence each : evidence) {
      html.add("<li><code>{}</code>", each.text());
      test(each.test());
      html.add("</li>");
    }
    html.add("</ul>");
  }
}
