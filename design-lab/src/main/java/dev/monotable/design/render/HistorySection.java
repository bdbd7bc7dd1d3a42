package dev.monotable.design.render;

import dev.monotable.design.render.ReportHistory.OpenFinding;
import java.util.List;

/** The history of a design in the page of a report. */
final class HistorySection {
  private final ReportHistory history;
  private final HtmlWriter html;

  HistorySection(ReportHistory history, HtmlWriter html) {
    this.history = history;
    this.html = html;
  }

  void write() {
    html.open("section", "id", "history", "aria-labelledby", "history-title");
    html.element("h2", "History", "id", "history-title");
    html.element("p", history.intro(), "class", "intro");
    figures();
    findings();
    html.end();
  }

  private void figures() {
    html.scrolled("Figures of each report");
    html.open("table", "class", "changed history").element("caption", "Figures of each report");
    head(ReportHistory.NAMES);
    html.open("tbody");
    for (List<String> row : history.figures()) {
      html.open("tr").open("th", "scope", "row").text(row.get(0)).close();
      row.subList(1, row.size()).forEach(this::number);
      html.end();
    }
    html.close().close().end();
  }

  private void head(List<String> names) {
    html.open("thead").open("tr");
    for (int i = 0; i < names.size(); i++) {
      html.element("th", names.get(i), "scope", "col", "class", i == 0 ? "name" : "number");
    }
    html.close().close();
  }

  private void number(String text) {
    html.element("td", text, "class", "number");
  }

  private void findings() {
    List<OpenFinding> open = history.open();
    if (open.isEmpty()) {
      return;
    }
    html.scrolled("Open findings");
    html.open("table", "class", "changed history").element("caption", "Open findings");
    head(List.of("Finding", "Open since", "Reports"));
    html.open("tbody");
    for (OpenFinding each : open) {
      html.open("tr")
          .open("th", "scope", "row")
          .text(Figures.title(each.finding().type().title()) + " in ");
      html.element("code", each.finding().subject()).close();
      number(each.since());
      number(String.valueOf(each.reports()));
      html.end();
    }
    html.close().close().end();
  }
}
