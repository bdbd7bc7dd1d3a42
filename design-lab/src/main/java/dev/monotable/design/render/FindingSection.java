package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.report.DesignReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings by kind, each kind explained once, with their evidence; and the contracts that tests
 * checked.
 */
final class FindingSection {
  private final DesignReport report;
  private final FindingLinks links;
  private final HtmlWriter html;

  FindingSection(DesignReport report, FindingLinks links, HtmlWriter html) {
    this.report = report;
    this.links = links;
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
      groups().forEach(this::group);
      html.end();
    }
    contracts();
    access();
    html.end();
  }

  /** Returns the places of the findings of each kind, in the order of the report. */
  private Map<FindingType, List<Integer>> groups() {
    Map<FindingType, List<Integer>> groups = new LinkedHashMap<>();
    for (int accepted = 0; accepted < 2; accepted++) { // kinds with open findings come first
      for (int i = 0; i < report.findings().size(); i++) {
        Finding finding = report.findings().get(i);
        if ((finding.accepted() == null) == (accepted == 0)) {
          groups.computeIfAbsent(finding.type(), type -> new ArrayList<>()).add(i);
        }
      }
    }
    return groups;
  }

  private void filter() {
    html.open("fieldset", "class", "controls", "data-script", "").element("legend", "Show");
    for (Severity severity : Severity.values()) {
      box(FindingLinks.word(severity), plural(severity), report.open(severity).size(), true);
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

  private void group(FindingType type, List<Integer> findings) {
    String severity = FindingLinks.word(type.severity());
    html.open("li", "class", "kind");
    html.open("h3").element("span", severity, "class", "severity " + severity);
    html.text(" ").text(Figures.title(type.title()));
    if (findings.size() > 1) {
      html.text(" ").element("span", String.valueOf(findings.size()), "class", "badge");
    }
    html.text(" ").element("span", type.id(), "class", "id").close();
    html.open("dl", "class", "consequence");
    html.element("dt", "On AWS").open("dd").text(type.onAws()).text(" ");
    html.element("a", "AWS documentation", "href", type.link(), "rel", "noreferrer noopener");
    html.close();
    html.element("dt", "What to do").element("dd", type.advice()).close();
    html.open("ul", "class", "subjects");
    findings.forEach(this::finding);
    html.close().end();
  }

  private void finding(int number) {
    Finding finding = report.findings().get(number);
    AcceptedFinding accepted = finding.accepted();
    String kind = FindingLinks.kind(finding);
    html.open("li", "id", FindingLinks.anchor(number), "class", kind, "data-severity", kind);
    html.open("p", "class", "subject");
    String target = links.findTarget(finding.subject());
    if (target == null) {
      html.element("code", finding.subject());
    } else {
      html.open("a", "href", "#" + target).element("code", finding.subject()).close();
    }
    html.close();
    html.element("p", Figures.sentence(finding.statement()), "class", "statement");
    if (finding.advice() != null) {
      html.element("p", Figures.sentence(finding.advice()), "class", "statement");
    }
    if (accepted != null) {
      html.open("p", "class", "reason").element("b", "Accepted: ");
      html.text(accepted.reason()).close();
    }
    HtmlBlocks.evidence(html, finding.evidence());
    html.end();
  }

  private void contracts() {
    if (report.contracts().isEmpty()) {
      return;
    }
    int broken = report.broken().size();
    int kept = report.contracts().size() - broken;
    html.element("h3", "Contracts", "id", "contracts");
    HtmlBlocks blocks = new HtmlBlocks(html);
    blocks.sentence(Figures.count(kept, "contract") + " kept, " + broken + " broken.");
    blocks.contracts(report.contracts());
  }

  private void access() {
    if (report.access() != null) {
      html.element("h3", Figures.UNUSED, "id", "access");
      new HtmlBlocks(html).access(report.access());
    }
  }
}
