package dev.monotable.formats.schema;

import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Writes and reads schema files for tests. */
abstract class SchemaFilesFixture {
  @TempDir Path directory;

  String tableName(String expression) throws Exception {
    Path file = write("names.yaml", names(expression));
    SchemaTable table = load(file).get(0);
    return table.request().tableName();
  }

  static String names(String expression) {
    return """
    Parameters:
      Stage: {Type: String, Default: dev}
      Names: {Type: CommaDelimitedList, Default: 'first, second'}
      Needed: {Type: String}
    Mappings:
      Names:
        dev: {table: mapped}
    Conditions:
      IsDev: !Equals [!Ref Stage, dev]
      IsProd: !Not [{Condition: IsDev}]
      Both: !And [!Condition IsDev, !Condition IsProd]
      Loop:
        !Condition Loop
    Resources:
      Bucket:
        Type: AWS::S3::Bucket
      T:
        # The table whose name is tried out.
        Type: AWS::DynamoDB::Table
        Properties:
          BillingMode: PAY_PER_REQUEST
          TableName:
            %s
      Other:
        Type: AWS::DynamoDB::Table
        Properties: {TableName: !Sub 'other-${Stage}'}
    """
        .formatted(expression);
  }

  List<SchemaTable> load(Path file) throws DataFileException {
    return SchemaFiles.reader().load(List.of(file));
  }

  Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  static SchemaTable table(
      Path file,
      int line,
      int column,
      CreateTableInput request,
      TimeToLiveSpecification timeToLive,
      Notice... notices) {
    return new SchemaTable(
        new FilePosition(file, line, column),
        request,
        timeToLive,
        null,
        List.of(),
        TableDestinations.NONE,
        List.of(),
        List.of(notices));
  }

  /** Returns a table with the request that creates its replicas. */
  static SchemaTable replicated(SchemaTable table, UpdateTableInput replicas) {
    return new SchemaTable(
        table.at(),
        table.request(),
        table.timeToLive(),
        table.pointInTimeRecovery(),
        table.contributorInsights(),
        new TableDestinations(null, replicas),
        table.items(),
        table.notices());
  }

  /** Returns a replica without settings of its own. */
  static ReplicationGroupUpdate replica(String region) {
    return replica(CreateReplicationGroupMemberAction.builder().regionName(region).build());
  }

  static ReplicationGroupUpdate replica(CreateReplicationGroupMemberAction action) {
    return ReplicationGroupUpdate.builder().create(action).build();
  }

  static PointInTimeRecoverySpecification recovery(@Nullable Integer days) {
    return PointInTimeRecoverySpecification.builder()
        .pointInTimeRecoveryEnabled(true)
        .recoveryPeriodInDays(days)
        .build();
  }

  static UpdateContributorInsightsInput insights(
      String table, @Nullable String index, @Nullable String mode) {
    return UpdateContributorInsightsInput.builder()
        .tableName(table)
        .indexName(index)
        .contributorInsightsAction("ENABLE")
        .contributorInsightsMode(mode)
        .build();
  }

  static Notice notice(Path file, int line, int column, String text) {
    return new Notice(new FilePosition(file, line, column), text);
  }

  static AttributeDefinition attribute(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static ProvisionedThroughput throughput(long read, long write) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }
}
