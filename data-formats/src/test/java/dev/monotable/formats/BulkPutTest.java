package dev.monotable.formats;

import static dev.monotable.testing.Calls.put;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.model.BulkOperationBytes;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationUsage;
import dev.monotable.model.CancelBulkOperationInput;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.Record;
import dev.monotable.model.StartBulkPutItemsInput;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests bulk operations on buckets that are folders. */
class BulkPutTest extends BulkOperations {
  @Test
  void theResponseIsInProgressAndTheItemsFollow() throws Exception {
    write("in/a", FileCompression.NONE, "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n");
    write("in/b", FileCompression.NONE, "{\"Item\":{\"PK\":{\"S\":\"b\"},\"n\":{\"N\":\"1\"}}}\n");
    put(engine::call, "Things", Item.of("PK", "a", "old", "x"));

    BulkOperationDescription begun = start(request("in/", BOTH).clientToken("t").build());
    assertThat(items(engine)).containsExactly(Item.of("PK", "a", "old", "x"));
    time.advance(Duration.ofSeconds(1));
    BulkOperationDescription ended = describeIn(engine, arn(begun));

    assertThat(result(begun)).isEqualTo("IN_PROGRESS 0 0");
    assertThat(ended)
        .isEqualTo(
            begun.toBuilder()
                .bulkOperationStatus("COMPLETED")
                .endTime(Instant.parse("2026-10-10T12:00:01Z"))
                .processedItemCount(2L)
                .totalInputBytes(66L)
                .processedInputBytes(66L)
                .bulkOperationUsage(
                    List.of(
                        BulkOperationUsage.builder()
                            .tableName("Things")
                            .bulkPutBytes(9L)
                            .table(new BulkOperationBytes(9L))
                            .build()))
                .build());
    assertThat(items(engine))
        .isEqualTo(
            Set.of(Item.of("PK", "a"), Item.parse("{\"PK\":{\"S\":\"b\"},\"n\":{\"N\":\"1\"}}")));
    assertThat(streamRecords(engine))
        .extracting(Record::eventName)
        .containsExactly("INSERT", "MODIFY", "INSERT");
    assertThat(streamRecords(engine)).extracting(Record::userIdentity).containsOnlyNulls();
  }

  @Test
  void recordsThatFailAreReported() throws Exception {
    write("in", FileCompression.GZIP, String.join("\n", MIXED) + "\nnot json\n" + MIXED.get(0));

    StartBulkPutItemsInput.Builder request = request("in", BOTH);
    BulkOperationDescription ended = run(compressed(request, "GZIP"));

    assertThat(result(ended)).isEqualTo("COMPLETED_WITH_ERRORS 10 5");
    assertThat(items(engine))
        .isEqualTo(
            Set.of(
                Item.parse("{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}}"),
                Item.of("PK", "b", "g", "x"),
                Item.of("PK", "e")));
    String id = arn(ended).substring(arn(ended).lastIndexOf('/') + 1);
    String root = "reports/AWSDynamoDB/" + id + "/";
    Map<String, String> reports = reports();
    List<String> data =
        reports.keySet().stream().filter(key -> key.startsWith(root + "data/")).toList();
    assertThat(data).hasSize(2);
    assertThat(data.stream().map(reports::get))
        .containsExactlyInAnyOrder(
            "{\"Type\":\"ERROR\",\"S3Key\":\"in\",\"RecordNumber\":2,\"ErrorMessage\":\"One or"
                + " more parameter values were invalid: Type mismatch for key PK expected: S"
                + " actual: N\",\"Item\":{\"PK\":{\"N\":\"5\"}}}\n"
                + "{\"Type\":\"ERROR\",\"S3Key\":\"in\",\"RecordNumber\":5,\"ErrorMessage\":"
                + "\"expected {\\\"Item\\\": {...}}\"}\n"
                + "{\"Type\":\"ERROR\",\"S3Key\":\"in\",\"RecordNumber\":6,\"ErrorMessage\":"
                + "\"unknown member 'Condition'\"}\n"
                + "{\"Type\":\"ERROR\",\"S3Key\":\"in\",\"RecordNumber\":7,\"ErrorMessage\":"
                + "\"Invalid ConditionExpression: Syntax error;"
                + " token: \\\"<EOF>\\\", near: \\\"=\\\"\",\"Item\":{\"PK\":{\"S\":\"d\"}}}\n"
                + "{\"Type\":\"ERROR\",\"S3Key\":\"in\",\"RecordNumber\":9,\"ErrorMessage\":"
                + "\"not JSON: Unrecognized token 'not': was expecting (JSON String, Number, Array,"
                + " Object or token 'null', 'true' or 'false')\"}\n",
            "{\"Type\":\"CONDITION_CHECK_FAILURE\",\"S3Key\":\"in\",\"RecordNumber\":4,\"Item\":{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"3\"}},\"ExistingItem\":{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}}}\n");
    assertThat(reports.get(root + "manifest-files.json").lines().map(line -> line.substring(0, 32)))
        .containsExactly(
            "{\"outputType\":\"ERROR\",\"itemCount", "{\"outputType\":\"CONDITION_CHECK_F");
    assertThat(reports.get(root + "manifest-summary.json"))
        .isEqualTo(
            "{\"bulkOperationArn\":\""
                + arn(ended)
                + "\",\"bulkOperationStatus\":\"COMPLETED_WITH_ERRORS\",\"startTime\":"
                + "\"2026-10-10T12:00:00.000Z\",\"endTime\":\"2026-10-10T12:00:01.000Z\","
                + "\"s3Bucket\":\"out\",\"s3KeyPrefix\":\"reports\",\"s3SseAlgorithm\":null,"
                + "\"s3SseKmsKeyId\":null,\"manifestFilesS3Key\":\""
                + root
                + "manifest-files.json\",\"processedItemCount\":10,\"failedItemCount\":5}\n");
  }

