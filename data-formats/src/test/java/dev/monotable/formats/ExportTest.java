package dev.monotable.formats;

import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.scan;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazon.ion.IonReader;
import com.amazon.ion.system.IonReaderBuilder;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.item.SeedWriter;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DescribeExportInput;
import dev.monotable.model.DescribeImportInput;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportSummary;
import dev.monotable.model.ExportTableToPointInTimeInput;
import dev.monotable.model.ImportTableInput;
import dev.monotable.model.IncrementalExportSpecification;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ListExportsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.S3BucketSource;
import dev.monotable.model.TableCreationParameters;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests exports to buckets that are folders, read back in each way. */
class ExportTest {
  private static final String TABLE = "Table";
  private static final List<AttributeDefinition> ATTRIBUTES =
      List.of(new AttributeDefinition("PK", "S"), new AttributeDefinition("SK", "N"));
  private static final List<KeySchemaElement> KEYS =
      List.of(new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE"));

  @TempDir Path folder;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-10T12:00:00Z"));
  private MonotableEngine engine;

  @BeforeEach
  void create() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    engine =
        MonotableEngine.create(
            EngineConfig.builder()
                .clock(time)
                .scheduler(time)
                .seed(1)
                .tableFiles(new BucketFiles(new BucketFolders(folder)))
                .build());
    create(TABLE);
    engine.call(
        Operations.UPDATE_CONTINUOUS_BACKUPS,
        UpdateContinuousBackupsInput.builder()
            .tableName(TABLE)
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .build());
    for (int i = 0; i < 10; i++) {
      put(i, "before");
    }
    time.advance(Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void create(String name) {
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(name)
            .attributeDefinitions(ATTRIBUTES)
            .keySchema(KEYS)
            .billingMode("PAY_PER_REQUEST")
            .build());
  }

  private void put(int number, String text) {
    Item item =
        Item.parse(
            "{\"PK\":{\"S\":\"p"
                + number % 3
                + "\"},\"SK\":{\"N\":\""
                + number
                + "\"},\"x\":{\"S\":\""
                + text
                + "\"},\"l\":{\"L\":[{\"NULL\":true},{\"B\":\"AAE=\"},{\"NS\":[\"1\",\"2.5\"]}]}}");
    Calls.put(engine::call, TABLE, item);
  }

  private void delete(int number) {
    Calls.delete(
        engine::call,
        TABLE,
        Item.parse("{\"PK\":{\"S\":\"p" + number % 3 + "\"},\"SK\":{\"N\":\"" + number + "\"}}"));
  }

  private Set<Item> items(String table) {
    return new HashSet<>(scan(engine::call, table));
  }

  private static ExportTableToPointInTimeInput.Builder request(String format) {
    return ExportTableToPointInTimeInput.builder()
        .tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/Table")
        .s3Bucket("files")
        .s3Prefix("some/prefix")
        .exportFormat(format);
  }

  private ExportDescription run(ExportTableToPointInTimeInput request) {
    String arn =
        engine
            .call(Operations.EXPORT_TABLE_TO_POINT_IN_TIME, request)
            .exportDescription()
            .exportArn();
    return engine
        .call(Operations.DESCRIBE_EXPORT, new DescribeExportInput(arn))
        .exportDescription();
  }

  private Path file(String key) {
    return folder.resolve("files").resolve(key);
  }

  private static String id(ExportDescription export) {
    return export.exportArn().replaceAll(".*/", "");
  }

  @Test
  void theObjectsAreThoseOfAws() throws Exception {
    ExportDescription export = run(request("DYNAMODB_JSON").build());

    String root = "some/prefix/AWSDynamoDB/" + id(export) + "/";
    assertThat(export.exportManifest()).isEqualTo(root + "manifest-summary.json");
    List<String> keys = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder.resolve("files"))) {
      all.filter(Files::isRegularFile)
          .forEach(path -> keys.add(folder.resolve("files").relativize(path).toString()));
    }
    keys.sort(null);
    String data = keys.get(1);
    assertThat(data).startsWith(root + "data/").endsWith(".json.gz");
    assertThat(keys)
        .containsExactly(
            root + "_started",
            data,
            root + "manifest-files.json",
            root + "manifest-files.md5",
            root + "manifest-summary.json",
            root + "manifest-summary.md5");
    for (String manifest : List.of("manifest-files", "manifest-summary")) {
      assertThat(Files.readString(file(root + manifest + ".md5")))
          .isEqualTo(md5(file(root + manifest + ".json")));
    }
    assertThat(Files.readString(file(root + "manifest-files.json")))
        .startsWith("{\"itemCount\":10,\"md5Checksum\":\"" + md5(file(data)) + "\",\"etag\":\"")
        .endsWith("\",\"dataFileS3Key\":\"" + data + "\"}\n");
    assertThat(Files.readString(file(root + "manifest-summary.json")))
        .isEqualTo(
            "{\"version\":\"2020-06-30\",\"exportArn\":\""
                + export.exportArn()
                + "\",\"startTime\":\"2026-10-10T13:00:00.000Z\","
                + "\"endTime\":\"2026-10-10T13:00:00.000Z\","
                + "\"tableArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/Table\","
                + "\"tableId\":\""
                + export.tableId()
                + "\",\"exportTime\":\"2026-10-10T13:00:00.000Z\",\"s3Bucket\":\"files\","
                + "\"s3Prefix\":\"some/prefix\",\"s3SseAlgorithm\":\"AES256\","
                + "\"s3SseKmsKeyId\":null,\"manifestFilesS3Key\":\""
                + root
                + "manifest-files.json\",\"billedSizeBytes\":"
                + export.billedSizeBytes()
                + ",\"itemCount\":10,\"outputFormat\":\"DYNAMODB_JSON\","
                + "\"exportType\":\"FULL_EXPORT\"}\n");
  }

  private static String md5(Path file) throws Exception {
    return Base64.getEncoder()
        .encodeToString(MessageDigest.getInstance("MD5").digest(Files.readAllBytes(file)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DYNAMODB_JSON", "ION"})
  void anExportIsReadBackByImportTable(String format) {
    ExportDescription export = run(request(format).build());
    assertThat(export.exportStatus()).isEqualTo("COMPLETED");

    String arn =
        engine
            .call(
                Operations.IMPORT_TABLE,
                ImportTableInput.builder()
                    .s3BucketSource(
                        new S3BucketSource(
                            null, "files", "some/prefix/AWSDynamoDB/" + id(export) + "/data/"))
                    .inputFormat(format)
                    .inputCompressionType("GZIP")
                    .tableCreationParameters(
                        TableCreationParameters.builder()
                            .tableName("Imported")
                            .attributeDefinitions(ATTRIBUTES)
                            .keySchema(KEYS)
                            .billingMode("PAY_PER_REQUEST")
                            .build())
                    .build())
            .importTableDescription()
            .importArn();

    assertThat(
            engine
                .call(Operations.DESCRIBE_IMPORT, new DescribeImportInput(arn))
                .importTableDescription()
                .importStatus())
        .isEqualTo("COMPLETED");
    assertThat(items("Imported")).hasSize(10).isEqualTo(items(TABLE));
  }

  @Test
  void aFullExportHasTheItemsOfItsTime() throws Exception {
    put(3, "changed");
    delete(4);
    time.advance(Duration.ofMinutes(1));

    ExportDescription export =
        run(request("DYNAMODB_JSON").exportTime(Instant.parse("2026-10-10T12:30:00Z")).build());

    create("Copy");
    new SeedWriter(engine)
        .write(new SeedFile(file("some/prefix/AWSDynamoDB/" + id(export)), "Copy"));
    assertThat(items("Copy")).hasSize(10).isNotEqualTo(items(TABLE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DYNAMODB_JSON NEW_IMAGE",
        "DYNAMODB_JSON NEW_AND_OLD_IMAGES",
        "ION NEW_AND_OLD_IMAGES"
      })
  void incrementalExportsReplayedOntoAFullOneEqualTheTable(String formatAndView) throws Exception {
    String format = formatAndView.split(" ")[0];
    create("Copy");
    ExportDescription full = run(request(format).build());
    Instant from = full.exportTime();
    new SeedWriter(engine).write(new SeedFile(file("some/prefix/AWSDynamoDB/" + id(full)), "Copy"));
    for (int round = 0; round < 2; round++) {
      time.advance(Duration.ofMinutes(10));
      put(20 + round, "new");
      put(3, "changed " + round);
      put(30, "only for a while");
      time.advance(Duration.ofMinutes(10));
      delete(30);
      delete(4 + round);
      put(3, "changed again " + round);
      time.advance(Duration.ofMinutes(1));
      Instant to = time.instant();

      ExportDescription export =
          run(
              request(format)
                  .exportType("INCREMENTAL_EXPORT")
                  .incrementalExportSpecification(
                      new IncrementalExportSpecification(from, to, formatAndView.split(" ")[1]))
                  .build());

      assertThat(export.exportStatus()).isEqualTo("COMPLETED");
      assertThat(export.itemCount()).isEqualTo(3);
      new SeedWriter(engine)
          .write(new SeedFile(file("some/prefix/AWSDynamoDB/" + id(export)), "Copy"));
      assertThat(items("Copy")).isEqualTo(items(TABLE));
      from = to;
    }
  }

  @Test
  void aChangeHasItsTimeKeysAndImages() throws Exception {
    time.advance(Duration.ofMinutes(10));
    put(3, "after");
    time.advance(Duration.ofMinutes(10));

    ExportDescription export =
        run(
            request("DYNAMODB_JSON")
                .exportType("INCREMENTAL_EXPORT")
                .incrementalExportSpecification(
                    new IncrementalExportSpecification(
                        Instant.parse("2026-10-10T13:00:00Z"), null, null))
                .build());

    List<Path> data;
    try (Stream<Path> files = Files.list(file("some/prefix/AWSDynamoDB/data"))) {
      data = files.toList();
    }
    assertThat(export.exportManifest())
        .isEqualTo("some/prefix/AWSDynamoDB/" + id(export) + "/manifest-summary.json");
    assertThat(data).hasSize(1);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(data.get(0)))) {
      String list = "\"l\":{\"L\":[{\"NULL\":true},{\"B\":\"AAE=\"},{\"NS\":[\"1\",\"2.5\"]}]}}";
      String keys = "{\"PK\":{\"S\":\"p0\"},\"SK\":{\"N\":\"3\"}";
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(
              "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"1791637800000000\"}},\"Keys\":"
                  + keys
                  + "},\"OldImage\":"
                  + keys
                  + ",\"x\":{\"S\":\"before\"},"
                  + list
                  + ",\"NewImage\":"
                  + keys
                  + ",\"x\":{\"S\":\"after\"},"
                  + list
                  + "}\n");
    }
  }

  @Test
  void ionIsReadByIonJava() throws Exception {
    ExportDescription export = run(request("ION").build());
    Path data;
    try (Stream<Path> files = Files.list(file("some/prefix/AWSDynamoDB/" + id(export) + "/data"))) {
      data = files.findFirst().orElseThrow();
    }
    int items = 0;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(data));
        IonReader reader = IonReaderBuilder.standard().build(in)) {
      while (reader.next() != null) {
        reader.stepIn();
        reader.next();
        assertThat(reader.getFieldName()).isEqualTo("Item");
        reader.stepOut();
        items++;
      }
    }
    assertThat(items).isEqualTo(10);
  }

  @Test
  void aBucketThatDoesNotExistFailsTheExport() {
    ExportDescription export = run(request("ION").s3Bucket("missing").build());

    assertThat(export.exportStatus()).isEqualTo("FAILED");
    assertThat(export.failureCode()).isEqualTo("S3NoSuchBucket");
    assertThat(export.exportManifest()).isNull();
  }

  @Test
  void aPrefixDoesNotLeaveTheBucket() {
    ExportDescription export = run(request("ION").s3Prefix("../outside").build());

    assertThat(export.exportStatus()).isEqualTo("FAILED");
    assertThat(export.failureCode()).isEqualTo("S3AccessDenied");
    assertThat(folder.resolve("outside")).doesNotExist();
  }

  /** DDB-EXPORT-020: the exports of a table are not those of a later one with its name. */
  @Test
  void theExportsOfAFormerTableAreDescribedButNotListed() {
    ExportDescription export = run(request("ION").build());
    ListExportsInput list = ListExportsInput.builder().tableArn(export.tableArn()).build();
    ExportSummary summary = new ExportSummary(export.exportArn(), "COMPLETED", "FULL_EXPORT");
    assertThat(engine.call(Operations.LIST_EXPORTS, list).exportSummaries())
        .containsExactly(summary);

    drop(engine::call, TABLE);
    create(TABLE);

    assertThat(engine.call(Operations.LIST_EXPORTS, list).exportSummaries()).isEmpty();
    assertThat(
            engine
                .call(Operations.LIST_EXPORTS, ListExportsInput.builder().build())
                .exportSummaries())
        .containsExactly(summary);
    assertThat(
            engine
                .call(Operations.DESCRIBE_EXPORT, new DescribeExportInput(export.exportArn()))
                .exportDescription())
        .isEqualTo(export);
  }
}
