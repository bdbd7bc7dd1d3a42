package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.report.AccessColumn;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.RequestFigures;
import dev.monotable.design.report.RequestRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The access patterns by table and index, as a matrix. */
final class PatternSection {
  /**
   * Each has a cell in the row of each pattern, so that their number decides on the page's size.
   */
  static final int MAX_COLUMNS = 100;

  private final DesignReport report;
  private final FindingLinks links;
  private final HtmlWriter html;
  private final List<AccessColumn> columns;

  PatternSection(DesignReport report, FindingLinks links, HtmlWriter html) {
    this.report = report;
    this.links = links;
    this.html = html;
    List<AccessColumn> all = report.matrix().columns();
    this.columns = all.subList(0, Math.min(MAX_COLUMNS, all.size()));
  }

  void write() {
    html.open("section", "id", "patterns", "aria-labelledby", "patterns-title");
    html.element("h2", "Access patterns", "id", "patterns-title");
    if (report.matrix().rows().isEmpty()) {
      html.element("p", "No access pattern is declared, and no request was observed.");
      html.end();
      return;
    }
    html.open("p", "class", "intro");
    html.text("What one use of each pattern consumes of each table and index, in ");
    html.element("span", "read", "class", "unit r").text(" and ");
    html.element("span", "write units", "class", "unit w");
    html.text(". Open a pattern for its requests.").end();
    int more = report.matrix().columns().size() - columns.size();
    if (more > 0) {
      html.element(
          "p",
          Figures.count(more, "further table or index", "further tables and indexes")
              + (more == 1 ? " has" : " have")
              + " no column here. The requests of each pattern name them.",
          "class",
          "nothing");
    }
    filter();
    html.scrolled("Access patterns by table and index");
    html.open("table", "class", "matrix", "role", "table", "aria-labelledby", "patterns-title");
    head();
    html.open("tbody", "role", "rowgroup");
    int number = 0;
    for (PatternRow row : report.matrix().rows()) {
      row(row, number++);
    }
    html.end().end().end();
    html.end();
  }

  private void filter() {
    html.open("p", "class", "controls", "data-script", "");
    html.open("label").text("Filter ");
    html.empty("input", "type", "search", "id", "pattern-filter", "autocomplete", "off");
    html.close();
    html.element("span", "", "class", "count", "id", "pattern-count", "role", "status");
    html.end();
  }

  private void head() {
    html.open("thead", "role", "rowgroup").open("tr", "role", "row");
    header("Access pattern", "2", "1", "first-column");
    List<String> tables = new ArrayList<>();
    for (AccessColumn column : columns) {
      if (!tables.contains(column.table())) {
        tables.add(column.table());
      }
    }
    for (String table : tables) {
      long span = columns.stream().filter(column -> column.table().equals(table)).count();
      header(table, "1", String.valueOf(span), "table");
    }
    header("Used", "2", "1", "number");
    header("A month", "2", "1", "number");
    html.close().open("tr", "role", "row");
    for (AccessColumn column : columns) {
      String index = column.index();
      header(index == null ? "table" : index, "1", "1", index == null ? "base" : "index");
    }
    html.close().end();
  }

  private void header(String text, String rows, String columnSpan, String kind) {
    html.element(
        "th",
        text,
        "role",
        "columnheader",
        "scope",
        columnSpan.equals("1") ? "col" : "colgroup",
        "rowspan",
        rows,
        "colspan",
        columnSpan,
        "class",
        kind);
  }

  private void row(PatternRow row, int number) {
    String coverage = row.coverage().name().toLowerCase(Locale.ROOT).replace('_', '-');
    String id = FindingLinks.row(number);
    html.open("tr", "role", "row", "class", "pattern " + coverage, "id", id);
    html.open("th", "role", "rowheader", "scope", "row");
    html.open("button", "type", "button", "aria-expanded", "true", "aria-controls", "p" + number);
    html.element("span", row.name(), "class", "pattern-name").close();
    if (row.coverage() != Coverage.OBSERVED) {
      html.text(" ").element("span", row.coverage().label(), "class", "tag " + coverage);
    }
    links.markRow(html, number);
    html.close();
    for (AccessColumn column : columns) {
      cell(row.findCell(column), column);
    }
    html.element(
        "td",
        row.frequency() == null ? "" : row.frequency(),
        "role",
        "cell",
        "class",
        "number",
        "data-label",
        "Used");
    html.element("td", cost(row), "role", "cell", "class", "number", "data-label", "A month");
    html.end();
    details(row, number);
  }

  private String cost(PatternRow row) {
    CostSummary cost = report.forecast().cost();
    return cost == null || row.monthlyCost() == null || row.monthlyCost().signum() == 0
        ? ""
        : Figures.shortMoney(cost, row.monthlyCost());
  }

  private void cell(@org.jspecify.annotations.Nullable PatternCell cell, AccessColumn column) {
    if (cell == null) {
      html.element("td", "", "role", "cell", "class", "none");
      return;
    }
    boolean direct = !cell.actions().isEmpty();
    html.open(
        "td", "role", "cell", "class", direct ? "use" : "use kept", "data-label", column.target());
    html.element(
        "span", direct ? String.join(", ", cell.actions()) : "index entries", "class", "action");
    if (cell.readUnits() > 0) {
      html.text(" ").open("span", "class", "unit r").text(Figures.units(cell.readUnits()));
      html.element("span", " read units", "class", "hidden").close();
    }
    if (cell.writeUnits() > 0) {
      html.text(" ").open("span", "class", "unit w").text(Figures.units(cell.writeUnits()));
      html.element("span", " write units", "class", "hidden").close();
    }
    html.close();
  }

  private void details(PatternRow row, int number) {
    html.open("tr", "role", "row", "class", "details", "id", "p" + number);
    html.open("td", "role", "cell", "colspan", String.valueOf(columns.size() + 3));
    if (row.description() != null) {
      html.element("p", row.description());
    }
    html.open("ul", "class", "requests");
    for (RequestRow request : row.requests()) {
      html.open("li");
      html.element("code", request.shape());
      html.element("p", description(request), "class", "facts");
      for (Evidence sample : request.samples()) {
        html.open("p", "class", "sample").element("code", sample.text());
        if (sample.test() != null) {
          html.text(" ").element("span", sample.test(), "class", "test");
        }
        html.close();
      }
      html.close();
    }
    html.close().close().end();
  }

  private static String description(RequestRow request) {
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
      return String.join(", ", facts);
    }
    facts.add("observed " + Figures.count(observed.requests(), "time"));
    if (observed.failed() > 0) {
      facts.add(observed.failed() + " failed");
    }
    if (observed.itemsRead() > 0) {
      facts.add(
          observed.itemsReturned()
              + " of "
              + Figures.count(observed.itemsRead(), "item")
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
        .forEach(
            (name, count) -> facts.add("named “" + name + "” " + Figures.count(count, "time")));
    return String.join(", ", facts);
  }
}
