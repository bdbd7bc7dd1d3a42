package dev.monotable.design.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.recording.Recording;
import dev.monotable.design.recording.RecordingLoss;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.value.Item;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayerTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("requests.gz");
  }

  /** Records the second part of the traffic of a design. */
  private void record(ExampleDesign example) throws Exception {
    try (MonotableEngine engine = example.engine();
        Recording recording = recording()) {
      example.send(engine); // so that there are items at the beginning
      recording.listenTo(engine);
      try {
        example.send(engine);
      } catch (DynamoException e) {
        assertThat(e).hasMessage("The conditional request failed"); // the item has been created
      }
    }
  }

  private Recording recording() throws Exception {
    return Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> RequestContext.NONE);
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void aRecordingIsReplayedAsItWas(ExampleDesign example) throws Exception {
    record(example);
    try (DesignLab recorded = DesignLab.of(example.design());
        DesignLab again = DesignLab.of(example.design())) {
      assertThat(recorded.replay(file)).isEmpty();

      Replay replay = Replayer.run(Recording.window(file), ReplayChange.NONE, again, table -> {});

      assertThat(replay.differences()).isEmpty();
      assertThat(replay.requests()).isPositive();
      assertThat(again.ledger().totals().from()).isEqualTo(recorded.ledger().totals().from());
      assertThat(again.ledger().totals().to()).isEqualTo(recorded.ledger().totals().to());
      assertThat(again.ledger().entries())
          .extracting(entry -> entry.shape() + " " + entry.readUnits() + " " + entry.writeUnits())
          .isEqualTo(
              recorded.ledger().entries().stream()
                  .map(entry -> entry.shape() + " " + entry.readUnits() + " " + entry.writeUnits())
                  .toList());
    }
  }

  @Test
  void eachDatabaseHasItsOwnItems() throws Exception {
    try (MonotableEngine one = ExampleDesign.ORDERS.engine();
        MonotableEngine other = ExampleDesign.ORDERS.engine();
        Recording recording = recording()) {
      new Requests(one).put("MainTable", Requests.key("USER#1", "PROFILE"));
      recording.listenTo(one, "one");
      recording.listenTo(other, "other");
      for (MonotableEngine each : List.of(one, other)) {
        var unused = new Requests(each).get("MainTable", Requests.key("USER#1", "PROFILE"));
      }
    }
    List<String> found = new ArrayList<>();

    Replay replay =
        Replayer.run(
            Recording.window(file),
            ReplayChange.NONE,
            (request, context) -> found.add(context.database() + " " + request.itemsRead()),
            table -> {});

    assertThat(replay.differences()).isEmpty();
    assertThat(found).containsExactly("one 1", "other 0");
  }

  @Test
  void itemsExpireAtTheirTimes() throws Exception {
    ManualTime time = new ManualTime(ExampleDesign.START);
    try (MonotableEngine engine =
            MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build());
        Recording recording = recording()) {
      TableRequests.create(
          ExampleDesign.ORDERS.design().tables().get(0).withTimeToLive("expires"), engine);
      recording.listenTo(engine);
      Requests to = new Requests(engine);
      long expires = ExampleDesign.START.getEpochSecond() + 60;
      to.put("MainTable", Item.of("PK", "USER#1", "SK", "SESSION", "expires", expires));
      assertThat(to.get("MainTable", Requests.key("USER#1", "SESSION"))).isNotNull();
      time.advance(Duration.ofDays(3));
      assertThat(to.get("MainTable", Requests.key("USER#1", "SESSION"))).isNull();
    }

    List<Long> read = new ArrayList<>();
    Replay replay =
        Replayer.run(
            Recording.window(file),
            ReplayChange.NONE,
            (request, context) -> read.add(request.itemsRead()),
            table -> {});

    assertThat(replay.differences()).isEmpty();
    assertThat(read).containsExactly(0L, 1L, 0L);
  }

  @Test
  void aConditionThatFailedFailsAgainAndAnInjectedErrorDoesNot() throws Exception {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        Recording recording = recording()) {
      recording.listenTo(engine);
      Requests to = new Requests(engine);
      Item item = Requests.key("USER#1", "PROFILE");
      to.put("MainTable", item, "attribute_not_exists(PK)");
      assertThat(
              catchThrowableOfType(
                  DynamoException.class,
                  () -> to.put("MainTable", item, "attribute_not_exists(PK)")))
          .isNotNull();
      engine
          .faults()
          .add(FaultRule.on(Operations.PUT_ITEM).inject(new InjectedFault.ServerError(false)));
      assertThat(
              catchThrowableOfType(
                  DynamoException.class,
                  () -> to.put("MainTable", Requests.key("USER#2", "PROFILE"))))
          .isNotNull();
      assertThat(to.get("MainTable", Requests.key("USER#2", "PROFILE"))).isNull();
    }
    List<String> outcomes = new ArrayList<>();

    Replay replay =
        Replayer.run(
            Recording.window(file),
            ReplayChange.NONE,
            (request, context) ->
                outcomes.add(
                    request.operation().name()
                        + " "
                        + (request.error() == null ? "" : request.error().shapeName())),
            table -> {});

    assertThat(replay.differences()).isEmpty();
    assertThat(outcomes)
        .containsExactly("PutItem ", "PutItem ConditionalCheckFailedException", "GetItem ");
  }

  @Test
  void aDifferenceIsNamedByTable() throws Exception {
    record(ExampleDesign.ORDERS);
    TrafficWindows traffic = new TrafficWindows();
    var unused =
        Recording.replay(
            file,
            (request, context) -> traffic.accept(request, context, false),
            table -> traffic.addTable(null, table.table(), List.of()), // without its items
            new RecordingLoss(),
            () -> true);

    Replay replay =
        Replayer.run(
            traffic.windows().get(0), ReplayChange.NONE, (request, context) -> {}, table -> {});

    assertThat(replay.findDifference("MainTable"))
        .startsWith("sent again unchanged, ")
        .contains(" instead of ");
  }

  /** An index by city, and a Query of it in place of a Scan. */
  private static final class ByCity implements ReplayChange {
    @Override
    public DesignTable table(DesignTable table) {
      List<DeclaredIndex> indexes = new ArrayList<>(table.indexes());
      indexes.add(
          new DeclaredIndex("ByCity", true, DeclaredKey.of("city", "PK"), DeclaredProjection.ALL));
      return new DesignTable(
          table.name(), table.key(), indexes, table.entities(), table.settings());
    }

    @Override
    public List<SentRequest> requests(SentRequest request) {
      return request.request() instanceof ScanInput scan
          ? List.of(
              request.with(
                  Operations.QUERY,
                  QueryInput.builder()
                      .tableName(scan.tableName())
                      .indexName("ByCity")
                      .keyConditionExpression(scan.filterExpression())
                      .expressionAttributeValues(scan.expressionAttributeValues())
                      .build()))
          : List.of(request);
    }
  }

  @Test
  void anIndexAndAQueryAreTried() throws Exception {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        Recording recording = recording()) {
      recording.listenTo(engine);
      Requests to = new Requests(engine);
      for (int i = 0; i < 40; i++) {
        to.put(
            "MainTable",
            Item.of("PK", "USER#" + i, "SK", "PROFILE", "city", i % 10 == 0 ? "Ulm" : "Bonn"));
      }
      var unused =
          engine.call(
              Operations.SCAN,
              ScanInput.builder()
                  .tableName("MainTable")
                  .filterExpression("city = :c")
                  .expressionAttributeValues(Item.of(":c", "Ulm"))
                  .build());
    }
    List<String> reads = new ArrayList<>();
    var unused =
        Replayer.run(
            Recording.window(file),
            new ByCity(),
            (request, context) -> {
              if (request.itemsReturned() > 0) {
                reads.add(request.index() + " " + request.itemsRead());
              }
            },
            table -> {});

    assertThat(reads).containsExactly("ByCity 4");
  }

  @Test
  void tablesWithTooManyItemsAndRequestsBeyondTheBoundAreLeftOutAsAWhole() throws Exception {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        Recording recording = recording()) {
      Requests to = new Requests(engine);
      for (int i = 0; i < 45; i++) {
        to.put("MainTable", Item.of("PK", "USER#" + i, "SK", "x", "text", "x".repeat(390_000)));
      }
      recording.listenTo(engine);
      for (int i = 0; i < 5; i++) {
        to.put("MainTable", Requests.key("USER#" + i, "PROFILE"));
      }
    }
    TrafficWindows traffic = new TrafficWindows(6, 3, 1 << 20);
    var unused =
        Recording.replay(
            file,
            (request, context) -> traffic.accept(request, context, false),
            table -> table.addTo(traffic),
            new RecordingLoss(),
            traffic::isOpen);
    List<String> omissions = new ArrayList<>();
    traffic.addOmissions(omissions);
    TrafficWindow window = traffic.windows().get(0);

    assertThat(window.requests()).hasSize(3);
    assertThat(omissions)
        .containsExactly(
            "At most 3 requests in each of six windows are sent again to try advice; left out: 2"
                + " requests outside.");
    assertThat(window.unknown())
        .isEqualTo(Map.of("MainTable", "its items at the beginning were too many to be recorded"));
  }

  @Test
  void anOlderRecordingIsReadAndSaysWhyItCannotBeReplayed() throws Exception {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(
          """
          {"recording":1}
          {"table":"T","partition":["PK","S"]}
          {"op":"GetItem","tables":["T"],"parts":[{"kind":"ITEM_READ","table":"T","key":"{\\"PK\\":{\\"S\\":\\"a\\"}}"}]}
          """
              .getBytes(StandardCharsets.UTF_8));
    }

    Replay replay =
        Replayer.run(
            Recording.window(file), ReplayChange.NONE, (request, context) -> {}, table -> {});

    assertThat(replay.requests()).isZero();
    assertThat(replay.findDifference("T"))
        .isEqualTo("the recording does not have the requests as they were sent");
  }
}
