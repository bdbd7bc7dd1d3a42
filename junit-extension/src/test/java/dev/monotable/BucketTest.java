package dev.monotable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.snapshot.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Exports tables to buckets in memory, and imports them from there. */
class BucketTest {
  private static final String ITEM = "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n";

  private Monotable db = Monotable.create();

  @AfterEach
  void close() {
    db.close();
  }

  private static ImportTableDescription importInto(Monotable target, String table, String prefix) {
    DynamoDbClient client = target.client();
    String arn =
        client
            .importTable(
                b ->
                    b.inputFormat(InputFormat.DYNAMODB_JSON)
                        .s3BucketSource(s -> s.s3Bucket("files").s3KeyPrefix(prefix))
                        .tableCreationParameters(
                            t ->
                                t.tableName(table)
                                    .billingMode(BillingMode.PAY_PER_REQUEST)
                                    .attributeDefinitions(
                                        AttributeDefinition.builder()
                                            .attributeName("PK")
                                            .attributeType(ScalarAttributeType.S)
                                            .build())
                                    .keySchema(
                                        KeySchemaElement.builder()
                                            .attributeName("PK")
                                            .keyType(KeyType.HASH)
                                            .build())))
            .importTableDescription()
            .importArn();
    return client.describeImport(b -> b.importArn(arn)).importTableDescription();
  }

  private ExportDescription export(String table) {
    DynamoDbClient client = db.client();
    client.updateContinuousBackups(
        b ->
            b.tableName(table)
                .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(true)));
    String tableArn = client.describeTable(b -> b.tableName(table)).table().tableArn();
    String arn =
        client
            .exportTableToPointInTime(b -> b.tableArn(tableArn).s3Bucket("files"))
            .exportDescription()
            .exportArn();
    return client.describeExport(b -> b.exportArn(arn)).exportDescription();
  }

  @Test
  void anImportReadsWhatWasPut() {
    db.bucket("files").put("json/items.json", ITEM).put("other.json", "{");

    assertThat(importInto(db, "Things", "json/").importStatusAsString()).isEqualTo("COMPLETED");
    assertThat(db.client().scan(b -> b.tableName("Things")).items())
        .isEqualTo(List.of(Map.of("PK", AttributeValue.fromS("a"))));
  }

  @Test
  void anExportWritesWhatIsRead() throws IOException {
    db.bucket("files").put("items.json", ITEM);
    assertThat(importInto(db, "Things", "").importStatusAsString()).isEqualTo("COMPLETED");

    ExportDescription export = export("Things");

    assertThat(export.exportStatusAsString()).isEqualTo("COMPLETED");
    assertThat(db.bucket("files").keys()).contains(export.exportManifest(), "items.json");
    String data =
        db.bucket("files").keys().stream()
            .filter(key -> key.endsWith(".json.gz"))
            .findFirst()
            .orElseThrow();
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(db.bucket("files").get(data)))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(ITEM);
    }
  }

  @Test
  void aBucketExistsOnceItIsCreated() {
    assertThat(importInto(db, "First", "").failureCode()).isEqualTo("S3NoSuchBucket");
    db.bucket("files").create();

    ImportTableDescription second = importInto(db, "Second", "");

    assertThat(second.importStatusAsString() + second.importedItemCount()).isEqualTo("COMPLETED0");
    assertThat(db.bucket("files").get("missing")).isNull();
  }

  @Test
  void keysAreInTheOrderOfTheirBytes() {
    Bucket bucket = db.bucket("files");
    bucket.put("b", "2").put("a/b", "1").put("\uD83D\uDE00", "4").put("\uFFFD", "3").put("b", "5");
    bucket.delete("a/b");
    bucket.delete("a/b");

    assertThat(bucket.keys()).isEqualTo(List.of("b", "\uFFFD", "\uD83D\uDE00"));
    assertThat(bucket.get("b")).isEqualTo("5".getBytes(UTF_8));
  }

  @Test
  void objectsAreAPartOfForksSnapshotsAndResets() {
    db.bucket("files").put("before", "1");
    db.setResetPoint();
    Snapshot before = db.snapshot();
    try (Monotable fork = db.fork()) {
      fork.bucket("files").put("fork", "2");
      db.bucket("files").put("after", "3");

      assertThat(fork.bucket("files").keys()).isEqualTo(List.of("before", "fork"));
    }
    assertThat(db.bucket("files").keys()).isEqualTo(List.of("after", "before"));
    db.restore(before);
    assertThat(db.bucket("files").keys()).isEqualTo(List.of("before"));
    db.bucket("others").put("after", "4");
    db.reset();
    assertThat(db.bucket("files").keys()).isEqualTo(List.of("before"));
    assertThat(db.bucket("others").keys()).isEmpty();
  }

  @Test
  void theMemoryForObjectsIsBounded() {
    db.close();
    Limits limits = Limits.builder().transfer(t -> t.withMaxObjectBytes(2300)).build();
    db =
        Monotable.builder()
            .config(EngineConfig.DEFAULT.toBuilder().limits(limits).build())
            .create();
    Bucket bucket = db.bucket("files").put("items.json", ITEM);
    assertThatThrownBy(() -> bucket.put("large", new byte[1700]))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory for objects is full: transfer.maxObjectBytes");
    assertThat(importInto(db, "Things", "").importStatusAsString()).isEqualTo("COMPLETED");

    ExportDescription export = export("Things");

    assertThat(export.exportStatusAsString() + ' ' + export.failureMessage())
        .isEqualTo("FAILED The memory for objects of the database is full");
    bucket.put("items.json", "");
    bucket.keys().forEach(bucket::delete);
    bucket.put("large", new byte[1650]);
    assertThatThrownBy(() -> db.bucket("second").create())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory for objects is full: transfer.maxObjectBytes");
    assertThat(bucket.keys()).isEqualTo(List.of("large"));
  }

  @Test
  void foldersAreNoBucketsInMemory(@TempDir Path directory) {
    try (Monotable folders = Monotable.builder().s3(directory).create()) {
      assertThatThrownBy(() -> folders.bucket("files"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the buckets of this database are folders: s3(DIR)");
    }
  }
}
