package dev.monotable.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.SnapshotReader;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.model.DescribeExportInput;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportTableToPointInTimeInput;
import dev.monotable.model.FilterSpecification;
import dev.monotable.model.IncrementalExportSpecification;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the files of filtered exports contain. */
class FilteredExportTest {
  private static final Instant NOON = Instant.parse("2026-10-10T12:00:00Z");

  @TempDir Path folder;

  private final ManualTime time = new ManualTime(NOON);
  private MonotableEngine engine;

  /** The state of the database when the last export began to write. */
  private Snapshot during;

  @BeforeEach
  void create() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    engine = MonotableEngine.create(config());
    engine.call(Operations.CREATE_TABLE, Calls.table("Table", "PK: S, SK: N").build());
    engine.call(
        Operations.UPDATE_CONTINUOUS_BACKUPS,
        UpdateContinuousBackupsInput.builder()
            .tableName("Table")
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .build());
    for (String key : List.of("a", "b")) {
      for (int i = 1; i <= 3; i++) {
        put(key, i, 10 * i);
      }
    }
    time.advance(Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private EngineConfig config() {
    ObjectStore folders = new BucketFolders(folder);
    ObjectStore watched =
        new ObjectStore() {
          @Override
          public List<StoredObject> list(String bucket, String prefix, int most)
              throws TransferException {
            return folders.list(bucket, prefix, most);
          }

          @Override
          public InputStream read(String bucket, String key) throws TransferException {
            return folders.read(bucket, key);
          }

          @Override
          public InputStream read(String bucket, StoredObject object) throws TransferException {
            return folders.read(bucket, object);
          }

          @Override
          public OutputStream write(String bucket, String key) throws TransferException {
            if (key.endsWith("_started")) {
              during = engine.snapshot();
            }
            return folders.write(bucket, key);
          }
        };
    return EngineConfig.builder()
        .clock(time)
        .scheduler(time)
        .seed(1)
        .tableFiles(new BucketFiles(watched))
        .build();
  }

  private void put(String key, int number, int value) {
    Calls.put(
        engine::call,
        "Table",
        Item.parse(
            "{\"PK\":{\"S\":\"%s\"},\"SK\":{\"N\":\"%d\"},\"x\":{\"N\":\"%d\"},"
                    .formatted(key, number, value)
                + "\"m\":{\"M\":{\"y\":{\"S\":\"long\"},\"z\":{\"S\":\"z\"}}}}"));
  }

  private void delete(String key, int number) {
    Calls.delete(engine::call, "Table", Item.of("PK", key, "SK", number));
  }

  private static FilterSpecification.Builder filter(String expression, Item values) {
    return FilterSpecification.builder()
        .filterExpression(expression)
        .expressionAttributeValues(values);
  }

  private static ExportTableToPointInTimeInput.Builder request(FilterSpecification.Builder filter) {
    return ExportTableToPointInTimeInput.builder()
        .tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/Table")
        .s3Bucket("files")
        .filterSpecification(filter.build());
  }

  private ExportDescription run(ExportTableToPointInTimeInput.Builder request) {
    return describe(
        engine
            .call(Operations.EXPORT_TABLE_TO_POINT_IN_TIME, request.build())
            .exportDescription()
            .exportArn());
  }

  private ExportDescription describe(String arn) {
    return engine
        .call(Operations.DESCRIBE_EXPORT, new DescribeExportInput(arn))
        .exportDescription();
  }

  /** Returns the lines of the data file of the only export. */
  private List<String> lines() throws IOException {
    List<Path> data;
    try (Stream<Path> files = Files.walk(folder.resolve("files"))) {
      data = files.filter(file -> file.toString().endsWith(".json.gz")).toList();
    }
    assertThat(data).hasSize(1);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(data.get(0)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static String result(ExportDescription export) {
    return export.exportStatus() + ' ' + export.itemCount() + ' ' + export.billedSizeBytes();
  }

  @Test
  void aKeyConditionReducesWhatIsRead() throws IOException {
    long all = run(request(filter("x > :x", Item.of(":x", 10)))).billedSizeBytes();
    Files.delete(dataFile());

    ExportDescription export =
        run(
            request(
                FilterSpecification.builder()
                    .keyConditionExpression("PK = :a AND SK >= :two")
                    .filterExpression("x > :x")
                    .projectionExpression("#p, m.y")
                    .expressionAttributeNames(Map.of("#p", "PK"))
                    .expressionAttributeValues(Item.of(":a", "a", ":two", 2, ":x", 20))));

    assertThat(lines())
        .containsExactly(
            "{\"Item\":{\"PK\":{\"S\":\"a\"},\"m\":{\"M\":{\"y\":{\"S\":\"long\"}}}}}");
    assertThat(result(export)).isEqualTo("COMPLETED 1 " + all / 3); // two of six equal items
  }

  private Path dataFile() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("files"))) {
      return files.filter(file -> file.toString().endsWith(".json.gz")).findFirst().orElseThrow();
    }
  }

