package dev.monotable.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Server;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsAction;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsStatus;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsSummary;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportSummary;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportSummary;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * Tests each operation on backups, point-in-time recovery, exports, imports and Contributor
 * Insights with the AWS SDK for Java, its waiters and its paginators.
 */
@Tag("slow")
class CopiesTest {
  private static final String BUCKET = "files";

  /** The server is shared by tests and targets, so each has tables of its own. */
  private final String name = "Copies-" + UUID.randomUUID();

  @BeforeEach
  void load(Dynamo dynamo) throws Exception {
    assumeFalse(Server.isForeign(), "the buckets are folders");
    Files.createDirectories(Server.BUCKETS.resolve(BUCKET));
    dynamo.create(
        CreateTableRequest.builder()
            .tableName(name)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("id")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .build());
    dynamo.put(name, List.of(item("a"), item("b")));
  }

  @OnEveryTarget
  void aBackupRestoresATable(Dynamo dynamo) {
    DynamoDbClient client = dynamo.client();
    String arn =
        client
            .createBackup(r -> r.tableName(name).backupName("nightly"))
            .backupDetails()
            .backupArn();
    client.deleteItem(r -> r.tableName(name).key(item("a")));

    client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName(copy()));

    try (DynamoDbWaiter waiter = waiter(client)) {
      waiter.waitUntilTableExists(r -> r.tableName(copy()));
    }
    assertThat(items(client, copy())).isEqualTo(Set.of(item("a"), item("b")));
    assertThat(client.describeBackup(r -> r.backupArn(arn)).backupDescription().backupDetails())
        .satisfies(backup -> assertThat(backup.backupStatus()).isEqualTo(BackupStatus.AVAILABLE));
    assertThat(client.listBackups(r -> r.tableName(name)).backupSummaries()).hasSize(1);
    client.deleteBackup(r -> r.backupArn(arn));
    assertThat(client.listBackups(r -> r.tableName(name)).backupSummaries()).isEmpty();
    drop(client);
  }

  @OnEveryTarget
  void aTableIsRestoredToItsLatestTime(Dynamo dynamo) {
    DynamoDbClient client = dynamo.client();
    enableRecovery(client);

    assertThat(
            client
                .describeContinuousBackups(r -> r.tableName(name))
                .continuousBackupsDescription()
                .pointInTimeRecoveryDescription())
        .satisfies(
            recovery -> {
              assertThat(recovery.pointInTimeRecoveryStatus())
                  .isEqualTo(PointInTimeRecoveryStatus.ENABLED);
              assertThat(recovery.recoveryPeriodInDays()).isEqualTo(3);
            });
    client.restoreTableToPointInTime(
        r -> r.sourceTableName(name).targetTableName(copy()).useLatestRestorableTime(true));
    try (DynamoDbWaiter waiter = waiter(client)) {
      waiter.waitUntilTableExists(r -> r.tableName(copy()));
    }
    assertThat(items(client, copy())).isEqualTo(Set.of(item("a"), item("b")));
    drop(client);
  }

  @OnEveryTarget
  void contributorInsightsAreListedPageByPage(Dynamo dynamo) {
    DynamoDbClient client = dynamo.client();

    client.updateContributorInsights(
        r -> r.tableName(name).contributorInsightsAction(ContributorInsightsAction.ENABLE));

    try (DynamoDbWaiter waiter = waiter(client)) {
      assertThat(
              waiter
                  .waitUntilContributorInsightsEnabled(r -> r.tableName(name))
                  .matched()
                  .response())
          .hasValueSatisfying(
              found ->
                  assertThat(found.contributorInsightsStatus())
                      .isEqualTo(ContributorInsightsStatus.ENABLED));
    }
    List<String> listed = new ArrayList<>();
    client
        .listContributorInsightsPaginator(r -> r.maxResults(1))
        .forEach(
            page ->
                page.contributorInsightsSummaries().stream()
                    .map(ContributorInsightsSummary::tableName)
                    .forEach(listed::add));
    assertThat(listed).containsOnlyOnce(name);
  }

  @OnEveryTarget
  void anExportIsImported(Dynamo dynamo) {
    DynamoDbClient client = dynamo.client();
    enableRecovery(client);
    String arn = client.describeTable(r -> r.tableName(name)).table().tableArn();
    ExportDescription first = export(client, arn);
    ExportDescription second = export(client, arn);

    Set<String> exports = new HashSet<>();
    client
        .listExportsPaginator(r -> r.tableArn(arn).maxResults(1))
        .forEach(
            page ->
                page.exportSummaries().stream()
                    .map(ExportSummary::exportArn)
                    .forEach(exports::add));
    assertThat(exports).isEqualTo(Set.of(first.exportArn(), second.exportArn()));

    String data = second.exportManifest().replace("manifest-summary.json", "data/");
    String importArn =
        client
            .importTable(
                r ->
                    r.s3BucketSource(s -> s.s3Bucket(BUCKET).s3KeyPrefix(data))
                        .inputFormat("DYNAMODB_JSON")
                        .inputCompressionType("GZIP")
                        .tableCreationParameters(parameters()))
            .importTableDescription()
            .importArn();
    try (DynamoDbWaiter waiter = waiter(client)) {
      waiter.waitUntilImportCompleted(r -> r.importArn(importArn));
    }
    ImportTableDescription imported =
        client.describeImport(r -> r.importArn(importArn)).importTableDescription();
    assertThat(imported.importStatus()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(imported.importedItemCount()).isEqualTo(2);
    assertThat(items(client, copy())).isEqualTo(Set.of(item("a"), item("b")));
    List<String> imports = new ArrayList<>();
    client
        .listImportsPaginator(r -> r.pageSize(1))
        .forEach(
            page ->
                page.importSummaryList().stream()
                    .map(ImportSummary::importArn)
                    .forEach(imports::add));
    assertThat(imports).containsOnlyOnce(importArn);
    drop(client);
  }

  private ExportDescription export(DynamoDbClient client, String table) {
    String arn =
        client
            .exportTableToPointInTime(r -> r.tableArn(table).s3Bucket(BUCKET).s3Prefix("copies"))
            .exportDescription()
            .exportArn();
    try (DynamoDbWaiter waiter = waiter(client)) {
      waiter.waitUntilExportCompleted(r -> r.exportArn(arn));
    }
    ExportDescription found = client.describeExport(r -> r.exportArn(arn)).exportDescription();
    assertThat(found.exportStatus()).isEqualTo(ExportStatus.COMPLETED);
    assertThat(found.itemCount()).isEqualTo(2);
    return found;
  }

  private TableCreationParameters parameters() {
    return TableCreationParameters.builder()
        .tableName(copy())
        .attributeDefinitions(
            AttributeDefinition.builder()
                .attributeName("id")
                .attributeType(ScalarAttributeType.S)
                .build())
        .keySchema(KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .build();
  }

  private void enableRecovery(DynamoDbClient client) {
    client.updateContinuousBackups(
        r ->
            r.tableName(name)
                .pointInTimeRecoverySpecification(
                    p -> p.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(3)));
  }

  private String copy() {
    return name + "-copy";
  }

  private void drop(DynamoDbClient client) {
    client.deleteTable(r -> r.tableName(copy()));
  }

  /** Returns a waiter, also for the adapter of the asynchronous client, which has none. */
  private static DynamoDbWaiter waiter(DynamoDbClient client) {
    return DynamoDbWaiter.builder().client(client).build();
  }

  private static Map<String, AttributeValue> item(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  private static Set<Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
    return new HashSet<>(client.scan(r -> r.tableName(table)).items());
  }
}
