package dev.monotable.torture.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import dev.monotable.torture.ServerUnderTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills servers with {@code kill -9} during a bulk operation, and starts them again: the operation
 * goes on where it was, and its counts, items, stream records and reports are those of a run that
 * was not interrupted. Each record depends on the one before with its key, so one that is lost or
 * applied twice changes the result. {@code -Dmonotable.crash.rounds=50} sets how often, {@code
 * -Dmonotable.torture.seed=N} when.
 */
@Tag("slow")
class BulkCrashTest {
  private static final int ROUNDS = Integer.getInteger("monotable.crash.rounds", 3);
  private static final long SEED = Long.getLong("monotable.torture.seed", 0);
  private static final int OBJECTS = 5;
  private static final int RECORDS = 1_500;
  private static final int KEYS = 100;

  /** The maximum rate, in write units of one item, so that an operation runs for two seconds. */
  private static final int RATE = OBJECTS * RECORDS / 3;

  /** Snapshots are written often, so that servers are killed meanwhile. */
  private static final List<String> JVM =
      List.of("-Xmx256m", "-Dmonotable.data.snapshot-bytes=100000");

  private static final List<String> MODES = List.of("always", "100ms", "os");

  @TempDir private Path directory;

  private Path buckets;

  /** What an operation leaves. */
  private record Result(
      JsonNode operation, Map<String, JsonNode> items, List<String> records, String reports) {}

  @Test
  void anInterruptedOperationEqualsAnUnbrokenOne() throws Exception {
    long seed = SEED == 0 ? 1 + new Random().nextInt(1_000_000_000) : SEED;
    System.out.println("[torture] bulk crash: seed " + seed + ", " + ROUNDS + " rounds");
    buckets = directory.resolve("buckets");
    writeObjects();
    try {
      Result unbroken = run(new Random(seed), "unbroken", false);
      assertThat(unbroken.operation().path("BulkOperationStatus").asText())
          .isEqualTo("COMPLETED_WITH_ERRORS");
      int kills = 0;
      for (int round = 0; round < ROUNDS; round++) {
        Random random = new Random(seed + round);
        Result result = run(random, "round-" + round, true);
        assertThat(killed).as("kills of round " + round).isPositive();
        kills += killed;
        assertThat(result).as("round " + round).isEqualTo(unbroken);
      }
      System.out.println("[torture] bulk crash: " + kills + " kills");
    } catch (Exception | AssertionError e) {
      throw new AssertionError("-Dmonotable.torture.seed=" + seed + " repeats it", e);
    }
  }

  private int killed;

  /** Writes objects whose records put the next version of an item, with some that fail. */
  private void writeObjects() throws IOException {
    Path input = Files.createDirectories(buckets.resolve("files").resolve("in"));
    Files.createDirectories(buckets.resolve("out"));
    int number = 0;
    for (int object = 0; object < OBJECTS; object++) {
      StringBuilder content = new StringBuilder();
      for (int i = 0; i < RECORDS; i++, number++) {
        int version = number / KEYS;
        content.append("{\"Item\":{\"pk\":{\"S\":\"").append(number % KEYS);
        content.append("\"},\"v\":{\"N\":\"").append(version).append("\"}}");
        if (version > 0) {
          // Each tenth condition is false, and leaves the version for the next record.
          content.append(",\"ConditionExpression\":\"v < :v AND v > :w\"");
          content.append(",\"ExpressionAttributeValues\":{\":v\":{\"N\":\"").append(version);
          content.append("\"},\":w\":{\"N\":\"").append(version - (number % 10 == 0 ? 1 : 3));
          content.append("\"}}");
        }
        content.append(number % 97 == 0 ? ",\"Other\":1}\n" : "}\n");
      }
      Files.write(input.resolve("object-" + object), content.toString().getBytes(UTF_8));
    }
  }

  /**
   * Runs an operation on a new database.
   *
   * @param kills whether to kill servers after random numbers of records: the first in the first
   *     half of the operation, and up to two more while it runs
   */
  private Result run(Random random, String name, boolean kills) throws Exception {
    killed = 0;
    String data = directory.resolve(name).toString();
    String arn = null;
    long processed = 0;
    while (true) {
      String mode = MODES.get(random.nextInt(MODES.size()));
      try (ServerUnderTest server =
              ServerUnderTest.start(
                  JVM, "--data", data, "--sync", mode, "--s3", buckets.toString());
          Connection connection = server.connect()) {
        if (arn == null) {
          arn = begin(connection);
        }
        long rest = OBJECTS * RECORDS - processed;
        long until =
            kills ? processed + random.nextLong(1 + rest / (killed == 0 ? 2 : 1)) : Long.MAX_VALUE;
        JsonNode operation = describe(connection, arn);
        while (isRunning(operation) && processed < until) {
          Thread.onSpinWait();
          operation = describe(connection, arn);
          processed = operation.path("ProcessedItemCount").asLong();
        }
        if (!isRunning(operation)) {
          return result(connection, arn);
        }
        killed++;
        kills = killed < 3;
        server.kill();
      }
    }
  }

