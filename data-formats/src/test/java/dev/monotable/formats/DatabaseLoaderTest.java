package dev.monotable.formats;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.queryIndex;
import static dev.monotable.testing.Calls.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.observe.Contributor;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.model.DescribeContinuousBackupsInput;
import dev.monotable.model.ListContributorInsightsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoveryDescription;
import dev.monotable.testing.Calls;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseLoaderTest {
  private static final Path SCHEMAS = Path.of("src/test/resources/dev/monotable/formats/schema");
  private static final Path SEEDS = Path.of("src/test/resources/dev/monotable/formats/item");
  private static final Path TEMPLATE = SCHEMAS.resolve("chat.template.yaml");

  @TempDir Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final MonotableEngine database =
      MonotableEngine.create(
          EngineConfig.builder()
              .clock(time)
              .scheduler(time)
              .seed(7)
              .delays(Delays.builder().createTable(Duration.ofHours(1)).build())
              .build());

  /** The event when the clock of a database is read for the third time. */
  private Runnable during = () -> {};

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aTableIsRecoverableAndItsKeysAreCountedFromTheStart() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);
    Instant created = time.instant();
    time.advance(Duration.ofSeconds(2));
    Calls.put(
        database::call,
        "chat-dev",
        Item.parse(
            "{\"PK\":{\"S\":\"ROOM#1\"},\"SK\":{\"S\":\"MSG#1\"},"
                + "\"GSI1PK\":{\"S\":\"AUTHOR#Ada\"},\"sentAt\":{\"N\":\"1\"}}"));

    assertThat(
            database
                .call(
                    Operations.DESCRIBE_CONTINUOUS_BACKUPS,
                    new DescribeContinuousBackupsInput("chat-dev"))
                .continuousBackupsDescription()
                .pointInTimeRecoveryDescription())
        .isEqualTo(
            PointInTimeRecoveryDescription.builder()
                .pointInTimeRecoveryStatus("ENABLED")
                .recoveryPeriodInDays(7)
                .earliestRestorableDateTime(created)
                .latestRestorableDateTime(time.instant())
                .build());
    assertThat(
            database
                .call(
                    Operations.LIST_CONTRIBUTOR_INSIGHTS,
                    ListContributorInsightsInput.builder().build())
                .contributorInsightsSummaries())
        .extracting(
            summary ->
                summary.indexName()
                    + " "
                    + summary.contributorInsightsStatus()
                    + " "
                    + summary.contributorInsightsMode())
        .containsExactly("null ENABLED THROTTLED_KEYS", "GSI1 ENABLED ACCESSED_AND_THROTTLED_KEYS");
    assertThat(database.contributors("chat-dev", "GSI1", 10).accessedPartitionKeys())
        .containsExactly(new Contributor(Item.of("GSI1PK", "AUTHOR#Ada"), 1, 0));
  }

  @Test
  void filesOfAllKindsAreLoadedSchemasFirst() throws Exception {
    Path lines =
        write(
            "chat-dev.json",
            "{\"PK\": \"ROOM#1\", \"SK\": \"MSG#1\", \"GSI1PK\": \"AUTHOR#Ada\", \"sentAt\": 1}\n");

    LoadSummary summary = DatabaseLoader.load(database, lines, TEMPLATE);

    assertThat(summary).isEqualTo(new LoadSummary(1, 1, 0, List.of()));
    assertThat(queryIndex(database::call, "chat-dev", "GSI1", "GSI1PK = 'AUTHOR#Ada'").items())
        .containsExactly(
            Item.parse(
                """
                {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#1"}, "GSI1PK": {"S": "AUTHOR#Ada"},
                 "sentAt": {"N": "1"}}
                """));
  }

  @Test
  void tablesAreActiveAtOnceAndEncrypted() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);

    assertThat(describe(database::call, "chat-dev"))
        .satisfies(table -> assertThat(table.tableStatus()).isEqualTo("ACTIVE"))
        .satisfies(table -> assertThat(table.sseDescription().sseType()).isEqualTo("KMS"));
  }

  @Test
  void aTableThatExistsIsLeftAsItIs() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);
    Calls.put(database::call, "chat-dev", Item.of("PK", "a", "SK", "1"));

    LoadSummary summary = DatabaseLoader.load(database, TEMPLATE);

    assertThat(summary.tablesCreated()).isZero();
    assertThat(summary.notices())
        .map(Notice::toString)
        .containsExactly(TEMPLATE + ":9:3: the table 'chat-dev' exists and is left as it is");
    assertThat(scan(database::call, "chat-dev")).containsExactly(Item.of("PK", "a", "SK", "1"));
  }

  @Test
  void anInvalidFileChangesNothing() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);
    Path seed =
        write(
            "seed.json",
            """
            {"chat-dev": [
              {"PK": "a", "SK": "1"},
              {"PK": "a"}
            ]}
            """);
    Path other =
        write(
            "other.json",
            "{\"TableName\": \"Other\", \"BillingMode\": \"PAY_PER_REQUEST\", \"KeySchema\":"
                + " [{\"AttributeName\": \"k\", \"KeyType\": \"HASH\"}], \"AttributeDefinitions\":"
                + " [{\"AttributeName\": \"k\", \"AttributeType\": \"S\"}]}");

    assertThatThrownBy(() -> DatabaseLoader.load(database, seed, other))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            seed
                + ":3:3: One or more parameter values were invalid: Missing the key SK in the"
                + " item");
    assertThat(items("chat-dev")).isEmpty();
    assertThat(tableNames()).containsExactly("chat-dev");
  }

  @Test
  void whatTheDatabaseHadStays() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);
    put("chat-dev", Item.of("PK", "a", "SK", "old"));

    DatabaseLoader.load(database, write("x.json", "[{\"PK\": \"a\", \"SK\": \"new\"}]"));

    assertThat(items("chat-dev"))
        .containsExactly(Item.of("PK", "a", "SK", "new"), Item.of("PK", "a", "SK", "old"));
  }

  @Test
  void aWriteDuringTheLoadIsKept() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);
    Path seed = write("x.json", "[{\"PK\": \"a\", \"SK\": \"loaded\"}]");
    int[] calls = {0};
    // The clock is read by each operation of the load, so this writes in the middle of it.
    MonotableEngine busy =
        MonotableEngine.create(
            EngineConfig.builder()
                .scheduler(time)
                .clock(
                    () -> {
                      if (calls[0]-- == 1) {
                        during.run();
                      }
                      return time.instant();
                    })
                .build());
    try (busy) {
      busy.restore(database.snapshot());
      during = () -> Calls.put(busy::call, "chat-dev", Item.of("PK", "a", "SK", "written"));
      calls[0] = 3;
      DatabaseLoader.load(busy, seed);

      assertThat(calls[0]).isNegative();
      assertThat(scan(busy::call, "chat-dev"))
          .containsExactly(Item.of("PK", "a", "SK", "loaded"), Item.of("PK", "a", "SK", "written"));
    }
  }

  @Test
  void tablesOfTwoLoadsHaveDifferentIds() throws Exception {
    DatabaseLoader.load(database, TEMPLATE);
    DatabaseLoader.load(
        database,
        SchemaFiles.reader().withParameters(Map.of("Stage", "prod")).load(List.of(TEMPLATE)),
        List.of());

    assertThat(tableNames()).containsExactly("chat-dev", "chat-prod");
    assertThat(
            tableNames().stream().map(name -> describe(database::call, name).tableId()).distinct())
        .hasSize(2);
  }

  @Test
  void theKindOfAFileIsDetected() throws Exception {
    for (String schema :
        List.of(
            "chat.template.yaml",
            "cdk.out",
            "cdk.out/manifest.json",
            "cdk.out/assembly-Prod/ProdChatStack.template.json",
            "serverless/serverless.yml",
            "terraform-plan.json")) {
      assertThat(FilePurpose.of(SCHEMAS.resolve(schema))).as(schema).isEqualTo(FilePurpose.SCHEMA);
    }
    assertThat(FilePurpose.of(SCHEMAS.resolve("workbench-model.json"))).isEqualTo(FilePurpose.SEED);
    try (DirectoryStream<Path> seeds = Files.newDirectoryStream(SEEDS)) {
      for (Path seed : seeds) {
        assertThat(FilePurpose.of(seed)).as(seed.toString()).isEqualTo(FilePurpose.SEED);
      }
    }
    assertThat(FilePurpose.of(write("a", "[{\"TableName\": \"t\", \"KeySchema\": []}]")))
        .isEqualTo(FilePurpose.SCHEMA);
    assertThat(FilePurpose.of(write("a", "{\"service\": \"mail\", \"PK\": \"x\"}")))
        .isEqualTo(FilePurpose.SEED);
    assertThat(FilePurpose.of(write("a", "# tables\n---\nTableName: t\n")))
        .isEqualTo(FilePurpose.SCHEMA);
    assertThat(FilePurpose.of(write("a", "TableName: t\n"))).isEqualTo(FilePurpose.SCHEMA);
    assertThat(FilePurpose.of(write("a", "PK,SK\na,b\n"))).isEqualTo(FilePurpose.SEED);
  }

  @Test
  void vectorIndexesOfATemplateAndOfADescriptionAreCreated() throws Exception {
    String members =
        """
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
        "VectorIndexes": [{
          "IndexName": "byShape", "VectorAttribute": {"AttributeName": "v"},
          "Projection": {"ProjectionType": "ALL"}, "Dimensions": 3, "DistanceFunction": "COSINE"
        }]
        """;
    Path template =
        write(
            "template.json",
            """
            {"Resources": {"Table": {"Type": "AWS::DynamoDB::Table", "Properties": {
              "TableName": "Pictures", %s}},
             "Global": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
              "TableName": "Drawings", "Replicas": [{"Region": "us-east-1"}], %s}}}}
            """
                .formatted(members, members));
    Path description =
        write(
            "described.json",
            """
            {"Table": {"TableName": "Shapes", "TableStatus": "ACTIVE", %s}}
            """
                .formatted(
                    members
                        .replace(
                            "\"BillingMode\": \"PAY_PER_REQUEST\"",
                            "\"BillingModeSummary\": {\"BillingMode\": \"PAY_PER_REQUEST\"}")
                        .replace("\"Dimensions\"", "\"IndexStatus\": \"ACTIVE\", \"Dimensions\"")));

    DatabaseLoader.load(database, template);
    DatabaseLoader.load(database, description);

    assertThat(tableNames()).containsExactly("Drawings", "Pictures", "Shapes");
    for (String table : tableNames()) {
      assertThat(describe(database::call, table).vectorIndexes())
          .singleElement()
          .satisfies(
              index -> {
                assertThat(index.indexName()).isEqualTo("byShape");
                assertThat(index.dimensions()).isEqualTo(3);
                assertThat(index.indexStatus()).isEqualTo("ACTIVE");
              });
    }
  }

  @Test
  void aRequestForWhatIsNotSupportedIsReported() throws Exception {
    Path schema =
        write(
            "tables.json",
            """
            {
              "TableName": "Pictures", "BillingMode": "PAY_PER_REQUEST",
              "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
              "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
              "GlobalTableSourceArn": "arn:aws:dynamodb:us-east-1:000000000000:table/Pictures"
            }
            """);

    assertThatThrownBy(() -> DatabaseLoader.load(database, schema))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            schema
                + ":1:1: Monotable does not support GlobalTableSourceArn in CreateTable requests"
                + " yet");
    assertThat(tableNames()).isEmpty();
  }

  @Test
  void aMissingFileIsReported() {
    Path file = directory.resolve("nowhere");

    assertThatThrownBy(() -> DatabaseLoader.load(database, file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ": there is no such file");
    assertThatThrownBy(() -> DatabaseLoader.load(database, List.of(), List.of(SeedFile.of(file))))
        .hasMessage(file + ": there is no such file");
  }

  private void put(String table, Item item) {
    Calls.put(database::call, table, item);
  }

  private List<Item> items(String table) {
    return scan(database::call, table);
  }

  private List<String> tableNames() {
    return Calls.tableNames(database::call);
  }

  private Path write(String name, String content) throws Exception {
    return Files.writeString(directory.resolve(name), content);
  }
}
