package dev.monotable.design.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.model.Design;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.render.ReportJson;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the order of findings by their consequence, and the first sentence of a report. */
class RankingTest {
  private static final String SMALL =
      """
      design: Readings
      tables:
        Readings:
          partitionKey: PK
          sortKey: SK
          entities:
            Reading:
              keys: {PK: "METER#{meter}", SK: "AT#{at}"}
              count: 1_000
              bytes: 100
      patterns:
        readings of a meter:
          operation: Query
          key: PK = METER#{meter}
          items: 1
          frequency: 1/s
        add a reading:
          operation: PutItem
          key: PK = METER#{meter} and SK = AT#{at}
          condition: attribute_not_exists(PK)
          distribution: uniform over 1_000
          frequency: 10/s
        all readings:
          operation: Scan
          table: Readings
          frequency: 10/s
      """;

  private static final String LARGE = SMALL.replace("count: 1_000", "count: 10_000_000");

  @TempDir private Path directory;

  @Test
  void wrongResultsComeFirstThenThrottlingThenMoney() throws Exception {
    assertThat(ranks(report(SMALL, RankingTest::flawed)))
        .containsExactly("1 WRONG missing-condition", "2 COST scan");
    assertThat(ranks(report(LARGE, RankingTest::flawed)))
        .containsExactly(
            "1 WRONG missing-condition", "2 FAILURE throttled-traffic", "3 FAILURE scan");
  }

  @Test
  void theFirstSentenceNamesTheLimitTheCostAndWhatToMend() throws Exception {
    Verdict verdict = Objects.requireNonNull(report(SMALL, RankingTest::flawed).verdict());

    assertThat(verdict)
        .isEqualTo(
            new Verdict(
                "This design fails first at 24 times its traffic, by the read units of a partition"
                    + " of Readings for METER#{} (2), and costs most in “all readings” ($41.06 of"
                    + " $57.65 a month on demand); fix these two: a write without its condition"
                    + " (add a reading); a Scan (all readings).",
                List.of(1, 2),
                verdict.expensive(),
                null));
    assertThat(verdict.expensive())
        .extracting(CostShare::name)
        .containsExactly("all readings", "add a reading", "readings of a meter");
  }

  @Test
  void aDesignWithNothingToFixSaysSo() throws Exception {
    DesignReport report = report(SMALL, RankingTest::query);

    assertThat(Objects.requireNonNull(report.verdict()).sentence())
        .startsWith("This design has nothing to fix: its first limit is ")
        .contains(", and its largest cost is “all readings” (");
    assertThat(report.verdict().fix()).isEmpty();
  }

  @Test
  void withoutADesignTheSizeIsAssumedAndSaid() throws Exception {
    DesignReport report = report(null, RankingTest::flawed);

    // A Scan of 1,000,000 items, many times a second.
    assertThat(ranks(report)).containsExactly("1 FAILURE scan");
    assertThat(report.isOfAssumedSize()).isTrue();
    assertThat(Objects.requireNonNull(report.forecast().cost()).onDemand().patterns()).hasSize(4);
    for (ReportFormat format : ReportFormat.values()) {
      String text = ReportFile.text(report, format).replaceAll("\\s+", " ");
      assertThat(text)
          .contains("This design fails first at ", "; fix this: a Scan (")
          .contains("1,000,000 items of each entity without a declared number, and 100 requests a");
    }
  }

  @Test
  void aReportOfAFormerVersionHasNoRanks() throws Exception {
    DesignReport report = report(SMALL, RankingTest::flawed);
    Path file = directory.resolve("report.json");
    ReportFile.write(report, file);
    assertThat(ReportJson.read(file)).isEqualTo(report);

    String former =
        ReportFile.text(report, ReportFormat.JSON)
            .replaceAll("(?s),\\s*\"rank\": \\{[^}]*}", "")
            .replaceAll("(?s),\\s*\"verdict\": \\{.*}(?=\\s*}\\s*$)", "");
    Files.writeString(file, former);
    DesignReport read = ReportJson.read(file);
    assertThat(read.verdict()).isNull();
    assertThat(read.findings()).extracting(Finding::rank).containsOnlyNulls();
    assertThat(read.findings())
        .extracting(Finding::toString)
        .isEqualTo(report.findings().stream().map(Finding::toString).toList());
  }

  private static List<String> ranks(DesignReport report) {
    return report.findings().stream()
        .map(
            finding ->
                Objects.requireNonNull(finding.rank()).place()
                    + " "
                    + finding.consequence()
                    + " "
                    + finding.id())
        .toList();
  }

  private static void flawed(Requests to) {
    query(to);
    for (int i = 0; i < 30; i++) {
      to.put("Readings", Item.of("PK", "METER#" + i % 7, "SK", "AT#" + (1_000 + i)));
    }
    Calls.scan(to::send, "Readings");
  }

  private static void query(Requests to) {
    to.put("Readings", Item.of("PK", "METER#1", "SK", "AT#0999"), "attribute_not_exists(PK)");
    to.query("Readings", null, "PK = 'METER#1'");
  }

  private Design design(String text) throws Exception {
    return DesignFile.read(Files.writeString(directory.resolve("design.yaml"), text));
  }

  private DesignReport report(@Nullable String declared, Consumer<Requests> requests)
      throws Exception {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = DesignLab.of(declared == null ? null : design(declared))) {
      DesignTables.create(design(SMALL), engine);
      lab.listenTo(engine);
      requests.accept(new Requests(engine));
      return lab.report(ReportOptions.standard());
    }
  }
}
