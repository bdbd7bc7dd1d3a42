package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.cost.CostReport;
import dev.monotable.design.load.OtherProjection;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.UsageRate;
import dev.monotable.design.load.Workload;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.report.AccessColumn;
import dev.monotable.design.report.CollectionItem;
import dev.monotable.design.report.CollectionItem.ItemAttribute;
import dev.monotable.design.report.CollectionView;
import dev.monotable.design.report.CollectionView.ItemCollection;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.Forecast;
import dev.monotable.design.report.ObservedTotals;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternMatrix;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.ReportHeader;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.design.report.ReportSummary;
import dev.monotable.design.report.RequestRow;
import dev.monotable.design.whatif.WhatIf;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes reports in all formats to {@code target/reports}, where {@code browser-tests} reads the
 * pages.
 */
@Tag("seeds")
class PagesTest {
  private static final Path REPORTS = Path.of("target", "reports");
  private static final String COMPARED =
      "Changes Compared with the report of 2026-01-05T09:00:00Z on User profile and orders.";
  private static final List<AccessColumn> SHOP =
      List.of(
          new AccessColumn("Shop", null),
          new AccessColumn("Shop", "GSI1"),
          new AccessColumn("Shop", "GSI2"));
  private static final int PATTERNS = 200;
  private static final int COLLECTIONS = 500;
  private static final int ITEMS_OF_COLLECTION = 20;

  @ParameterizedTest
  @EnumSource
  void theReportOfAnExampleIsWrittenInAllFormats(ExampleDesign example) throws IOException {
    DesignReport report = ExampleReport.of(example);
    for (ReportFormat format : ReportFormat.values()) {
      String name = example.name().toLowerCase(Locale.ROOT) + "." + format.extension();
      ReportFile.write(report, REPORTS.resolve(name));
      assertThat(Files.readString(REPORTS.resolve(name)))
          .isEqualTo(ReportFile.text(report, format))
          .contains(report.header().title());
    }
    assertThat(report.matrix().rows())
        .extracting(PatternRow::coverage)
        .containsOnly(Coverage.OBSERVED);
  }

  @Test
  void aReportOfHostileTextIsWritten() throws IOException {
    ReportFile.write(EscapingTest.report(), REPORTS.resolve("hostile.html"));
    assertThat(REPORTS.resolve("hostile.html")).isNotEmptyFile();
  }

  @Test
  void aPageBeginsWithWhatChangedSinceTheBase() throws IOException {
    DesignReport base = ExampleReport.of(ExampleDesign.ORDERS);
    Path file = REPORTS.resolve("changes.html");
    ReportFile.write(ExampleReport.page(EscapingTest.report(), base), file);

    assertThat(changes(Files.readString(file)))
        .startsWith(COMPARED)
        .contains("Broken contracts", "New findings", "Access patterns")
        .doesNotContain("Nothing changed.");
    assertThat(changes(ExampleReport.page(base, base))).isEqualTo(COMPARED + " Nothing changed.");
    assertThat(ExampleReport.page(base)).doesNotContain("id=\"changes\"");
  }

  @Test
  void aPageShowsTheHistoryOfSeveralReports() throws IOException {
    DesignReport now = EscapingTest.report();
    DesignReport first = dated(ExampleReport.of(ExampleDesign.ORDERS), "2026-01-01T09:00:00Z");
    DesignReport second = dated(now, "2026-02-01T09:00:00Z");
    DesignReport third = dated(now, "2026-03-01T09:00:00Z");
    Path file = REPORTS.resolve("history.html");
    ReportFile.write(
        ExampleReport.page(dated(now, "2026-04-01T09:00:00Z"), third, first, second), file);

    String page = Files.readString(file);
    assertThat(section(page, "changes", "history"))
        .startsWith("Changes Compared with the report of 2026-03-01T09:00:00Z on ")
        .endsWith("Nothing changed.");
    assertThat(section(page, "history", "findings"))
        .contains(
            "2026-01-01 09:00 0 0 0 4/4 $28.54 $11.77 100+ × 2026-02-01 09:00 1 0 0 1/1 – – –"
                + " 2026-03-01 09:00 1 0 0 1/1 – – – 2026-04-01 09:00 1 0 0 1/1 – – –")
        .endsWith("2026-02-01 09:00 3");
    assertThat(ExampleReport.page(now, first)).doesNotContain("id=\"history\"");
  }