  /** Items that the filter excludes are read, and so are billed. */
  @Test
  void aFilterReadsTheWholeTable() throws IOException {
    ExportDescription export =
        run(
            request(
                filter("x = :x AND PK = :b", Item.of(":x", 20, ":b", "b"))
                    .projectionExpression("SK")));

    assertThat(lines()).containsExactly("{\"Item\":{\"SK\":{\"N\":\"2\"}}}");
    long size = 0;
    for (Item item : Calls.scan(engine::call, "Table")) {
      size += item.size();
    }
    assertThat(result(export)).isEqualTo("COMPLETED 1 " + size);
  }

  /**
   * The newest image decides, of a deleted item the old one, also if old images are not exported.
   * The projection selects in both images, and keys are always there.
   */
  @ParameterizedTest
  @ValueSource(strings = {"NEW_AND_OLD_IMAGES", "NEW_IMAGE"})
  void theNewestImageOfAChangeDecides(String view) throws IOException {
    put("a", 1, 50); // matches from now on
    put("a", 3, 5); // matches no longer
    put("b", 2, 60); // matches before and after
    delete("b", 3); // matched before
    delete("b", 1); // did not match
    put("c", 1, 70); // is new
    time.advance(Duration.ofMinutes(20));

    ExportDescription export =
        run(
            request(filter("x >= :x", Item.of(":x", 20)).projectionExpression("x, m.z"))
                .exportType("INCREMENTAL_EXPORT")
                .incrementalExportSpecification(
                    new IncrementalExportSpecification(NOON.plusSeconds(3599), null, view)));

    assertThat(result(export)).isEqualTo("COMPLETED 4 10000000");
    boolean withOld = view.equals("NEW_AND_OLD_IMAGES");
    assertThat(lines())
        .containsExactlyInAnyOrder(
            change("a", 1, withOld ? 10 : 0, 50),
            change("b", 2, withOld ? 20 : 0, 60),
            change("b", 3, withOld ? 30 : 0, 0),
            change("c", 1, 0, 70));
  }

  /** Returns a line of an incremental export; an image whose value is 0 is missing. */
  private static String change(String key, int number, int before, int after) {
    return "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"1791637200000000\"}},"
        + "\"Keys\":{\"PK\":{\"S\":\"%s\"},\"SK\":{\"N\":\"%d\"}}".formatted(key, number)
        + image("OldImage", before)
        + image("NewImage", after)
        + '}';
  }

  private static String image(String name, int value) {
    return value == 0
        ? ""
        : ",\"%s\":{\"x\":{\"N\":\"%d\"},\"m\":{\"M\":{\"z\":{\"S\":\"z\"}}}}"
            .formatted(name, value);
  }

  @Test
  void aKeyConditionSelectsChanges() throws IOException {
    put("a", 1, 50);
    put("b", 1, 50);
    delete("b", 2);
    time.advance(Duration.ofMinutes(20));

    ExportDescription export =
        run(
            request(
                    FilterSpecification.builder()
                        .keyConditionExpression("PK = :b")
                        .projectionExpression("x, m.z")
                        .expressionAttributeValues(Item.of(":b", "b")))
                .exportType("INCREMENTAL_EXPORT")
                .incrementalExportSpecification(
                    new IncrementalExportSpecification(NOON.plusSeconds(3599), null, null)));

    assertThat(result(export)).isEqualTo("COMPLETED 2 10000000");
    assertThat(lines()).containsExactlyInAnyOrder(change("b", 1, 10, 50), change("b", 2, 20, 0));
  }

  /** The state of a database that has just begun an export is written, read, and goes on. */
  @Test
  void anExportThatGoesOnAfterARestartKeepsItsFilter() throws IOException {
    ExportDescription first =
        run(
            request(
                FilterSpecification.builder()
                    .keyConditionExpression("PK = :a")
                    .filterExpression("#x < :n AND #z = :z")
                    .projectionExpression("#x")
                    .expressionAttributeNames(Map.of("#x", "x", "#z", "m"))
                    .expressionAttributeValues(
                        Item.parse(
                            "{\":a\":{\"S\":\"a\"},\":n\":{\"N\":\"20.0\"},\":z\":{\"M\":"
                                + "{\"z\":{\"S\":\"z\"},\"y\":{\"S\":\"long\"}}}}"))));
    List<String> lines = lines();
    Files.delete(dataFile());
    SnapshotReader reader = new SnapshotReader(config());
    during.writeTo((block, length, last) -> reader.read(block, 0, length));

    engine.restore(reader.finish());
    assertThat(describe(first.exportArn()).exportStatus()).isEqualTo("IN_PROGRESS");
    time.advance(Duration.ofSeconds(1)); // runs the background work

    assertThat(describe(first.exportArn()))
        .isEqualTo(first.toBuilder().endTime(NOON.plusSeconds(3601)).build());
    assertThat(lines()).isEqualTo(lines).containsExactly("{\"Item\":{\"x\":{\"N\":\"10\"}}}");
  }
}
