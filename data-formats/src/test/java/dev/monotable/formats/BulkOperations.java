package dev.monotable.formats;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.table;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.DescribeBulkOperationInput;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.InputS3Configuration;
import dev.monotable.model.Operations;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.Record;
import dev.monotable.model.StartBulkPutItemsInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Bulk operations on buckets that are folders, for tests. */
abstract class BulkOperations {
  static final String BOTH = "ERROR,CONDITION_CHECK_FAILURE";

  /** Records of all kinds, with a key that occurs twice and a part that ends its object. */
  static final List<String> MIXED =
      List.of(
          "{\"Item\":{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}}",
          "{\"Item\":{\"PK\":{\"S\":\"b\"},\"g\":{\"S\":\"x\"}}}",
          "{\"Item\":{\"PK\":{\"N\":\"5\"}}}",
          "{\"Item\":{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}},"
              + "\"ConditionExpression\":\"#n = :one\",\"ExpressionAttributeNames\":{\"#n\":\"n\"},"
              + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}",
          "{\"Item\":{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"3\"}},"
              + "\"ConditionExpression\":\"attribute_not_exists(PK)\"}",
          "{\"Items\":{}}",
          "{\"Item\":{\"PK\":{\"S\":\"c\"}},\"Condition\":\"x\"}",
          "{\"Item\":{\"PK\":{\"S\":\"d\"}},\"ConditionExpression\":\"n =\"}",
          "{\"Item\":{\"PK\":{\"S\":\"e\"}}}");

  @TempDir Path folder;

  final ManualTime time = new ManualTime(Instant.parse("2026-10-10T12:00:00Z"));
  MonotableEngine engine;

  @BeforeEach
  void create() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    Files.createDirectories(folder.resolve("out"));
    engine = MonotableEngine.create(config().build());
    createTable(engine);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  EngineConfig.Builder config() {
    return EngineConfig.builder()
        .clock(time)
        .scheduler(time)
        .seed(1)
        .tableFiles(new BucketFiles(new BucketFolders(folder)));
  }

  static void createTable(MonotableEngine in) {
    in.call(
        Operations.CREATE_TABLE,
        table("Things", "PK")
            .streamSpecification(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"))
            .build());
  }

  void write(String key, FileCompression compression, String content) throws IOException {
    Path file = folder.resolve("files").resolve(key);
    Files.createDirectories(file.getParent());
    try (OutputStream out = compression.compress(Files.newOutputStream(file))) {
      out.write(content.getBytes(UTF_8));
    }
  }

  static StartBulkPutItemsInput.Builder request(String prefix, String types) {
    return StartBulkPutItemsInput.builder()
        .tableName("Things")
        .inputS3Configuration(
            InputS3Configuration.builder()
                .s3Bucket("files")
                .s3KeyPrefix(prefix)
                .inputFormat("DYNAMODB_JSON")
                .build())
        .outputS3Configuration(
            OutputS3Configuration.builder()
                .s3Bucket("out")
                .s3KeyPrefix("reports")
                .outputType(List.of(types.split(",")))
                .build());
  }

  BulkOperationDescription start(StartBulkPutItemsInput request) {
    return engine.call(Operations.START_BULK_PUT_ITEMS, request).bulkOperationDescription();
  }

  BulkOperationDescription describeIn(MonotableEngine in, String arn) {
    return in.call(Operations.DESCRIBE_BULK_OPERATION, new DescribeBulkOperationInput(arn))
        .bulkOperationDescription();
  }

  static String arn(BulkOperationDescription operation) {
    return Objects.requireNonNull(operation.bulkOperationArn());
  }

  /** Returns the operation when it has ended. */
  BulkOperationDescription run(StartBulkPutItemsInput request) {
    String arn = arn(start(request));
    time.advance(Duration.ofSeconds(1)); // runs the background work
    return describeIn(engine, arn);
  }

  static String result(BulkOperationDescription operation) {
    return operation.bulkOperationStatus()
        + ' '
        + operation.processedItemCount()
        + ' '
        + operation.failedItemCount();
  }

  static Set<Item> items(MonotableEngine in) {
    return new HashSet<>(scan(in::call, "Things"));
  }

  /** Returns the lines of the objects of a report, by the key, without compression. */
  Map<String, String> reports() throws IOException {
    Map<String, String> found = new TreeMap<>();
    Path out = folder.resolve("out");
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        FileCompression compression =
            file.toString().endsWith(".gz") ? FileCompression.GZIP : FileCompression.NONE;
        try (InputStream in = compression.open(Files.newInputStream(file))) {
          found.put(
              out.relativize(file).toString().replace('\\', '/'),
              new String(in.readAllBytes(), UTF_8));
        }
      }
    }
    return found;
  }

  static List<Record> streamRecords(MonotableEngine in) {
    String arn = Objects.requireNonNull(describe(in::call, "Things")).latestStreamArn();
    String shard =
        in.call(
                Operations.DESCRIBE_STREAM,
                DescribeStreamInput.builder().streamArn(String.valueOf(arn)).build())
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    String iterator =
        in.call(
                Operations.GET_SHARD_ITERATOR,
                GetShardIteratorInput.builder()
                    .streamArn(String.valueOf(arn))
                    .shardId(shard)
                    .shardIteratorType("TRIM_HORIZON")
                    .build())
            .shardIterator();
    return in.call(Operations.GET_RECORDS, new GetRecordsInput(iterator, 1000)).records();
  }
}
