package dev.monotable.design.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.bound.Bound;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.recording.Recording;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.replay.TableRequests;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which advice is given after it was tried. */
class TriedAdviceTest {
  private static final int PEOPLE = 40;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("requests.gz");
  }

  private DesignReport report(Consumer<Requests> traffic, DeclaredIndex... indexes)
      throws Exception {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        Recording recording =
            Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> RequestContext.NONE)) {
      TableRequests.create(
          new DesignTable(
              "People",
              DeclaredKey.of("PK", "SK"),
              Arrays.asList(indexes),
              List.of(),
              TableSettings.DEFAULT),
          engine);
      recording.listenTo(engine);
      traffic.accept(new Requests(engine));
    }
    return report();
  }

  /** Removes a line of the recording. */
  private void lose(Predicate<String> which) throws Exception {
    List<String> lines = new ArrayList<>();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
    }
    assertThat(lines.remove(lines.stream().filter(which).findFirst().orElseThrow())).isTrue();
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(String.join("\n", lines).concat("\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void readConsistently(Requests to) {
    to.pause(Duration.ofHours(1));
    for (int i = 0; i < 40; i++) {
      var unused =
          to.send(
              Operations.GET_ITEM,
              GetItemInput.builder()
                  .tableName("People")
                  .key(Requests.key("TEAM#" + i % 4, "PERSON#" + (100 + i)))
                  .consistentRead(true)
                  .build());
    }
  }

  private DesignReport report() throws Exception {
    try (DesignLab lab = DesignLab.of(null)) {
      assertThat(lab.replay(file)).isEmpty();
      return lab.report(ReportOptions.standard());
    }
  }

  private static String tested(Finding finding) {
    return finding.trial() == null ? "" : finding.trial().text();
  }

  private static Finding find(DesignReport report, String id) {
    return report.findings().stream()
        .filter(finding -> finding.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " in " + report.findings()));
  }

  /** Puts people with about 100 bytes each, four in each of ten cities. */
  private static void people(Requests to) {
    for (int i = 0; i < PEOPLE; i++) {
      to.put(
          "People",
          Item.of(
              "PK",
              "TEAM#" + i % 4,
              "SK",
              "PERSON#" + (100 + i),
              "city",
              "City" + i % 10,
              "active",
              i % 10 == 0,
              "phase",
              i % 10 == 0 ? "OPEN" : "DONE",
              "text",
              "x".repeat(50)));
    }
  }

  private static void scan(Requests to, String attribute, Object... values) {
    for (Object value : values) {
      var unused =
          to.send(
              Operations.SCAN,
              ScanInput.builder()
                  .tableName("People")
                  .filterExpression(attribute + " = :value")
                  .expressionAttributeValues(Item.of(":value", value))
                  .build());
    }
  }

  @Test
  void aScanBecomesAQueryOfANewIndexAndItsUnitsAreThoseOfAMillionItems() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              IntStream.range(0, 10).forEach(i -> scan(to, "city", "City" + i));
            });
    Finding scan = find(report, "scan");

    assertThat(scan.advice())
        .as(tested(scan))
        .startsWith("Add an index with the partition key city, and query it with city = {}");
    // 40 items of 101 or 102 bytes: a million of them are 24,829 steps of 4 KB, half a unit each.
    assertThat(tested(scan))
        .matches(
            "Replayed: at 1,000,000 items 0\\.5 instead of 1[0-9],[0-9]{3}(\\.5)? units a request,"
                + " writes consume 40 more, 1 finding vanishes");
    for (ReportFormat format : ReportFormat.values()) {
      assertThat(ReportFile.text(report, format).replaceAll("\\s+", " "))
          .as(format.name())
          .contains("0.5 instead of 1");
    }
  }

  @Test
  void anIndexThatExistsIsQueried() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              IntStream.range(0, 10).forEach(i -> scan(to, "city", "City" + i));
            },
            new DeclaredIndex(
                "ByCity", true, DeclaredKey.of("city", "SK"), DeclaredProjection.ALL));

    assertThat(find(report, "scan").advice())
        .as(tested(find(report, "scan")))
        .startsWith("Query People.ByCity with city = {}");
    assertThat(tested(find(report, "scan")))
        .startsWith("Replayed: at 1,000,000 items 0.5 instead of ")
        .doesNotContain("writes consume");
    assertThat(tested(find(report, "unused-index")))
        .isEqualTo("Replayed: 80 units become 40, 1 finding vanishes");
  }

  @Test
  void noIndexHasABooleanAsItsKey() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              scan(to, "active", true, true);
            });

    assertThat(find(report, "scan").advice())
        .startsWith(
            "A key cannot be a BOOL: write another attribute only to the items with active = {}");
    assertThat(tested(find(report, "scan"))).isEqualTo("Calculated");
  }

  @Test
  void adviceWithAFindingOfItsOwnIsNotGiven() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              scan(to, "phase", "OPEN", "OPEN");
            });

    assertThat(find(report, "scan").advice()).isNull();
    assertThat(tested(find(report, "scan")))
        .isEqualTo(
            "No advice: the usual change was tried, and gives the finding"
                + " constant-partition-key");
  }

  @Test
  void aFilteredQueryKeepsItsOrder() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              for (int i = 0; i < 3; i++) {
                var unused =
                    to.send(
                        Operations.QUERY,
                        QueryInput.builder()
                            .tableName("People")
                            .keyConditionExpression("PK = :team")
                            .filterExpression("city = :city")
                            .expressionAttributeValues(Item.of(":team", "TEAM#0", ":city", "City0"))
                            .build());
              }
            });

    assertThat(find(report, "filter-discards-most").advice())
        .contains("such as city#SK", "the order by SK remains");
  }

  @Test
  void theOnlyActionOfATransactionIsSentAsARequest() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              for (int i = 0; i < 20; i++) {
                to.transact(Requests.deleteAction("People", Requests.key("TEAM#8", "PERSON#" + i)));
              }
            });

    assertThat(tested(find(report, "transaction-of-one-action")))
        .startsWith("Replayed: 40 units become 20");
  }

  @Test
  void aReadIsSentWithoutConsistentRead() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              readConsistently(to);
            });

    assertThat(tested(find(report, "needless-consistent-read")))
        .startsWith("Replayed: 40 units become 20, 1 finding vanishes");
  }

  @Test
  void readsOneAfterTheOtherBecomeABatch() throws Exception {
    DesignReport report =
        report(
            to -> {
              people(to);
              for (int i = 0; i < PEOPLE; i++) {
                if (i % 10 == 0) {
                  to.put("People", Requests.key("TEAM#9", "PERSON#" + (900 + i)));
                }
                assertThat(to.get("People", Requests.key("TEAM#" + i % 4, "PERSON#" + (100 + i))))
                    .isNotNull();
              }
            });

    assertThat(tested(find(report, "get-after-get")))
        .startsWith("Replayed: 40 requests become 4, with 20 instead of 20 units, 1 finding");
  }

  @Test
  void aConditionIsTriedByTheWritesThatItLetsFail() throws Exception {
    DesignReport report =
        report(
            to -> {
              for (int i = 0; i < 20; i++) {
                Item person = Requests.key("TEAM#9", "PERSON#" + (200 + i));
                if (to.get("People", person) == null) {
                  to.put("People", person);
                }
              }
              to.put("People", Requests.key("TEAM#9", "PERSON#200"));
            });

    assertThat(tested(find(report, "unconditional-create")))
        .startsWith("Replayed: 1 of 21 writes fails instead of replacing an item");
  }

  @Test
  void aDeclaredConditionIsTried() throws Exception {
    try (MonotableEngine engine = ExampleDesign.MUSIC.engine();
        DesignLab lab = DesignLab.of(ExampleDesign.MUSIC.design())) {
      lab.listenTo(engine);
      Item artist = Item.of("PK", "Artist-2", "SK", "Artist-2", "CareerStart", 1975);
      for (int i = 0; i < 2; i++) {
        new Requests(engine).put("Music", artist);
      }

      assertThat(tested(find(lab.report(ReportOptions.standard()), "missing-condition")))
          .startsWith("Replayed: 1 of 2 writes fails instead of replacing an item");
    }
  }

  @Test
  void adviceOnATableThatDiffersWhenReplayedIsCalculated() throws Exception {
    var unused =
        report(
            to -> {
              people(to);
              scan(to, "city", "City0", "City1");
            });
    lose(line -> line.contains("PutItem")); // one of those that are scanned

    assertThat(tested(find(report(), "scan")))
        .isEqualTo("Calculated: sent again unchanged, Scan had 39 instead of 40 items read");
  }

  @Test
  void aLostRequestMattersOnlyToThoseThatItChanges() throws Exception {
    var unused =
        report(
            to -> {
              people(to);
              to.put("People", Requests.key("TEAM#9", "UNREAD"));
              readConsistently(to);
              assertThat(to.get("People", Requests.key("TEAM#9", "UNREAD"))).isNotNull();
            });
    lose(line -> line.contains("PutItem") && line.contains("UNREAD"));

    assertThat(tested(find(report(), "needless-consistent-read")))
        .startsWith("Replayed: 40 units become 20");
  }

  @Test
  void aFormThatBeginsAfterTheFirstWindowIsReplayed() throws Exception {
    DesignReport report =
        report(
            to -> {
              for (int i = 0; i < Bound.REPLAYED_REQUESTS.most() / PEOPLE; i++) {
                people(to);
              }
              to.put("People", Requests.key("TEAM#1", "PERSON#100"));
              IntStream.range(0, 10).forEach(i -> scan(to, "city", "City" + i));
            });

    assertThat(tested(find(report, "scan")))
        .startsWith("Replayed: at 1,000,000 items 0.5 instead of ");
    assertThat(report.omissions())
        .containsExactly(
            "At most 4,000 requests in each of six windows are sent again to try advice; left"
                + " out: 1 request outside.");
  }

  /** Creates an engine with people, and a lab with another use of it. */
  private static DesignReport inProcess(BiConsumer<DesignLab, MonotableEngine> use) {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = DesignLab.of(null)) {
      TableRequests.create(
          new DesignTable(
              "People", DeclaredKey.of("PK", "SK"), List.of(), List.of(), TableSettings.DEFAULT),
          engine);
      people(new Requests(engine));
      use.accept(lab, engine);
      return lab.report(ReportOptions.standard());
    }
  }

  private static void scanAndWrite(Requests to) {
    to.put("People", Item.of("PK", "TEAM#0", "SK", "PERSON#100", "city", "City0"));
    IntStream.range(0, 10).forEach(i -> scan(to, "city", "City" + i));
  }

  @Test
  void requestsInProcessAreReplayedOnTheItemsBeforeThem() {
    DesignReport listened =
        inProcess(
            (lab, engine) -> {
              lab.listenTo(engine);
              scanAndWrite(new Requests(engine));
            });
    DesignReport kept =
        inProcess(
            (lab, engine) -> {
              List<ObservedRequest> requests = new ArrayList<>();
              RequestObserver.Registration observed = engine.observe(requests::add);
              scanAndWrite(new Requests(engine));
              observed.close();
              lab.accept(requests, engine);
            });

    for (DesignReport each : List.of(listened, kept)) {
      assertThat(tested(find(each, "scan")))
          .startsWith("Replayed: at 1,000,000 items 0.5 instead of ");
      assertThat(each.header().summary().tested().replayed()).isEqualTo(1);
    }
  }

  @Test
  void adviceOnWhatCannotBeReplayedIsCalculated() throws Exception {
    String line =
        "{\"op\":\"Scan\",\"tables\":[\"T\"],\"parts\":[{\"kind\":\"PAGE_READ\",\"table\":\"T\",\"filter\":{\"text\":\"city"
            + " = :c\",\"values\":\"{\\\":c\\\":{\\\"S\\\":\\\"Ulm\\\"}}\"},\"evaluated\":9,\"returned\":1,\"units\":0.5}]}\n";
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(
          ("{\"recording\":1}\n"
                  + "{\"table\":\"T\",\"partition\":[\"PK\",\"S\"],\"indexes\":[{\"name\":\"ByCity\",\"global\":true,\"partition\":[\"city\",\"S\"],\"projection\":\"ALL\"}]}\n"
                  + line)
              .getBytes(StandardCharsets.UTF_8));
    }

    assertThat(tested(find(report(), "scan")))
        .isEqualTo("Calculated: the recording does not have the requests as they were sent");
  }

  @Test
  void aConditionHasTheValueThatWasRead() throws Exception {
    DesignReport report = report(to -> versions(to, false));

    assertThat(find(report, "lost-update").advice())
        .isEqualTo("Set name, version with the condition version = :read, the value that was read");
    assertThat(tested(find(report, "lost-update")))
        .isEqualTo("Replayed: 0 of 80 writes fail instead of being applied, 1 finding vanishes");
    assertThat(tested(find(report(to -> versions(to, true)), "lost-update")))
        .isEqualTo("Replayed: 4 of 80 writes fail instead of being applied, 1 finding vanishes");
  }

  /** Changes items that were read, some after another change of them. */
  private static void versions(Requests to, boolean late) {
    for (int i = 0; i < 40; i++) {
      to.put(
          "People",
          Item.of("PK", "TEAM#9", "SK", "PERSON#" + (500 + i), "name", "a", "version", 1));
    }
    for (int i = 0; i < 40; i++) {
      Item key = Requests.key("TEAM#9", "PERSON#" + (500 + i));
      assertThat(to.get("People", key)).isNotNull();
      if (late && i % 10 == 0) {
        set(to, key, "SET version = version + :n", 1);
      }
      put(to, i);
    }
  }

  private static void put(Requests to, int i) {
    to.put(
        "People", Item.of("PK", "TEAM#9", "SK", "PERSON#" + (500 + i), "name", "b", "version", 2));
  }

  private static void set(Requests to, Item key, String update, int value) {
    var unused =
        to.send(
            Operations.UPDATE_ITEM,
            UpdateItemInput.builder()
                .tableName("People")
                .key(key)
                .updateExpression(update)
                .expressionAttributeValues(Item.of(":n", value))
                .build());
  }

  @Test
  void twoWritesBecomeOneTransaction() throws Exception {
    DesignReport report =
        report(
            to -> {
              for (int i = 0; i < 40; i++) {
                to.put("People", Requests.key("ACCOUNT#" + (1000 + i), "PROFILE"));
                to.pause(Duration.ofSeconds(3));
              }
              for (int i = 0; i < 40; i++) {
                to.put("People", Requests.key("ACCOUNT#" + (1000 + i), "ORDER#" + i));
                set(to, Requests.key("ACCOUNT#" + (1000 + i), "PROFILE"), "ADD orders :n", 1);
                to.pause(Duration.ofSeconds(3));
              }
            });

    assertThat(tested(find(report, "writes-without-transaction")))
        .startsWith("Replayed: 80 requests become 40, with 160 instead of 80 units, 1 finding");
  }

  @Test
  void aPrefixEndsWithItsDelimiter() throws Exception {
    DesignReport report =
        report(
            to -> {
              for (int i = 0; i < 6; i++) {
                to.put("People", Requests.key("TEAM#1", "USER#" + i));
                to.put("People", Requests.key("TEAM#1", "USERGROUP#" + i));
              }
              for (int i = 0; i < 4; i++) {
                to.query("People", null, "PK = 'TEAM#1' and begins_with(SK, 'USER')");
              }
            });

    assertThat(find(report, "prefix-within-word").advice()).contains("begins_with(SK, USER#)");
    assertThat(tested(find(report, "prefix-within-word")))
        .isEqualTo("Replayed: 4 requests return 24 instead of 48 items, 1 finding vanishes");
  }
}
