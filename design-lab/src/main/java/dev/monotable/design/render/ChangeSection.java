package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.render.ReportChanges.AmountChange;
import dev.monotable.design.render.ReportChanges.LimitChange;
import dev.monotable.design.render.ReportChanges.PatternChange;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What changed since an earlier report: findings, contracts, access patterns, cost and limits. */
final class ChangeSection {
  private final DesignReport base;
  private final DesignReport report;
  private final HtmlWriter html;

  ChangeSection(DesignReport base, DesignReport report, HtmlWriter html) {
    this.base = base;
    this.report = report;
    this.html = html;
  }

  void write() {
    ReportChanges changes = ReportChanges.between(base, report);
    html.open("section", "id", "changes", "aria-labelledby", "changes-title");
    html.element("h2", "Changes", "id", "changes-title");
    String date = base.header().date() == null ? "" : " of " + base.header().date();
    html.element(
        "p",
        "Compared with the report" + date + " on " + base.header().title() + ".",
        "class",
        "intro");
    if (changes.isEmpty()) {
      html.element("p", "Nothing changed.", "class", "nothing");
    }
    broken(changes.broken());
    findings("New findings", "new", changes.found());
    findings("Findings that are gone", "gone", changes.gone());
    findings("Findings that are accepted now", "gone", changes.accepted());
    patterns(changes.patterns());
    costs(changes.costs());
    limits(changes.limits());
    html.end();
  }

  private void broken(List<ContractRow> broken) {
    if (broken.isEmpty()) {
      return;
    }
    html.element("h3", "Contracts that are broken now").open("ul", "class", "contracts");
    for (ContractRow contract : broken) {
      html.open("li", "class", "broken");
      html.element("span", "broken", "class", "severity error").text(" ");
      html.element("b", contract.pattern());
      if (contract.test() != null) {
        html.text(" ").element("span", contract.test(), "class", "test");
      }
      html.element("p", contract.statement()).close();
    }
    html.end();
  }

  private void findings(String heading, String kind, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    html.element("h3", heading).open("ul", "class", "changed " + kind);
    for (Finding finding : findings) {
      String severity = finding.severity().name().toLowerCase(Locale.ROOT);
      html.open("li").element("span", severity, "class", "severity " + severity);
      html.text(" " + Figures.title(finding.type().title()) + " in ");
      html.element("code", finding.subject());
      html.element("p", Figures.sentence(finding.statement()));
      if (finding.accepted() != null) {
        html.element("p", "Accepted: " + Figures.sentence(finding.accepted().reason()));
      }
      html.close();
    }
    html.end();
  }

  // ---- tables ----

  private void table(String caption, String... headers) {
    html.scrolled(caption);
    html.open("table", "class", "changed").element("caption", caption);
    html.open("thead").open("tr");
    for (int i = 0; i < headers.length; i++) {
      html.element("th", headers[i], "scope", "col", "class", i == 0 ? "name" : "number");
    }
    html.close().close().open("tbody");
  }

  private void row(String name, String... values) {
    html.open("tr").open("th", "scope", "row").element("bdi", name).close();
    for (String value : values) {
      html.element("td", value, "class", "number");
    }
    html.end();
  }

  private void endTable() {
    html.close().close().end();
  }

  private void patterns(List<PatternChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    table("Access patterns", "Access pattern", "Before", "After");
    for (PatternChange change : changes) {
      PatternRow either = change.after() == null ? change.before() : change.after();
      if (either != null) {
        row(either.name(), describe(change.before()), describe(change.after()));
      }
    }
    endTable();
  }

  private static String describe(@Nullable PatternRow row) {
    if (row == null) {
      return "–";
    }
    List<String> parts = new ArrayList<>();
    parts.add(row.coverage().label());
    for (PatternCell cell : row.cells()) {
      String actions = String.join(", ", cell.actions());
      parts.add((actions.isEmpty() ? "maintains" : actions) + " " + cell.target());
    }
    if (row.readUnits() != 0) {
      parts.add(units(row.readUnits(), "read unit"));
    }
    if (row.writeUnits() != 0) {
      parts.add(units(row.writeUnits(), "write unit"));
    }
    return String.join(", ", parts);
  }

  private static String units(double units, String noun) {
    return Figures.units(units) + " " + noun + (units == 1 ? "" : "s");
  }

  private void costs(List<AmountChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    table("Cost of a month", "Charge", "Before", "After");
    for (AmountChange change : changes) {
      row(
          Figures.title(change.name()),
          money(base, change.before()),
          money(report, change.after()));
    }
    endTable();
    CostSummary before = base.forecast().cost();
    CostSummary after = report.forecast().cost();
    if (before != null
        && after != null
        && !(before.region() + before.priceDate()).equals(after.region() + after.priceDate())) {
      html.element(
          "p",
          "The prices differ: "
              + before.region()
              + " on "
              + before.priceDate()
              + ", then "
              + after.region()
              + " on "
              + after.priceDate()
              + ".");
    }
  }

  private static String money(DesignReport of, @Nullable BigDecimal amount) {
    CostSummary cost = of.forecast().cost();
    return amount == null || cost == null ? "–" : Figures.shortMoney(cost, amount);
  }

  private void limits(List<LimitChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    table("Traffic above which requests are throttled", "Table or index", "Before", "After");
    for (LimitChange change : changes) {
      HeatSummary either = change.after() == null ? change.before() : change.after();
      if (either != null) {
        row(either.target(), limit(change.before()), limit(change.after()));
      }
    }
    endTable();
  }

  private static String limit(@Nullable HeatSummary heat) {
    return heat == null ? "–" : Figures.times(heat.atStart().factor());
  }
}
