package dev.monotable.design.render;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.ReportSummary;
import dev.monotable.design.report.Verdict;
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
final class ReportPage {
  private final DesignReport report;

  /** Earlier reports. */
  private final List<DesignReport> bases;

  private final HtmlWriter html = new HtmlWriter();

  private ReportPage(DesignReport report, List<DesignReport> bases) {
    this.report = report;
    this.bases = bases;
  }

  /**
   * Returns a report as a page. If there are earlier ones, it begins with what changed since the
   * newest of them; if there are several, it also contains their history.
   */
  static String of(DesignReport report, List<DesignReport> bases) {
    ReportPage page = new ReportPage(report, bases);
    page.document();
    return page.html.toString();
  }

  private void document() {
    html.add("<!DOCTYPE html>\n<html lang='en'>");
    head();
    html.add("<body><a class='skip' href='#findings'>Skip to the findings</a>");
    header();
    html.add("<main>");
    new ReportBlocks(report, bases, new HtmlBlocks(html, new FindingLinks(report))).toPage();
    html.add("</main>\n");
    footer();
    html.source("script", resource("page.js"));
    html.add("</body>\n</html>\n");
  }

  private void head() {
    String style = resource("page.css");
    html.add("<head><meta charset='utf-8'>");
    html.add(
        "<meta http-equiv='Content-Security-Policy' content='{}'>",
        ("default-src 'none'; style-src '" + hash(style) + "'; script-src '")
            + (hash(resource("page.js")) + "'; base-uri 'none'; form-action 'none'"));
    html.add(
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
            + "<meta name='color-scheme' content='light dark'>"
            + "<meta name='referrer' content='no-referrer'><title>{}</title>",
        title());
    html.source("style", style).add("</head>\n");
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
    html.add("<header class='top'><p class='kicker'>Design report");
    date(" of ");
    html.text(", " + count(report.header().observed().requests(), "request"));
    int tests = report.header().observed().tests();
    html.text(tests == 0 ? "" : " of " + count(tests, "test"));
    html.add("</p><h1>{}</h1>", report.header().title());
    String description = report.header().description();
    if (description != null) {
      html.add("<p class='lead'>{}</p>", description);
    }
    verdict();
    html.add("<dl class='figures'>");
    findingsFigure();
    coverageFigure();
    costFigure();
    heatFigure();
    html.add("</dl>\n");
    if (!report.omissions().isEmpty()) {
      html.add("<ul class='omissions' aria-label='Left out of this report'>");
      report.omissions().forEach(omission -> html.add("<li>{}</li>", omission));
      html.add("</ul>\n");
    }
    html.add("<nav aria-label='Sections'><ul>");
    html.add(bases.isEmpty() ? "" : "<li><a href='#changes'>Changes</a></li>");
    html.add(bases.size() < 2 ? "" : "<li><a href='#history'>History</a></li>");
    html.add(
        report.forecast().against() == null
            ? ""
            : "<li><a href='#against'>Against another design</a></li>");
    html.add(
        "<li><a href='#findings'>Findings</a></li>"
            + "<li><a href='#patterns'>Access patterns</a></li>"
            + "<li><a href='#collections'>Item collections</a></li>"
            + "<li><a href='#cost'>Cost</a></li>"
            + "<li><a href='#heat'>Heat</a></li>");
    if (!report.forecast().scenarios().isEmpty()) {
      html.add("<li><a href='#scenarios'>Scenarios</a></li>");
    }
    html.add("<li><a href='#basis'>Basis</a></li></ul></nav>\n</header>\n");
  }

  private void verdict() {
    Verdict verdict = report.verdict();
    if (verdict == null) {
      return;
    }
    html.add("<p class='verdict'>{}</p>", verdict.sentence());
    CostSummary cost = report.forecast().cost();
    if (cost != null && !verdict.expensive().isEmpty()) {
      html.add("<ol class='expensive' aria-label='The most expensive access patterns'>");
      for (CostShare each : verdict.expensive()) {
        html.add(
            "<li><a href='#cost'>{}</a>, {} a month</li>", each.name(), cost.money(each.amount()));
      }
      html.add("</ol>\n");
    }
    if (verdict.assumption() != null) {
      html.add("<p class='assumed'>{}</p>", verdict.assumption());
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
    html.add("<div><dt>{}</dt><dd><a href='{}'><span class='value'>{}</span> ", name, link, value);
    html.add("<span class='note'>{}</span></a></dd></div>\n", note);
  }

  private void footer() {
    html.add("<footer><p>Made by Monotable {}", report.header().version());
    date(" on ");
    html.add(" from {}.</p></footer>\n", Figures.observed(report.header().observed()));
  }

  private void date(String before) {
    if (report.header().date() != null) {
      String date = report.header().date().toString();
      String shown = date.substring(0, 16).replace('T', ' ') + " UTC";
      html.text(before).add("<time datetime='{}'>{}</time>", date, shown);
    }
  }
}
