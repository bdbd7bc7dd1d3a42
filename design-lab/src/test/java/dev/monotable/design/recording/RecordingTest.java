package dev.monotable.design.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.model.InputS3Configuration;
import dev.monotable.model.Operations;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.StartBulkPutItemsInput;
import dev.monotable.testing.Calls;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingTest {
  private static final RequestContext CONTEXT = new RequestContext("ATest.one", "a pattern");

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("requests.gz");
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void theLedgerOfARecordingEqualsThatOfTheEngine(ExampleDesign example) throws Exception {
    try (MonotableEngine engine = example.engine();
        DesignLab live =
            DesignLab.create(
                example.design(),
                dev.monotable.design.StandardFindings.catalogue(),
                () -> CONTEXT);
        Recording recording = Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> CONTEXT);
        DesignLab replayed = DesignLab.of(example.design())) {
      live.describe(engine);
      recording.listenTo(engine);
      engine.observe(live.observer());
      example.send(engine);
      fail(engine, example.design().tables().get(0).name());
      recording.flush();

      assertThat(replayed.replay(file)).hasSize(1);
      assertThat(replayed.ledger()).isEqualTo(live.ledger());
      assertThat(replayed.findings()).isEqualTo(live.findings());
      assertThat(recording.dropped()).isZero();
    }
  }

  /** Bulk operations are neither requests nor capacity; one operation counts with its bytes. */
  @Test
  void bulkOperationsAreRecordedWithTheirBytes() throws Exception {
    Path objects = Files.createDirectories(directory.resolve("files"));
    Files.writeString(
        objects.resolve("in"),
        """
        {"Item":{"PK":{"S":"a"},"SK":{"S":"1"}}}
        {"Item":{"PK":{"S":"b"},"SK":{"S":"1"}}}
        {"Item":{"PK":{"N":"5"}}}
        """);
    ManualTime time = new ManualTime(Instant.parse("2026-10-10T12:00:00Z"));
    EngineConfig config =
        EngineConfig.builder()
            .clock(time)
            .scheduler(time)
            .tableFiles(new BucketFiles(new BucketFolders(directory)))
            .build();
    try (MonotableEngine engine = MonotableEngine.create(config);
        DesignLab live = DesignLab.of(null);
        Recording recording = Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> CONTEXT)) {
      engine.call(Operations.CREATE_TABLE, Calls.table("Chat", "PK, SK").build());
      live.listenTo(engine);
      recording.listenTo(engine, "main");
      for (String tier : List.of("STANDARD", "ACCELERATED", "STANDARD")) {
        engine.call(Operations.START_BULK_PUT_ITEMS, bulkPut(tier));
        time.advance(Duration.ofSeconds(1));
      }
      recording.flush();

      assertThat(live.ledger().bulkPuts())
          .containsExactly(
              new BulkPutTotals("Chat", "ACCELERATED", 1, 3, 1, 12, 0),
              new BulkPutTotals("Chat", "STANDARD", 2, 6, 2, 24, 0));
      assertThat(live.ledger().totals().requests()).isEqualTo(3);
      assertThat(live.ledger().items()).isEmpty();
      assertThat(live.report(ReportOptions.standard()).forecast().notes())
          .contains(
              "1 bulk operation in the tier ACCELERATED put 12 bytes into Chat and its indexes.",
              "2 bulk operations in the tier STANDARD put 24 bytes into Chat and its indexes.");
      try (DesignLab replayed = DesignLab.of(null)) {
        assertThat(replayed.replay(file)).hasSize(1);
        assertThat(replayed.ledger().bulkPuts()).isEqualTo(live.ledger().bulkPuts());
      }
    }
  }

  private static StartBulkPutItemsInput bulkPut(String tier) {
    return StartBulkPutItemsInput.builder()
        .tableName("Chat")
        .performanceTier(tier)
        .inputS3Configuration(
            InputS3Configuration.builder()
                .s3Bucket("files")
                .s3KeyPrefix("in")
                .inputFormat("DYNAMODB_JSON")
                .build())
        .outputS3Configuration(
            OutputS3Configuration.builder()
                .s3Bucket("files")
                .s3KeyPrefix("reports")
                .outputType(List.of("ERROR"))
                .build())
        .build();
  }

  private static void fail(MonotableEngine engine, String table) {
    DynamoException e =
        catchThrowableOfType(
            DynamoException.class, () -> new Requests(engine).put(table, Item.of("wrong", "key")));
    assertThat(e).isNotNull();
  }

  @Test
  void aFileThatWasNotClosedIsReadToItsLastWholeLine() throws Exception {
    byte[] whole;
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        Recording recording = Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> CONTEXT)) {
      recording.listenTo(engine);
      ExampleDesign.ORDERS.send(engine);
      recording.flush();
      whole = Files.readAllBytes(file);
    }
    Ledger complete = replay(List.of());
    Files.write(file, whole);
    Ledger flushed = replay(List.of(file + ":8: the file is incomplete and ends after this line"));

    assertThat(flushed).isEqualTo(complete);
    Files.write(file, Arrays.copyOf(whole, whole.length - 40));
    Ledger cut = replay(List.of(file + ":7: the file is incomplete and ends after this line"));
    assertThat(cut.totals().requests()).isEqualTo(complete.totals().requests() - 1);
  }

  @Test
  void aFileHasALargestSize() throws Exception {
    Recording recording = Recording.create(file, 1, () -> CONTEXT);
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        Recording open = recording) {
      open.listenTo(engine);
      ExampleDesign.ORDERS.send(engine);
    }
    assertThat(recording.dropped()).isEqualTo(6);
    Ledger ledger = replay(List.of(file + ": 6 requests were not recorded"));
    assertThat(ledger.entries()).isEmpty();
    assertThat(ledger.findTable("MainTable")).isNotNull();
  }

  @Test
  void aRequestWhoseLineIsTooLongIsRecordedWithoutItems() throws Exception {
    int maxLineBytes = 2_000;
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        RecordingWriter writer =
            new RecordingWriter(file, Recording.DEFAULT_MAX_BYTES, maxLineBytes)) {
      engine.observe(request -> writer.accept(request, CONTEXT));
      Requests requests = new Requests(engine);
      Item key = Requests.key("USER#1", "PROFILE");
      requests.put("MainTable", Item.of("PK", "USER#1", "SK", "PROFILE", "a", "x".repeat(3_000)));
      assertThat(requests.get("MainTable", key)).isNotNull();
      writer.end();
    }

    List<Object> items = new ArrayList<>();
    RecordingLoss loss = new RecordingLoss();
    var unused =
        Recording.replay(
            file,
            (request, context) ->
                request
                    .parts()
                    .forEach(
                        part -> {
                          if (part instanceof ItemWritten written) {
                            items.add(written.after());
                          } else if (part instanceof ItemRead read) {
                            items.add(read.item());
                            items.add(read.units());
                          }
                        }),
            table -> {},
            loss,
            () -> false);
    Item key = Requests.key("USER#1", "PROFILE");
    assertThat(items).containsExactly(key, key, 0.5);
    List<String> omissions = new ArrayList<>();
    loss.addTo(omissions);
    assertThat(omissions)
        .containsExactly(
            "2 requests were recorded without items, which were too large, and findings ignore"
                + " them.");
  }

  @Test
  void aRequestThatCannotBeWrittenLeavesTheOthersWhole() throws Exception {
    RecordingWriter writer =
        new RecordingWriter(file, Recording.DEFAULT_MAX_BYTES, Recording.MAX_LINE_BYTES);
    try (writer) {
      writer.accept(get(ExampleDesign.START), CONTEXT);
      assertThatThrownBy(() -> writer.accept(get(Instant.MAX), CONTEXT))
          .isInstanceOf(ArithmeticException.class); // it has no milliseconds in 64 bits
      writer.accept(get(ExampleDesign.START), CONTEXT);
      writer.end();
    }

    assertThat(replay(List.of(file + ": 1 request was not recorded")).entries())
        .singleElement()
        .satisfies(entry -> assertThat(entry.requests().requests()).isEqualTo(2));
  }

  private static RecordedRequest get(Instant at) {
    return new RecordedRequest(
        Operations.GET_ITEM,
        at,
        Duration.ZERO,
        List.of("Shop"),
        null,
        null,
        List.of(),
        List.of(),
        null,
        false,
        false,
        false,
        0,
        List.of(),
        List.of(),
        false,
        null);
  }

  @Test
  void aFileHasABoundedNumberOfTables() throws Exception {
    try (RecordingWriter writer =
        new RecordingWriter(file, Recording.DEFAULT_MAX_BYTES, Recording.MAX_LINE_BYTES)) {
      for (int i = 0; i <= RecordingWriter.MAX_TABLES; i++) {
        writer.addTable(
            new RecordedTable(
                null,
                new DesignTable(
                    "Table" + i,
                    DeclaredKey.of("PK", null),
                    List.of(),
                    List.of(),
                    TableSettings.DEFAULT),
                null,
                false));
      }
      writer.end();
    }

    List<String> tables = new ArrayList<>();
    List<Notice> notices =
        Recording.replay(
            file,
            (request, context) -> {},
            table -> tables.add(table.table().name()),
            new RecordingLoss(),
            () -> false);
    assertThat(notices).hasToString("[" + file + ": 1 table was not recorded]");
    assertThat(tables)
        .hasSize(RecordingWriter.MAX_TABLES)
        .doesNotContain("Table" + RecordingWriter.MAX_TABLES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"NaN\"", "\"Infinity\"", "1e999", "-1"})
  void aNumberThatNothingCanHaveIsRejected(String number) throws Exception {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      String line =
          "{\"op\":\"GetItem\",\"at\":-1,\"units\":[{\"table\":\"T\",\"read\":" + number + "}]}";
      out.write(("{\"recording\":1}\n" + line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    assertThatThrownBy(
            () ->
                Recording.replay(
                    file, (request, context) -> {}, table -> {}, new RecordingLoss(), () -> false))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ":2: read is invalid: " + number.replace("\"", ""));
  }

  @Test
  void aLineHasABoundedSize() throws Exception {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("{\"recording\":1}\n{\"op\":\"".getBytes(StandardCharsets.UTF_8));
      byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      out.write(spaces);
    }

    assertThatThrownBy(
            () ->
                Recording.replay(
                    file,
                    (request, context) -> {},
                    table -> {},
                    new RecordingLoss(),
                    () -> false,
                    1 << 20))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("a line has more than 1 MB");
  }

  @Test
  void aFileThatIsBeingWrittenIsNotReplaced() throws Exception {
    try (Recording recording = Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> CONTEXT)) {
      recording.flush();
      byte[] written = Files.readAllBytes(file);

      assertThatThrownBy(() -> Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> CONTEXT))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(file + ": another recording is being written to this file");
      assertThat(Files.readAllBytes(file)).isEqualTo(written);
    }
  }

  @Test
  void anotherFileIsNotARecording() throws Exception {
    assertThat(invalid("{\"a\":1}\n")).hasMessage(file + ":1: not a recording");
    assertThat(invalid("{\"recording\":\"x\"}\n"))
        .hasMessage(file + ":1: the number of the format is invalid: x");
    assertThat(invalid("")).hasMessage(file + ": not a recording: it has no line");
    assertThat(invalid("{\"recording\":1}\n{]\n")).hasMessageStartingWith(file + ":2: not JSON");
    assertThat(invalid("{\"recording\":1}\n{\"op\":\"PutItem\",\"parts\":[{\"key\":\"X\"}]}\n"))
        .hasMessageStartingWith(file + ":2: not a line of a recording");
  }

  /** If this fails, the format needs the next number, which {@link RequestLines#FORMAT} has. */
  @Test
  void aNewKindOfEntryNeedsANewFormat() {
    Map<Integer, String> formats =
        Map.of(
            2,
            "[ITEM_READ, PAGE_READ, ITEM_WRITTEN, RECORDS_READ]"
                + " [PUT, INSERT, UPDATE, DELETE, CONDITION_CHECK]"
                + " [ADDED, REMOVED, MOVED, UPDATED]"
                + " [EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, BETWEEN, BEGINS_WITH]"
                + " [ALL, KEYS_ONLY, INCLUDE]");
    assertThat(
            Stream.of(
                    RequestPart.Kind.values(),
                    ItemWritten.WriteKind.values(),
                    IndexChange.Kind.values(),
                    KeyTerm.Comparison.values(),
                    DeclaredProjection.Kind.values())
                .map(Arrays::toString)
                .collect(Collectors.joining(" ")))
        .isEqualTo(formats.get(RequestLines.FORMAT.number()));
  }

  @Test
  void aLaterFormatIsNamedAndTheFileIsUnchanged() throws Exception {
    assertThat(invalid("{\"recording\":3}\n{\"op\":\"Query\"}\n"))
        .hasMessage(
            file
                + ":1: written by a later version of Monotable (format 3); this one reads format"
                + " 2");
    byte[] before = Files.readAllBytes(file);
    try (DesignLab lab = DesignLab.of(null)) {
      assertThatThrownBy(() -> lab.replay(file)).isInstanceOf(DataFileException.class);
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"lease":"x"} | kind of line: lease
          {"op":"Dance"} | operation: Dance
          {"op":"Query","error":"X"} | error: X
          {"op":"Query","parts":[{"kind":"X","table":"T"}]} | kind: X
          {"op":"PutItem","parts":[{"kind":"ITEM_WRITTEN","table":"T","key":"{}","write":"X"}]} | write: X
          {"op":"PutItem","parts":[{"changes":[{"index":"I","kind":"X"}]}]} | kind: X
          {"op":"Query","parts":[{"conditions":[[{"attribute":"a","comparison":"X","first":"{\\"v\\":{\\"S\\":\\"\\"}}"}]]}]} | comparison: X
          {"table":"T","partition":["p","X"]} | type: X
          {"table":"T","indexes":[{"name":"I","projection":"X"}]} | projection: X
          """)
  void anUnknownEntryIsNamed(String line, String unknown) throws Exception {
    assertThat(invalid("{\"recording\":1}\n" + line + "\n"))
        .hasMessage(
            file
                + ":2: written by a later version of Monotable (format 2, with an unknown "
                + unknown
                + ")");
  }

  @Test
  void unknownMembersAreNamedOnceAndBounded() throws Exception {
    StringBuilder members = new StringBuilder();
    for (int i = 10; i < 10 + IgnoredMembers.MOST; i++) {
      members.append(",\"m").append(i).append("\":[{}]");
    }
    String line = "{\"op\":\"ListTables\",\"new\":1,\"parts\":[]}\n";
    write(
        "{\"recording\":1}\n{\"table\":\"T\",\"partition\":[\"p\",\"S\"],\"color\":1}\n"
            + line
            + line);
    String notice = file + ": written by a later version of Monotable; its members ";
    Ledger unused = replay(List.of(notice + "color, new were ignored"));

    write("{\"recording\":1}\n{\"op\":\"ListTables\",\"a\":1" + members + "}\n");
    try (DesignLab lab = DesignLab.of(null)) {
      assertThat(lab.replay(file).get(0).toString())
          .startsWith(notice + "a, m10, m11,")
          .endsWith(", m28 and others were ignored");
    }
  }

  private DataFileException invalid(String content) throws Exception {
    write(content);
    try (DesignLab lab = DesignLab.of(null)) {
      return catchThrowableOfType(DataFileException.class, () -> lab.replay(file));
    }
  }

  private void write(String content) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream compressed = new GZIPOutputStream(bytes)) {
      compressed.write(content.getBytes(StandardCharsets.UTF_8));
    }
    Files.write(file, bytes.toByteArray());
  }

  private Ledger replay(List<String> notices) throws Exception {
    try (DesignLab lab = DesignLab.of(null)) {
      assertThat(lab.replay(file)).extracting(Notice::toString).isEqualTo(notices);
      return lab.ledger();
    }
  }
}