  @Test
  void markdownAndTextShowTheHistoryOfSeveralReports() {
    DesignReport report = EscapingTest.report();
    DesignReport first = dated(ExampleReport.of(ExampleDesign.ORDERS), "2026-01-01T09:00:00Z");
    DesignReport second = dated(report, "2026-02-01T09:00:00Z");
    DesignReport now = dated(report, "2026-03-01T09:00:00Z");

    String markdown = ExampleReport.markdown(now, second, first);
    assertThat(markdown.substring(markdown.indexOf("\nNothing changed.")))
        .startsWith(
            """

            Nothing changed.

            ### History

            3 reports, the newest last.

            | Report | Errors | Warnings | Advice | Observed | On demand | Provisioned | Headroom |
            |---|---:|---:|---:|---:|---:|---:|---:|
            | 2026-01-01 09:00 | 0 | 0 | 0 | 4/4 | $28.54 | $11.77 | 100+ × |
            | 2026-02-01 09:00 | 1 | 0 | 0 | 1/1 | – | – | – |
            | 2026-03-01 09:00 | 1 | 0 | 0 | 1/1 | – | – | – |

            | Finding | Open since | Reports |
            |---|---:|---:|
            |\
            """)
        .endsWith(" | 2026-02-01 09:00 | 2 |\n");
    String text = ExampleReport.text(now, second, first);
    assertThat(text.substring(text.indexOf("History\n")))
        .startsWith(
            """
            History
              3 reports, the newest last.
              Report             Errors   Warnings   Advice   Observed   On demand   Provisioned   Headroom
            """)
        .contains(
            "  2026-01-01 09:00        0          0        0        4/4      $28.54        $11.77  "
                + "   100+ ×\n")
        .endsWith("   2026-02-01 09:00         2\n");
    assertThat(ExampleReport.markdown(now, first)).doesNotContain("History");
    assertThat(ExampleReport.text(now, first)).doesNotContain("History\n");
  }

  private static DesignReport dated(DesignReport report, String date) {
    ReportHeader header = report.header();
    return new DesignReport(
        new ReportHeader(
            header.title(),
            header.description(),
            header.version(),
            Instant.parse(date),
            header.declared(),
            header.observed(),
            header.summary()),
        report.matrix(),
        report.collections(),
        report.contracts(),
        report.findings(),
        report.forecast(),
        report.omissions(),
        report.access(),
        report.verdict());
  }

  @Test
  void eachElementOfAPageIsClosed() {
    DesignReport hostile = EscapingTest.report();
    DesignReport chat = ExampleReport.of(ExampleDesign.CHAT);
    for (String page :
        List.of(
            ExampleReport.page(hostile, chat, hostile),
            ExampleReport.page(chat, hostile),
            ExampleReport.page(large()))) {
      Deque<String> open = new ArrayDeque<>();
      Matcher tags = Pattern.compile("<(/?)([a-z0-9]+)[ >]").matcher(page);
      while (tags.find()) {
        if (tags.group(1).equals("/")) {
          String before = page.substring(Math.max(0, tags.end() - 200), tags.end());
          assertThat(tags.group(2)).as(before).isEqualTo(open.pop());
        } else if (!List.of("meta", "input").contains(tags.group(2))) {
          open.push(tags.group(2));
        }
      }
      assertThat(open).isEmpty();
    }
  }

  @Test
  void aPageHasABoundedNumberOfColumns() {
    List<AccessColumn> columns = new ArrayList<>();
    for (int i = 0; i < MatrixTable.MAX_COLUMNS + 2; i++) {
      columns.add(new AccessColumn("Table" + i, null));
    }
    DesignReport large = large();
    String page =
        ExampleReport.page(
            new DesignReport(
                large.header(),
                new PatternMatrix(columns, large.matrix().rows()),
                List.of(),
                List.of(),
                List.of(),
                large.forecast(),
                List.of(),
                null,
                null));

    assertThat(page.split("class=\"base\"", -1)).hasSize(MatrixTable.MAX_COLUMNS + 1);
    assertThat(page).contains(">2 further tables and indexes have no column here. ");
  }

  /**
   * Writes bills with other frequencies and projections, which {@code browser-tests} compares with
   * what the page of the same design calculates.
   */
  @Test
  void billsToCompareAPageWithAreWritten() throws IOException {
    ExampleDesign example = ExampleDesign.CHAT;
    long seed = Seed.any();
    Random random = new Random(seed);
    ReportOptions options = ReportOptions.standard();
    StringBuilder cases = new StringBuilder();
    try (MonotableEngine engine = example.engine();
        DesignLab lab = DesignLab.of(example.design())) {
      lab.listenTo(engine);
      example.send(engine);
      int hours = options.cost().hoursPerMonth();
      WorkloadEstimate estimate = WorkloadEstimate.of(example.design(), lab.ledger(), hours);
      WhatIf model = lab.report(options).forecast().whatIf();
      assertThat(model.projections()).isNotEmpty();
      OtherProjection other = new OtherProjection(example.design(), estimate, lab.ledger(), hours);
      for (int i = 0; i < 40; i++) {
        int chosen = i % (model.projections().size() + 1) - 1;
        Workload base =
            chosen < 0
                ? estimate.workload()
                : changed(other, estimate, model.projections().get(chosen));
        List<PatternLoad> patterns = new ArrayList<>();
        List<String> times = new ArrayList<>();
        for (PatternLoad load : base.patterns()) {
          String count = String.valueOf(random.nextInt(100_000) / Math.pow(10, random.nextInt(6)));
          times.add(count);
          patterns.add(
              new PatternLoad(
                  load.name(),
                  UsageRate.of(count, UsageRate.Per.SECOND),
                  load.accesses(),
                  load.surcharges()));
        }
        CostReport cost =
            CostReport.of(
                new Workload(base.tables(), patterns, base.curve()),
                options.prices(),
                options.cost());
        cases
            .append(i == 0 ? "" : ",\n")
            .append("{\"times\":[" + String.join(",", times) + "],\"projection\":" + chosen)
            .append(",\"onDemand\":" + cost.onDemand().total().toPlainString())
            .append(",\"provisioned\":" + cost.provisioned().total().toPlainString() + "}");
      }
    }
    String text = "{\"seed\":" + seed + ",\"cases\":[\n" + cases + "\n]}\n";
    Files.createDirectories(REPORTS);
    Files.writeString(REPORTS.resolve("what-if.json"), text);
  }

