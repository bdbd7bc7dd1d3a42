package dev.monotable.design.render;

import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.ObservedTotals;
import dev.monotable.design.report.ReportSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Reports as one page for a browser. It contains everything that it needs, and its policy forbids
 * the browser to load or to run anything else: {@code page.css} and {@code page.js} are allowed by
 * their hashes. Without its script, the page shows everything at once.
 */
public final class ReportPage {
  private final DesignReport report;

  /** Earlier reports, the oldest first. */
  private final List<DesignReport> bases;

  private final HtmlWriter html = new HtmlWriter();

  private ReportPage(DesignReport report, List<DesignReport> bases) {
    this.report = report;
    this.bases = bases;
  }

  /** Returns a report as a page. */
  public static String of(DesignReport report) {
    return page(report, List.of());
  }

  /** Returns a report as a page that begins with what changed since an earlier report. */
  public static String ofChanges(DesignReport base, DesignReport current) {
    return ofChanges(List.of(base), current);
  }

  /**
   * Returns a report as a page that begins with what changed since the newest of earlier reports.
   * If there are several, it also contains their history.
   */
  public static String ofChanges(List<DesignReport> bases, DesignReport current) {
    return page(current, ReportHistory.ordered(bases));
  }

  private static String page(DesignReport report, List<DesignReport> bases) {
    ReportPage page = new ReportPage(report, bases);
    page.document();
    return page.html.toString();
  }

  private void document() {
    html.open("html", "lang", "en");
    head();
    html.open("body");
    html.element("a", "Skip to the findings", "class", "skip", "href", "#findings");
    header();
    html.open("main");
    if (!bases.isEmpty()) {
      DesignReport base = bases.get(bases.size() - 1);
      Instant date = base.header().date();
      HtmlBlocks.section(
          html,
          "changes",
          "Changes",
          ("Compared with the report" + (date == null ? "" : " of " + date))
              + (" on " + base.header().title() + "."),
          ChangeBlocks.changes(base, report));
    }
    if (bases.size() > 1) {
      List<Block> history = ChangeBlocks.history(new ReportHistory(bases, report));
      HtmlBlocks.section(html, "history", "History", "", history);
    }
    FindingLinks links = new FindingLinks(report);
    new FindingSection(report, links, html).write();
    new PatternSection(report, links, html).write();
    new CollectionSection(report, links, html).write();
    new CostSection(report, html).write();
    new HeatSection(report, html).write();
    new BasisSection(report, html).write();
    html.end();
    footer();
    html.source("script", resource("page.js"));
    html.end();
    html.end();
  }

  private void head() {
    String style = resource("page.css");
    html.open("head").empty("meta", "charset", "utf-8");
    html.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src '"
            + hash(style)
            + "'; script-src '"
            + hash(resource("page.js"))
            + "'; base-uri 'none'; form-action 'none'");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.empty("meta", "name", "referrer", "content", "no-referrer");
    html.element("title", title());
    html.source("style", style);
    html.end();
  }

  /** Returns what the page is about, what it found, and when, as tabs and bookmarks show it. */
  private String title() {
    Instant date = report.header().date();
    return report.header().title()
        + ": "
        + Figures.findings(report)
        + (date == null ? "" : ", " + date.toString().substring(0, 10))
        + " – design report";
  }

  private static String resource(String name) {
    try (InputStream stream =
        Objects.requireNonNull(ReportPage.class.getResourceAsStream(name), name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String source) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java platform has SHA-256.
    }
  }

  // ---- header ----

  private void header() {
    html.open("header", "class", "top");
    html.open("p", "class", "kicker").text("Design report");
    if (report.header().date() != null) {
      html.text(" of ");
      time(report.header().date());
    }
    html.text(", " + Figures.count(report.header().observed().requests(), "request"));
    int tests = report.header().observed().tests();
    html.text(tests == 0 ? "" : " of " + Figures.count(tests, "test")).close();
    html.element("h1", report.header().title());
    String description = report.header().description();
    if (description != null) {
      html.element("p", description, "class", "lead");
    }
    html.open("dl", "class", "figures");
    findingsFigure();
    coverageFigure();
    costFigure();
    heatFigure();
    html.end();
    omissions();
    navigation();
    html.end();
  }

  private void omissions() {
    List<String> omissions = report.omissions();
    if (!omissions.isEmpty()) {
      html.open("ul", "class", "omissions", "aria-label", "Left out of this report");
      omissions.forEach(omission -> html.element("li", omission));
      html.end();
    }
  }

  private void coverageFigure() {
    ReportSummary summary = report.header().summary();
    String value =
        report.header().declared()
            ? summary.observed() + "/" + summary.patterns()
            : String.valueOf(summary.patterns());
    String note =
        summary.undeclared() == 0
            ? "access patterns observed"
            : "access patterns observed, " + summary.undeclared() + " undeclared";
    figure("Coverage", value, note, "#patterns");
  }

  private void findingsFigure() {
    ReportSummary summary = report.header().summary();
    int open = summary.errors() + summary.warnings() + summary.advice();
    figure(
        "Findings",
        String.valueOf(open),
        open == 0 && summary.accepted() == 0 ? "nothing found" : Figures.findings(report),
        "#findings");
  }

  private void costFigure() {
    CostSummary cost = report.forecast().cost();
    if (cost == null) {
      figure("Cost", "–", "no frequencies are known", "#cost");
    } else {
      figure(
          "Cost",
          Figures.shortMoney(cost, cost.onDemand().total()),
          "a month on demand, " + cost.money(cost.provisioned().total()) + " provisioned",
          "#cost");
    }
  }

  private void heatFigure() {
    HeatSummary narrowest =
        report.forecast().heat().stream()
            .min(Comparator.comparingDouble(heat -> heat.atStart().factor()))
            .orElse(null);
    if (narrowest == null) {
      figure("Headroom", "–", "no traffic is known", "#heat");
    } else {
      figure(
          "Headroom",
          Figures.times(narrowest.atStart().factor()),
          "this traffic, then " + narrowest.target() + " throttles",
          "#heat");
    }
  }

  private void figure(String name, String value, String note, String link) {
    html.open("div");
    html.element("dt", name);
    html.open("dd").open("a", "href", link);
    html.element("span", value, "class", "value");
    html.text(" ").element("span", note, "class", "note");
    html.close().close().end();
  }

  private void navigation() {
    html.open("nav", "aria-label", "Sections").open("ul");
    if (!bases.isEmpty()) {
      link("#changes", "Changes");
    }
    if (bases.size() > 1) {
      link("#history", "History");
    }
    link("#findings", "Findings");
    link("#patterns", "Access patterns");
    link("#collections", "Item collections");
    link("#cost", "Cost");
    link("#heat", "Heat");
    link("#basis", "Basis");
    html.close().end();
  }

  private void link(String target, String text) {
    html.open("li").element("a", text, "href", target).close();
  }

  private void footer() {
    ObservedTotals observed = report.header().observed();
    html.open("footer").open("p");
    html.text("Made by Monotable ").text(report.header().version());
    if (report.header().date() != null) {
      html.text(" on ");
      time(report.header().date());
    }
    html.text(" from " + Figures.observed(observed) + ".");
    html.close().end();
  }

  private void time(Instant instant) {
    String date = instant.toString();
    html.element("time", date.substring(0, 16).replace('T', ' ') + " UTC", "datetime", date);
  }
}