  private static StartBulkPutItemsInput compressed(
      StartBulkPutItemsInput.Builder request, String compression) {
    StartBulkPutItemsInput plain = request.build();
    return plain.toBuilder()
        .inputS3Configuration(
            plain.inputS3Configuration().toBuilder().inputCompressionType(compression).build())
        .build();
  }

  @Test
  void onlyTheChosenTypesAreReported() throws Exception {
    write("in", FileCompression.NONE, String.join("\n", MIXED));

    BulkOperationDescription ended = run(request("in", "CONDITION_CHECK_FAILURE").build());

    assertThat(result(ended)).isEqualTo("COMPLETED_WITH_ERRORS 9 4");
    assertThat(String.join("", reports().values()))
        .contains("\"ExistingItem\"")
        .doesNotContain("\"Type\":\"ERROR\"");
  }

  @Test
  void ionIsRead() throws Exception {
    write(
        "in",
        FileCompression.ZSTD,
        "$ion_1_0 {Item:{PK:\"a\",n:1.,s:$dynamodb_SS::[\"x\"]}}\n"
            + "{Item:{PK:\"b\"},ConditionExpression:\"attribute_exists(#p)\",ExpressionAttributeNames:{'#p':\"PK\"}}\n"
            + "{Item:{PK:\"a\"},ConditionExpression:\"n ="
            + " :n\",ExpressionAttributeValues:{':n':2}}\n"
            + "{Item:{PK:2024-01-01T}}\n"
            + "{Item:{PK:\"c\"}}\n"
            + "{Item");
    StartBulkPutItemsInput request = compressed(request("in", BOTH), "ZSTD");

    BulkOperationDescription ended =
        run(
            request.toBuilder()
                .inputS3Configuration(
                    request.inputS3Configuration().toBuilder().inputFormat("ION").build())
                .build());

    assertThat(result(ended)).isEqualTo("COMPLETED_WITH_ERRORS 6 2");
    assertThat(items(engine))
        .isEqualTo(
            Set.of(
                Item.parse("{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"},\"s\":{\"SS\":[\"x\"]}}"),
                Item.of("PK", "c")));
  }

  @Test
  void theUsageHasTheBytesOfTheTableAndItsIndexes() throws Exception {
    engine.call(
        Operations.CREATE_TABLE,
        table("Indexed", "PK, SK", "byG: g")
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndex.builder()
                        .indexName("byG")
                        .keySchema(List.of(new KeySchemaElement("g", "HASH")))
                        .projection(new Projection("KEYS_ONLY", null))
                        .build()))
            .localSecondaryIndexes(
                List.of(
                    LocalSecondaryIndex.builder()
                        .indexName("local")
                        .keySchema(
                            List.of(
                                new KeySchemaElement("PK", "HASH"),
                                new KeySchemaElement("g", "RANGE")))
                        .projection(new Projection("ALL", null))
                        .build()))
            .build());
    write(
        "in",
        FileCompression.NONE,
        "{\"Item\":{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"1\"},\"g\":{\"S\":\"x\"},\"o\":{\"S\":\"123\"}}}\n"
            + "{\"Item\":{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"2\"}}}\n");

    BulkOperationDescription ended = run(request("in", BOTH).tableName("Indexed").build());

    assertThat(ended.bulkOperationUsage())
        .isEqualTo(
            List.of(
                BulkOperationUsage.builder()
                    .tableName("Indexed")
                    .bulkPutBytes(38L)
                    .table(new BulkOperationBytes(18L))
                    .localSecondaryIndexes(Map.of("local", new BulkOperationBytes(12L)))
                    .globalSecondaryIndexes(Map.of("byG", new BulkOperationBytes(8L)))
                    .build()));
  }

  /** The rate is that of the clock. */
  @Test
  void theRateIsBounded() throws Exception {
    writeItems("in", 3000);

    String arn = arn(start(request("in", BOTH).maxWriteRequestUnits(1024L).build()));
    List<String> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      results.add(result(describeIn(engine, arn)));
      time.advance(Duration.ofSeconds(1));
    }

    assertThat(results)
        .containsExactly(
            "IN_PROGRESS 0 0", "IN_PROGRESS 1024 0", "IN_PROGRESS 2048 0", "COMPLETED 3000 0");
  }

  /** The units of a time in which nothing was written are lost, except those of a second. */
  @Test
  void theRateIsBoundedAfterTheClockHasJumped() throws Exception {
    engine.close();
    engine = MonotableEngine.create(config().ttlSweepInterval(Duration.ofMillis(100)).build());
    createTable(engine);
    writeItems("in", 5000);
    String arn = arn(start(request("in", BOTH).maxWriteRequestUnits(1024L).build()));
    List<Long> processed = new ArrayList<>();
    for (String each : List.of("PT1H", "PT0.5S", "PT0.5S", "PT1.7S", "PT0.9S", "PT0.1S", "PT24H")) {
      time.advance(Duration.parse(each));
      processed.add(describeIn(engine, arn).processedItemCount());
    }

    assertThat(processed).containsExactly(1024L, 1024L, 2048L, 3072L, 3072L, 4096L, 5000L);
  }

  @Test
  void itCanBeCancelledBetweenTwoCommits() throws Exception {
    writeItems("in", 3000);
    String arn = arn(start(request("in", BOTH).maxWriteRequestUnits(1024L).build()));
    time.advance(Duration.ofSeconds(1));

    assertThat(
            engine
                .call(Operations.CANCEL_BULK_OPERATION, new CancelBulkOperationInput(arn))
                .bulkOperationStatus())
        .isEqualTo("CANCELLING");
    assertThat(result(describeIn(engine, arn))).isEqualTo("CANCELLING 1024 0");
    time.advance(Duration.ofSeconds(1));
    BulkOperationDescription ended = describeIn(engine, arn);

    assertThat(result(ended)).isEqualTo("CANCELLED 1024 0");
    assertThat(ended.endTime()).isEqualTo(Instant.parse("2026-10-10T12:00:02Z"));
    assertThat(ended.failureCode()).isEqualTo("OperationCancelled");
    assertThat(items(engine)).hasSize(1024);
  }

  @Test
  void itEndsAfterADelay() throws Exception {
    write("in", FileCompression.NONE, MIXED.get(0));
    engine.close();
    engine =
        MonotableEngine.create(
            config().delays(Delays.builder().bulkPut(Duration.ofSeconds(60)).build()).build());
    createTable(engine);

    BulkOperationDescription written = run(request("in", BOTH).build());
    time.advance(Duration.ofSeconds(60));
    BulkOperationDescription ended = describeIn(engine, arn(written));

    assertThat(result(written)).isEqualTo("IN_PROGRESS 1 0");
    assertThat(written.endTime()).isNull();
    assertThat(ended)
        .isEqualTo(
            written.toBuilder()
                .bulkOperationStatus("COMPLETED")
                .endTime(Instant.parse("2026-10-10T12:01:01Z"))
                .build());
  }

  @Test
  void itFailsIfAnObjectHasChangedOrGone() throws Exception {
    writeItems("in/1", 4000);
    write("in/2", FileCompression.NONE, MIXED.get(0));
    String arn = arn(start(request("in/", BOTH).maxWriteRequestUnits(1024L).build()));
    time.advance(Duration.ofSeconds(1));
    write("in/2", FileCompression.NONE, MIXED.get(0) + MIXED.get(1));
    advanceSeconds(3);
    BulkOperationDescription changed = describeIn(engine, arn);

    assertThat(result(changed)).isEqualTo("FAILED 4000 0");
    assertThat(changed.failureCode()).isEqualTo("S3ObjectModified");
    assertThat(changed.failureMessage())
        .isEqualTo("The object 'in/2' has changed since it was listed");

    arn = arn(start(request("in/", BOTH).maxWriteRequestUnits(1024L).build()));
    time.advance(Duration.ofSeconds(1));
    Files.delete(folder.resolve("files/in/2"));
    advanceSeconds(3);

    assertThat(result(describeIn(engine, arn))).isEqualTo("FAILED 4000 0");
    assertThat(describeIn(engine, arn).failureCode()).isEqualTo("S3NoSuchKey");
  }

  private void advanceSeconds(int seconds) {
    for (int i = 0; i < seconds; i++) {
      time.advance(Duration.ofSeconds(1));
    }
  }

  private void writeItems(String key, int count) throws IOException {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < count; i++) {
      content.append("{\"Item\":{\"PK\":{\"S\":\"").append(i).append("\"}}}\n");
    }
    write(key, FileCompression.NONE, content.toString());
  }

  @Test
  void itFailsIfTheTableIsDeleted() throws Exception {
    write("in", FileCompression.NONE, MIXED.get(0));
    String arn = arn(start(request("in", BOTH).build()));
    engine.call(Operations.DELETE_TABLE, new DeleteTableInput("Things"));
    createTable(engine);
    time.advance(Duration.ofSeconds(1));

    assertThat(describeIn(engine, arn).failureMessage()).isEqualTo("The table no longer exists");
    assertThat(items(engine)).isEmpty();
  }

  @Test
  void anItemThatATransactionHoldsIsWaitedFor() throws Exception {
    write("in", FileCompression.NONE, String.join("\n", MIXED.get(0), MIXED.get(1)));
    String arn = arn(start(request("in", BOTH).build()));
    MonotableEngine.HeldItems held = engine.holdItems("Things", Item.of("PK", "b"));
    time.advance(Duration.ofSeconds(1));
    assertThat(result(describeIn(engine, arn))).isEqualTo("IN_PROGRESS 1 0");
    held.close();
    time.advance(Duration.ofSeconds(1));

    assertThat(result(describeIn(engine, arn))).isEqualTo("COMPLETED 2 0");
  }

  /** It is one operation, neither requests for items nor capacity of the table. */
  @Test
  void itsPutsAreNoRequests() throws Exception {
    writeItems("in", 3000);
    engine.call(
        Operations.CREATE_TABLE,
        table("Slow", "PK")
            .billingMode("PROVISIONED")
            .provisionedThroughput(new ProvisionedThroughput(1L, 1L))
            .build());
    engine.throttle(true);
    List<String> observed = new ArrayList<>();
    List<BulkOperationDescription> operations = new ArrayList<>();
    var unused =
        engine.observe(
            new RequestObserver() {
              @Override
              public void observe(ObservedRequest request) {
                observed.add(request.operation().name());
              }

              @Override
              public void bulkOperationEnded(BulkOperationDescription operation) {
                operations.add(operation);
              }
            });

    BulkOperationDescription ended = run(request("in", BOTH).tableName("Slow").build());

    assertThat(result(ended)).isEqualTo("COMPLETED 3000 0");
    assertThat(observed).containsExactly("StartBulkPutItems", "DescribeBulkOperation");
    assertThat(operations).containsExactly(ended);
    put(engine::call, "Slow", Item.of("PK", "with all of the table's capacity"));
  }

  @Test
  void itFailsIfMemoryIsShort() throws Exception {
    write("in", FileCompression.NONE, MIXED.get(0));
    int[] asked = new int[1];
    var unused =
        engine.admit(
            new Admission() {
              @Override
              public void enter(AdmissionRequest request) {
                if (request.operation() == Operations.START_BULK_PUT_ITEMS && ++asked[0] > 1) {
                  throw new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, "full");
                }
              }
            });

    BulkOperationDescription ended = run(request("in", BOTH).build());

    assertThat(result(ended)).isEqualTo("FAILED 0 0");
    assertThat(ended.failureMessage()).isEqualTo("Monotable's memory is full");
  }

  @Test
  void bucketsThatDoNotExistAreReported() throws Exception {
    write("in", FileCompression.NONE, MIXED.get(0));
    StartBulkPutItemsInput request = request("in", BOTH).build();
    BulkOperationDescription noInput =
        run(
            request.toBuilder()
                .inputS3Configuration(
                    request.inputS3Configuration().toBuilder().s3Bucket("missing").build())
                .build());
    BulkOperationDescription noOutput =
        run(
            request.toBuilder()
                .outputS3Configuration(
                    request.outputS3Configuration().toBuilder().s3Bucket("missing").build())
                .build());

    assertThat(List.of(noInput.failureCode(), noOutput.failureCode()))
        .containsExactly("S3NoSuchBucket", "S3NoSuchBucket");
    assertThat(items(engine)).isEmpty();
  }
}
