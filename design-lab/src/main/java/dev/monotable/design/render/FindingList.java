package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Rank;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The findings by kind, each kind explained once, with their evidence. */
final class FindingList {
  private final DesignReport report;
  private final FindingLinks links;
  private final HtmlWriter html;
  private final HtmlBlocks blocks;

  FindingList(DesignReport report, FindingLinks links, HtmlWriter html, HtmlBlocks blocks) {
    this.report = report;
    this.links = links;
    this.html = html;
    this.blocks = blocks;
  }

  void write() {
    if (report.findings().isEmpty()) {
      blocks.note("No rule found anything.");
      return;
    }
    html.add("<fieldset class='controls' data-script=''><legend>Show</legend>");
    box("error", "Errors", report.open(Severity.ERROR).size());
    box("warning", "Warnings", report.open(Severity.WARNING).size());
    box("advice", "Advice", report.open(Severity.ADVICE).size());
    box("accepted", "Accepted", report.header().summary().accepted());
    html.add("<span class='count hidden' id='finding-count' role='status'></span></fieldset>\n");
    html.add("<ol class='findings'>");
    groups().forEach(this::group);
    html.add("</ol>\n");
  }

  private void box(String value, String label, int count) {
    html.add("<label class='{}'><input type='checkbox' name='severity'", value);
    html.add(" value='{}' checked=''>{} <span class='badge'>", value, label);
    html.add("{}</span></label>", String.valueOf(count));
  }

  /** Returns the places of the findings of each kind; those with open findings come first. */
  private Map<FindingType, List<Integer>> groups() {
    Map<FindingType, List<Integer>> groups = new LinkedHashMap<>();
    for (boolean accepted : new boolean[] {false, true}) {
      for (int i = 0; i < report.findings().size(); i++) {
        Finding finding = report.findings().get(i);
        if (finding.isAccepted() == accepted) {
          groups.computeIfAbsent(finding.type(), type -> new ArrayList<>()).add(i);
        }
      }
    }
    return groups;
  }

  private void group(FindingType type, List<Integer> findings) {
    String severity = FindingLinks.word(type.severity());
    html.add("<li class='kind'><h3><span class='severity {}'>{}</span> ", severity, severity);
    html.text(Figures.title(type.title()));
    if (findings.size() > 1) {
      html.add(" <span class='badge'>{}</span>", String.valueOf(findings.size()));
    }
    html.add(" <span class='id'>{}</span></h3>", type.id());
    html.add("<dl class='consequence'><dt>On AWS</dt><dd>{} ", type.onAws());
    html.add("<a href='{}' rel='noreferrer noopener'>AWS documentation</a></dd>", type.link());
    html.add("<dt>What to do</dt><dd>{}</dd></dl><ul class='subjects'>", type.advice());
    findings.forEach(this::finding);
    html.add("</ul></li>\n");
  }

  private void finding(int number) {
    Finding finding = report.findings().get(number);
    AcceptedFinding accepted = finding.accepted();
    String kind = FindingLinks.kind(finding);
    html.add("<li id='{}' class='{}'", FindingLinks.anchor(number), kind);
    html.add(" data-severity='{}'><p class='subject'>", kind);
    String target = links.findTarget(finding.subject());
    if (target == null) {
      html.add("<code>{}</code></p>", finding.subject());
    } else {
      html.add("<a href='#{}'><code>{}</code></a></p>", target, finding.subject());
    }
    html.add("<p class='statement'>{}</p>", Figures.sentence(finding.statement()));
    rank(finding);
    if (finding.advice() != null) {
      html.add("<p class='statement'>{}</p>", Figures.sentence(finding.advice()));
    }
    if (finding.trial() != null) {
      html.add("<p class='statement'>{}</p>", Figures.sentence(finding.trial().text()));
    }
    if (accepted != null) {
      html.add("<p class='reason'><b>Accepted: </b>{}</p>", accepted.reason());
    }
    blocks.evidence(finding.evidence());
    html.add("</li>\n");
  }

  private void rank(Finding finding) {
    Rank rank = finding.rank();
    if (rank != null) {
      CostSummary cost = report.forecast().cost();
      String money =
          cost == null || rank.monthly() == null
              ? ""
              : ", about requests of " + cost.money(rank.monthly()) + " a month";
      html.add("<p class='rank'>{}</p>", rank.consequence().label() + money);
    }
  }
}
