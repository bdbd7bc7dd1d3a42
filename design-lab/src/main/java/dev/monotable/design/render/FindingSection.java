package dev.monotable.design.render;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport;
import java.util.List;
import java.util.Locale;

/** The findings with their evidence, and the contracts that tests checked. */
final class FindingSection {
  private final DesignReport report;
  private final HtmlWriter html;

  FindingSection(DesignReport report, HtmlWriter html) {
    this.report = report;
    this.html = html;
  }

  void write() {
    html.open("section", "id", "findings", "aria-labelledby", "findings-title");
    html.element("h2", "Findings", "id", "findings-title");
    if (report.findings().isEmpty()) {
      html.element("p", "No rule found anything.", "class", "nothing");
    } else {
      filter();
      html.open("ol", "class", "findings");
      report.findings().forEach(this::finding);
      html.end();
    }
    contracts();
    html.end();
  }

  private void filter() {
    html.open("fieldset", "class", "controls", "data-script", "").element("legend", "Show");
    for (Severity severity : Severity.values()) {
      box(word(severity), plural(severity), report.open(severity).size(), true);
    }
    box("accepted", "Accepted", report.header().summary().accepted(), true);
    html.element("span", "", "class", "count hidden", "id", "finding-count", "role", "status");
    html.end();
  }

  private void box(String value, String label, int count, boolean checked) {
    html.open("label", "class", value);
    if (checked) {
      html.empty("input", "type", "checkbox", "name", "severity", "value", value, "checked", "");
    }
    html.text(label + " ").element("span", String.valueOf(count), "class", "badge").close();
  }

  private static String plural(Severity severity) {
    return switch (severity) {
      case ERROR -> "Errors";
      case WARNING -> "Warnings";
      case ADVICE -> "Advice";
    };
  }

  private static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  private void finding(Finding finding) {
    AcceptedFinding accepted = finding.accepted();
    String group = accepted == null ? word(finding.severity()) : "accepted";
    html.open("li", "class", group, "data-severity", group);
    html.open("h3");
    html.element("span", word(finding.severity()), "class", "severity " + word(finding.severity()));
    html.text(" ").text(Figures.title(finding.type().title()));
    html.close();
    html.open("p", "class", "subject").element("code", finding.subject());
    html.text(" ").element("span", finding.id(), "class", "id").close();
    html.element("p", Figures.sentence(finding.statement()), "class", "statement");
    if (accepted != null) {
      html.open("p", "class", "reason").element("b", "Accepted: ");
      html.text(accepted.reason()).close();
    }
    evidence(finding.evidence());
    html.open("dl", "class", "consequence");
    html.element("dt", "On AWS").open("dd").text(finding.type().onAws()).text(" ");
    html.element(
        "a", "AWS documentation", "href", finding.type().link(), "rel", "noreferrer noopener");
    html.close();
    html.element("dt", "What to do").element("dd", finding.type().advice());
    html.close().end();
  }

  private void evidence(List<Evidence> evidence) {
    if (evidence.isEmpty()) {
      return;
    }
    html.open("ul", "class", "evidence", "aria-label", "Evidence");
    for (Evidence each : evidence) {
      html.open("li").element("code", each.text());
      if (each.test() != null) {
        html.text(" ").element("span", each.test(), "class", "test");
      }
      html.close();
    }
    html.close();
  }

  private void contracts() {
    if (report.contracts().isEmpty()) {
      return;
    }
    int broken = report.broken().size();
    int kept = report.contracts().size() - broken;
    html.element("h3", "Contracts", "id", "contracts");
    html.element(
        "p", Figures.count(kept, "contract") + " kept, " + broken + " broken.", "class", "intro");
    html.open("ul", "class", "contracts");
    for (ContractRow contract : report.contracts()) {
      html.open("li", "class", contract.kept() ? "kept" : "broken");
      html.element(
          "span",
          contract.kept() ? "kept" : "broken",
          "class",
          "severity " + (contract.kept() ? "kept" : "error"));
      html.text(" ").element("b", contract.pattern());
      if (contract.test() != null) {
        html.text(" ").element("span", contract.test(), "class", "test");
      }
      html.element("p", contract.statement());
      evidence(contract.evidence());
      html.close();
    }
    html.end();
  }
}