  private static String begin(Connection connection) throws IOException {
    connection.require(
        "CreateTable",
        Json.parse(
            """
            {'TableName': 'Things', 'BillingMode': 'PAY_PER_REQUEST',
             'StreamSpecification': {'StreamEnabled': true, 'StreamViewType': 'NEW_AND_OLD_IMAGES'},
             'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'S'}],
             'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]}
            """));
    return connection
        .require(
            "StartBulkPutItems",
            Json.parse(
                """
                {'TableName': 'Things', 'MaxWriteRequestUnits': %d,
                 'InputS3Configuration': {'S3Bucket': 'files', 'S3KeyPrefix': 'in/',
                   'InputFormat': 'DYNAMODB_JSON'},
                 'OutputS3Configuration': {'S3Bucket': 'out',
                   'OutputType': ['ERROR', 'CONDITION_CHECK_FAILURE']}}
                """
                    .formatted(RATE)))
        .at("/BulkOperationDescription/BulkOperationArn")
        .asText();
  }

  private static JsonNode describe(Connection connection, String arn) throws IOException {
    return connection
        .require("DescribeBulkOperation", Json.parse("{}").put("BulkOperationArn", arn))
        .path("BulkOperationDescription");
  }

  private static boolean isRunning(JsonNode operation) {
    return operation.path("BulkOperationStatus").asText().equals("IN_PROGRESS");
  }

  private Result result(Connection connection, String arn) throws IOException {
    ObjectNode operation = (ObjectNode) describe(connection, arn);
    operation.remove(List.of("BulkOperationArn", "StartTime", "EndTime", "TableDetails"));
    Map<String, JsonNode> items = new TreeMap<>();
    for (JsonNode item :
        connection.require("Scan", Json.parse("{'TableName': 'Things'}")).path("Items")) {
      items.put(item.at("/pk/S").asText(), item);
    }
    return new Result(operation, items, records(connection), reports(arn));
  }

  private static List<String> records(Connection connection) throws IOException {
    String stream =
        connection
            .require("DescribeTable", Json.parse("{'TableName': 'Things'}"))
            .at("/Table/LatestStreamArn")
            .asText();
    List<String> records = new ArrayList<>();
    for (JsonNode shard :
        connection
            .require("DescribeStream", Json.parse("{}").put("StreamArn", stream))
            .at("/StreamDescription/Shards")) {
      String iterator =
          connection
              .require(
                  "GetShardIterator",
                  Json.parse("{'ShardIteratorType': 'TRIM_HORIZON'}")
                      .put("StreamArn", stream)
                      .put("ShardId", shard.path("ShardId").asText()))
              .path("ShardIterator")
              .asText();
      boolean more = true;
      while (more) {
        JsonNode page =
            connection.require("GetRecords", Json.parse("{}").put("ShardIterator", iterator));
        for (JsonNode record : page.path("Records")) {
          ObjectNode change = (ObjectNode) record.path("dynamodb");
          change.remove("ApproximateCreationDateTime");
          records.add(record.path("eventName").asText() + ' ' + change);
        }
        iterator = page.path("NextShardIterator").asText();
        more = !page.path("Records").isEmpty();
      }
    }
    return records;
  }

  /** Returns the lines of all files of the manifest, in its order. */
  private String reports(String arn) throws IOException {
    Path folder =
        buckets.resolve("out/AWSDynamoDB").resolve(arn.substring(arn.lastIndexOf('/') + 1));
    StringBuilder lines = new StringBuilder();
    for (String entry : Files.readAllLines(folder.resolve("manifest-files.json"))) {
      String key = Json.parse(entry).path("dataFileS3Key").asText();
      try (InputStream in =
          new GZIPInputStream(Files.newInputStream(buckets.resolve("out").resolve(key)))) {
        lines.append(new String(in.readAllBytes(), UTF_8)).append("--\n");
      }
    }
    return lines.toString();
  }
}
