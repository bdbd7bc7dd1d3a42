package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.load.Assumption;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ObservedTotals;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a report rests on: what was observed, notes and assumptions with their sources. */
final class BasisSection {
  private final DesignReport report;
  private final HtmlWriter html;

  BasisSection(DesignReport report, HtmlWriter html) {
    this.report = report;
    this.html = html;
  }

  void write() {
    html.open("section", "id", "basis", "aria-labelledby", "basis-title");
    html.element("h2", "Basis", "id", "basis-title");
    ObservedTotals observed = report.header().observed();
    html.element("p", sentence(observed), "class", "intro");
    if (!report.forecast().notes().isEmpty()) {
      html.element("h3", "Notes");
      CostSection.statements(html, report.forecast().notes());
    }
    if (!report.forecast().assumptions().isEmpty()) {
      html.element("h3", "Assumptions of cost and heat");
      html.open("ul", "class", "assumptions");
      for (Assumption assumption : report.forecast().assumptions()) {
        html.open("li").text(assumption.text());
        String source = assumption.source();
        if (source != null && source.startsWith("https://")) {
          html.text(" ").element("a", "Source", "href", source, "rel", "noreferrer noopener");
        } else if (source != null) {
          html.text(" (" + source + ")");
        }
        html.close();
      }
      html.end();
    }
    bounds();
    html.end();
  }

  /** Adds the numbers that decide about the kinds of findings that there are. */
  private void bounds() {
    Map<String, List<String>> bounds = new TreeMap<>();
    for (Finding finding : report.findings()) {
      if (!finding.type().bounds().isEmpty()) {
        bounds.put(finding.id(), finding.type().bounds());
      }
    }
    if (bounds.isEmpty()) {
      return;
    }
    html.element("h3", "Bounds of findings");
    html.open("ul", "class", "bounds");
    bounds.forEach(
        (id, sentences) -> {
          html.open("li").element("code", id);
          html.text(" " + String.join(" ", sentences)).close();
        });
    html.end();
  }

  private static String sentence(ObservedTotals observed) {
    StringBuilder text = new StringBuilder(Figures.observed(observed));
    if (observed.from() != null && observed.to() != null) {
      text.append(", from ").append(observed.from()).append(" to ").append(observed.to());
      text.append(" by the clock of the database");
    }
    text.append('.');
    return text.toString();
  }
}
