package dev.monotable.design.render;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.report.AccessColumn;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.RequestFigures;
import dev.monotable.design.report.RequestRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The access patterns by table and index, as a matrix. */
final class MatrixTable {
  /**
   * Each has a cell in the row of each pattern, so that their number decides on the page's size.
   */
  static final int MAX_COLUMNS = 100;

  private final DesignReport report;
  private final FindingLinks links;
  private final HtmlWriter html;
  private final List<AccessColumn> columns;

  MatrixTable(DesignReport report, FindingLinks links, HtmlWriter html) {
    this.report = report;
    this.links = links;
    this.html = html;
    List<AccessColumn> all = report.matrix().columns();
    this.columns = all.subList(0, Math.min(MAX_COLUMNS, all.size()));
  }

  void write() {
    if (report.matrix().rows().isEmpty()) {
      html.add("<p>No access pattern is declared, and no request was observed.</p>");
      return;
    }
    html.add(
        "<p class='intro'>What one use of each pattern consumes of each table and index, in "
            + "<span class='unit r'>read</span> and <span class='unit w'>write units</span>."
            + " Open a pattern for its requests.</p>\n");
    int more = report.matrix().columns().size() - columns.size();
    if (more > 0) {
      html.add(
          "<p class='nothing'>{}{} no column here. The requests of each pattern name them.</p>",
          count(more, "further table or index", "further tables and indexes"),
          more == 1 ? " has" : " have");
    }
    html.add(
        "<p class='controls' data-script=''><label>Filter "
            + "<input type='search' id='pattern-filter' autocomplete='off'></label>"
            + "<span class='count' id='pattern-count' role='status'></span></p>\n");
    html.scrolled("Access patterns by table and index");
    html.add("<table class='matrix' role='table' aria-labelledby='patterns-title'>");
    head();
    html.add("<tbody role='rowgroup'>");
    int number = 0;
    for (PatternRow row : report.matrix().rows()) {
      row(row, number++);
    }
    html.add("</tbody>\n</table>\n</div>\n");
  }

  private void head() {
    html.add("<thead role='rowgroup'><tr role='row'>");
    header("Access pattern", "2", "1", "first-column");
    List<String> tables = columns.stream().map(AccessColumn::table).toList();
    for (String table : tables.stream().distinct().toList()) {
      long span = tables.stream().filter(table::equals).count();
      header(table, "1", String.valueOf(span), "table");
    }
    header("Used", "2", "1", "number");
    header("A month", "2", "1", "number");
    html.add("</tr><tr role='row'>");
    for (AccessColumn column : columns) {
      String index = column.index();
      header(index == null ? "table" : index, "1", "1", index == null ? "base" : "index");
    }
    html.add("</tr></thead>\n");
  }

  private void header(String text, String rows, String columnSpan, String kind) {
    String scope = columnSpan.equals("1") ? "col" : "colgroup";
    html.add(
        "<th role='columnheader' scope='{}' rowspan='{}' colspan='{}'", scope, rows, columnSpan);
    html.add(" class='{}'>{}</th>", kind, text);
  }

  private void row(PatternRow row, int number) {
    String coverage = row.coverage().name().toLowerCase(Locale.ROOT).replace('_', '-');
    html.add("<tr role='row' class='pattern {}' id='{}'>", coverage, FindingLinks.row(number));
    html.add("<th role='rowheader' scope='row'><button type='button' aria-expanded='true'");
    html.add(" aria-controls='p{}'><span class='pattern-name'>", String.valueOf(number));
    html.add("{}</span></button>", row.name());
    if (row.coverage() != Coverage.OBSERVED) {
      html.add(" <span class='tag {}'>{}</span>", coverage, row.coverage().label());
    }
    links.markRow(html, number);
    html.add("</th>");
    columns.forEach(column -> cell(row.findCell(column), column));
    number(row.frequency() == null ? "" : row.frequency(), "Used");
    number(Figures.monthly(report, row), "A month");
    html.add("</tr>\n");
    details(row, number);
  }

  private void number(String text, String label) {
    html.add("<td role='cell' class='number' data-label='{}'>{}</td>", label, text);
  }

  private void cell(@Nullable PatternCell cell, AccessColumn column) {
    if (cell == null) {
      html.add("<td role='cell' class='none'></td>");
      return;
    }
    boolean direct = !cell.actions().isEmpty();
    html.add("<td role='cell' class='{}'", direct ? "use" : "use kept");
    html.add(" data-label='{}'><span class='action'>", column.target());
    html.add("{}</span>", direct ? String.join(", ", cell.actions()) : "index entries");
    units(cell.readUnits(), "r", "read");
    units(cell.writeUnits(), "w", "write");
    html.add("</td>");
  }

  private void units(double units, String kind, String name) {
    if (units > 0) {
      html.add(" <span class='unit {}'>{}<span class='hidden'>", kind, Figures.units(units));
      html.add(" {} units</span></span>", name);
    }
  }

  private void details(PatternRow row, int number) {
    html.add("<tr role='row' class='details' id='p{}'>", String.valueOf(number));
    html.add("<td role='cell' colspan='{}'>", String.valueOf(columns.size() + 3));
    if (row.description() != null) {
      html.add("<p>{}</p>", row.description());
    }
    html.add("<ul class='requests'>");
    for (RequestRow request : row.requests()) {
      html.add("<li><code>{}</code>", request.shape());
      html.add("<p class='facts'>{}</p>", String.join(", ", facts(request)));
      for (Evidence sample : request.samples()) {
        html.add("<p class='sample'><code>{}</code>", sample.text());
        if (sample.test() != null) {
          html.add(" <span class='test'>{}</span>", sample.test());
        }
        html.add("</p>");
      }
      html.add("</li>");
    }
    html.add("</ul></td></tr>\n");
  }

  private static List<String> facts(RequestRow request) {
    List<String> facts = new ArrayList<>();
    if (request.times() != 1) {
      facts.add(Figures.units(request.times()) + " times a use");
    }
    if (request.expectedItems() != null) {
      facts.add(Figures.units(request.expectedItems()) + " items expected");
    }
    RequestFigures observed = request.observed();
    if (observed == null) {
      facts.add("not observed");
      return facts;
    }
    facts.add("observed " + count(observed.requests(), "time"));
    if (observed.failed() > 0) {
      facts.add(observed.failed() + " failed");
    }
    if (observed.itemsRead() > 0) {
      facts.add(
          observed.itemsReturned()
              + " of "
              + count(observed.itemsRead(), "item")
              + " read returned");
    }
    if (observed.readUnits() > 0) {
      facts.add(Figures.units(observed.readUnits()) + " read units");
    }
    if (observed.writeUnits() > 0) {
      facts.add(Figures.units(observed.writeUnits()) + " write units");
    }
    request
        .named()
        .forEach((name, count) -> facts.add("named “" + name + "” " + count(count, "time")));
    return facts;
  }
}