  private static Workload changed(
      OtherProjection other, WorkloadEstimate estimate, WhatIf.OtherProjection chosen) {
    for (DesignTable table : estimate.tables()) {
      for (DeclaredIndex index : table.indexes()) {
        if (chosen.index().equals(table.name() + "." + index.name())) {
          return other.with(
              table,
              new DeclaredIndex(
                  index.name(),
                  index.global(),
                  index.key(),
                  chosen.projection().equals("ALL")
                      ? DeclaredProjection.ALL
                      : DeclaredProjection.KEYS_ONLY));
        }
      }
    }
    throw new AssertionError("no index " + chosen.index());
  }

  /** Returns the text of the first section, which says what changed. */
  private static String changes(String page) {
    return section(page, "changes", "findings");
  }

  /** Returns the text of a section, up to the next one. */
  private static String section(String page, String id, String next) {
    int start = page.indexOf("<section id=\"" + id + "\"");
    int end = page.indexOf("<section id=\"" + next + "\"");
    assertThat(start).isBetween(0, end);
    return page.substring(start, end).replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip();
  }

  @Test
  void aReportOf10000ItemsAnd200PatternsIsWritten() throws IOException {
    DesignReport large = large();
    ReportFile.write(large, REPORTS.resolve("large.html"));
    String page = Files.readString(REPORTS.resolve("large.html"));
    assertThat(page.split("<table class=\"collection\">", -1)).hasSize(COLLECTIONS + 1);
    assertThat(page.split("<tr role=\"row\" class=\"pattern ", -1)).hasSize(PATTERNS + 1);
  }

  private static DesignReport large() {
    List<PatternRow> rows = new ArrayList<>();
    for (int i = 0; i < PATTERNS; i++) {
      String target = SHOP.get(i % 3).target();
      rows.add(
          new PatternRow(
              "access pattern " + i,
              null,
              Coverage.OBSERVED,
              "10/s",
              null,
              List.of(new PatternCell(target, List.of("Query"), 10, 0.5, 0)),
              List.of(
                  new RequestRow(
                      "Query " + target + " PK = CUSTOMER#{id}",
                      target,
                      1,
                      null,
                      null,
                      List.of(),
                      Map.of()))));
    }
    List<ItemCollection> collections = new ArrayList<>();
    for (int i = 0; i < COLLECTIONS; i++) {
      List<CollectionItem> items = new ArrayList<>();
      for (int j = 0; j < ITEMS_OF_COLLECTION; j++) {
        items.add(
            new CollectionItem(
                j == 0 ? "Customer" : "Order",
                List.of(j == 0 ? "PROFILE" : "ORDER#2026-01-" + j),
                List.of(
                    new ItemAttribute("name", "S", "Customer " + i),
                    new ItemAttribute("total", "N", String.valueOf(100 * j)),
                    new ItemAttribute("status", "S", "open")),
                120L));
      }
      collections.add(new ItemCollection(List.of("CUSTOMER#" + i), items, Map.of()));
    }
    return new DesignReport(
        new ReportHeader(
            "Shop",
            null,
            "1.0",
            null,
            true,
            new ObservedTotals(1, 1, 1, 1, null, null, 0),
            new ReportSummary(PATTERNS, PATTERNS, 0, 0, 0, 0, 0, null)),
        new PatternMatrix(SHOP, rows),
        List.of(
            new CollectionView("Shop", null, List.of("PK"), List.of("SK"), true, collections, 0)),
        List.of(),
        List.of(),
        new Forecast(null, List.of(), List.of(), List.of(), null, null, List.of()),
        List.of(),
        List.of(new DesignReport.UnusedAccess("app", "policy.json:4:5", List.of("dynamodb:Scan"))),
        null);
  }
}
