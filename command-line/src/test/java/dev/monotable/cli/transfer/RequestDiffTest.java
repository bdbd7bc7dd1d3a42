package dev.monotable.cli.transfer;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.capture.CaptureReader;
import dev.monotable.cli.capture.CapturedRequest;
import dev.monotable.cli.capture.RequestCapture;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.recording.Recording;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeStreamOutput;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.ListTagsOfResourceInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.model.Shard;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.value.Item;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests {@code diff --requests} with captures of a third database. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class RequestDiffTest extends EndpointsFixture {
  @TempDir Path directory;

  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("requests.gz");
  }

  private int diff() {
    return run(new DiffCommand(), "--requests", file.toString(), leftUrl(), rightUrl());
  }

  private void capture(Consumer<MonotableEngine> requests) throws Exception {
    RequestCapture capture = RequestCapture.create(file);
    try (MonotableEngine origin =
        MonotableEngine.create(
            EngineConfig.builder().region("eu-west-1").account("123456789012").build())) {
      origin.observe(capture);
      requests.accept(origin);
    }
    assertThat(capture.end()).isNull();
  }

  private static void createWithStream(MonotableEngine engine, String name) {
    engine.call(
        Operations.CREATE_TABLE,
        table(name, "PK")
            .streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType("NEW_IMAGE")
                    .build())
            .build());
  }

  /** Reads a stream as an application does, with a restart at a sequence number. */
  private static void readStream(MonotableEngine origin) {
    String stream = describe(origin::call, "Log").latestStreamArn();
    DescribeStreamOutput described =
        origin.call(
            Operations.DESCRIBE_STREAM, DescribeStreamInput.builder().streamArn(stream).build());
    Shard shard = described.streamDescription().shards().get(0);
    GetShardIteratorInput.Builder start =
        GetShardIteratorInput.builder().streamArn(stream).shardId(shard.shardId());
    String iterator =
        origin
            .call(Operations.GET_SHARD_ITERATOR, start.shardIteratorType("TRIM_HORIZON").build())
            .shardIterator();
    GetRecordsOutput page = null;
    for (int i = 0; i < 3; i++) {
      page =
          origin.call(
              Operations.GET_RECORDS,
              GetRecordsInput.builder().shardIterator(iterator).limit(1).build());
      iterator = page.nextShardIterator();
    }
    String last = page.records().get(0).dynamodb().sequenceNumber();
    iterator =
        origin
            .call(
                Operations.GET_SHARD_ITERATOR,
                start.shardIteratorType("AT_SEQUENCE_NUMBER").sequenceNumber(last).build())
            .shardIterator();
    origin.call(Operations.GET_RECORDS, GetRecordsInput.builder().shardIterator(iterator).build());
  }

  private static void readPages(MonotableEngine origin) {
    String token = null;
    do {
      token =
          origin
              .call(
                  Operations.EXECUTE_STATEMENT,
                  ExecuteStatementInput.builder()
                      .statement("SELECT * FROM Log")
                      .limit(1)
                      .nextToken(token)
                      .build())
              .nextToken();
    } while (token != null);
    Item key = null;
    do {
      ScanOutput page =
          origin.call(
              Operations.SCAN,
              ScanInput.builder().tableName("Log").limit(2).exclusiveStartKey(key).build());
      key = page.lastEvaluatedKey();
    } while (key != null);
  }

  @Test
  void iteratorsAndTokensOfOneDatabaseAreReplacedByThoseOfTheOther() throws Exception {
    createWithStream(right, "Other"); // so that the sequence numbers differ
    put(right, "Other", "{\"PK\":{\"S\":\"a\"}}");
    capture(
        origin -> {
          createWithStream(origin, "Log");
          for (String key : List.of("a", "b", "c")) {
            put(origin, "Log", "{\"PK\":{\"S\":\"" + key + "\"}}");
          }
          readStream(origin);
          readPages(origin);
          origin.call(
              Operations.LIST_TAGS_OF_RESOURCE,
              ListTagsOfResourceInput.builder()
                  .resourceArn("arn:aws:dynamodb:eu-west-1:123456789012:table/Log")
                  .build());
        });

    int code = diff();

    assertThat(printed(out)).isEqualTo("19 requests, 0 differences\n");
    assertThat(code).isZero();
    assertThat(printed(err)).isEmpty();
  }

  @Test
  void aDifferenceInAStreamIsFound() throws Exception {
    capture(
        origin -> {
          createWithStream(origin, "Log");
          for (String key : List.of("a", "b", "x".repeat(5))) {
            put(origin, "Log", "{\"PK\":{\"S\":\"" + key + "\"}}");
          }
          put(origin, "Log", "{\"PK\":{\"S\":\"d\"},\"v\":{\"S\":\"" + "x".repeat(5000) + "\"}}");
          readStream(origin);
        });

    assertThat(diff()).isEqualTo(1);

    // The right database rejects large items, so their records are missing.
    assertThat(printed(out).lines().filter(line -> !line.startsWith(" ")).map(RequestDiffTest::cut))
        .containsExactly("PutItem", "GetRecords", "13 requests, 2 differences");
  }

  private static String cut(String line) {
    return line.replaceFirst("^.*requests[.]gz:[0-9]+:[0-9]+: ([A-Za-z]+).*", "$1");
  }

  /** A second replay in ten minutes must not get the result of the first. */
  @Test
  void clientRequestTokensAreNewInEachReplay() throws Exception {
    createPlain(left, "Same");
    createPlain(right, "Same");
    capture(
        origin -> {
          createPlain(origin, "Same");
          TransactWriteItemsInput request =
              TransactWriteItemsInput.builder()
                  .clientRequestToken("token")
                  .transactItems(
                      List.of(
                          TransactWriteItem.builder()
                              .put(
                                  Put.builder()
                                      .tableName("Same")
                                      .item(Item.parse("{\"PK\":{\"S\":\"a\"}}"))
                                      .conditionExpression("attribute_not_exists(PK)")
                                      .build())
                              .build()))
                  .build();
          origin.call(Operations.TRANSACT_WRITE_ITEMS, request);
          origin.call(Operations.TRANSACT_WRITE_ITEMS, request);
        });
    assertThat(diff()).isZero();
    replaceByAnEmptyTable(left);

    assertThat(diff()).isEqualTo(1);
    assertThat(printed(out))
        .contains("TransactionCanceledException")
        .contains("3 requests, 2 diff");
  }

  private static void replaceByAnEmptyTable(MonotableEngine engine) {
    drop(engine::call, "Same");
    createPlain(engine, "Same");
  }

  @Test
  void attributesWithNamesOfMembersThatDifferByNatureAreCompared() throws Exception {
    createPlain(left, "Same");
    createPlain(right, "Same");
    put(
        left,
        "Same",
        "{\"PK\":{\"S\":\"a\"},\"TableArn\":{\"S\":\"1\"},\"Message\":{\"S\":\"1\"},"
            + "\"message\":{\"S\":\"2\"},\"SS\":{\"L\":[{\"S\":\"1\"},{\"S\":\"2\"}]}}");
    put(
        right,
        "Same",
        "{\"PK\":{\"S\":\"a\"},\"TableArn\":{\"S\":\"2\"},\"Message\":{\"S\":\"1\"},"
            + "\"message\":{\"S\":\"2\"},\"SS\":{\"L\":[{\"S\":\"2\"},{\"S\":\"1\"}]}}");
    Files.writeString(
        file,
        "{\"operation\":\"GetItem\",\"request\":"
            + "{\"TableName\":\"Same\",\"Key\":{\"PK\":{\"S\":\"a\"}}}}\n");

    assertThat(diff()).isEqualTo(1);

    assertThat(printed(out))
        .isEqualTo(
            file
                + """
                :1:1: GetItem {"Key":{"PK":{"S":"a"}},"TableName":"Same"}
                  < {"Item":{"Message":{"S":"1"},"PK":{"S":"a"},"SS":{"L":[{"S":"1"},{"S":"2"}]},"TableArn":{"S":"1"},"message":{"S":"2"}}}
                  > {"Item":{"Message":{"S":"1"},"PK":{"S":"a"},"SS":{"L":[{"S":"2"},{"S":"1"}]},"TableArn":{"S":"2"},"message":{"S":"2"}}}
                1 requests, 1 differences
                """);
  }

  @Test
  void aTokenFromBeforeTheCaptureIsNotComparable() throws Exception {
    Files.writeString(
        file,
        """
        {"operation":"GetRecords","request":{"ShardIterator":"arn:x|1|y"}}
        {"operation":"GetRecords","request":{"ShardIterator":"arn:x|1|y"},"error":"ExpiredIteratorException"}
        {"operation":"ListTables","request":{}}
        """);

    assertThat(diff()).isZero();

    assertThat(printed(out))
        .isEqualTo(
            file
                + """
                :1:1: GetRecords: not comparable: the capture does not say where its ShardIterator comes from
                3 requests, 0 differences, 1 not comparable
                """);
  }

  @Test
  void aRecordingIsRejectedWithTheOptionThatCaptures() throws Exception {
    Recording.create(file, 1 << 20, () -> RequestContext.NONE).close();

    assertThat(diff()).isEqualTo(2);

    assertThat(printed(err))
        .isEqualTo(
            "monotable: "
                + file
                + ":1:1: a recording of 'monotable --record' does not contain whole requests;"
                + " 'monotable --capture' writes them\n");
  }

  @Test
  void theCaptureOfAKilledServerIsComparedUpToItsEnd() throws Exception {
    Random random = new Random(1);
    capture(
        origin -> {
          for (int i = 0; i < 2000; i++) {
            origin.call(
                Operations.LIST_TABLES,
                ListTablesInput.builder()
                    .exclusiveStartTableName("Table" + random.nextLong())
                    .build());
          }
        });
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertThat(diff()).isZero();

    String count = printed(out).replaceFirst(" requests, 0 differences\n", "");
    assertThat(Integer.parseInt(count)).isBetween(800, 1200);
    assertThat(printed(err))
        .isEqualTo(
            "monotable: "
                + file
                + ":"
                + (1 + Integer.parseInt(count)) // after the line with the format
                + ":1: the file is incomplete and ends after this line\n");

    Files.write(file, Arrays.copyOf(whole, 5));
    assertThat(diff()).isZero();
    assertThat(printed(err))
        .isEqualTo("monotable: " + file + ": the file is incomplete and has no whole request\n");
  }

  @Test
  void theValuesOfAnEndpointAreBounded() throws Exception {
    createWithStream(left, "Log");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      lines
          .append("{\"operation\":\"DescribeTable\",\"request\":{\"TableName\":\"Log\"},")
          .append("\"issued\":{\"/Table/TableArn\":\"arn" + i + "\"}}\n");
    }
    Files.writeString(file, lines);
    ReplayedEndpoint endpoint = new ReplayedEndpoint(open(leftUrl()), "run", 10);
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (int i = 0; i < 50; i++) {
        CapturedRequest request = Objects.requireNonNull(reader.next());
        endpoint.send(request, endpoint.prepare(request));
      }
    }
    assertThat(endpoint.valueCount()).isEqualTo(10);
  }

  /** The capture has 120 MB, the process that reads it a heap of 24 MB. */
  @Test
  void aCaptureMayBeLargerThanTheHeap() throws Exception {
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      byte[] line =
          ("{\"operation\":\"ListTables\",\"request\":{\"Unknown\":\""
                  + "x".repeat(400_000)
                  + "\"}}\n")
              .getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 300; i++) {
        gzip.write(line);
      }
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.monotable.cli.Main",
                "diff",
                "--requests",
                file.toString(),
                leftUrl(),
                rightUrl())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader printed =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(printed.lines()).containsExactly("300 requests, 0 differences");
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).isZero();
  }
}
