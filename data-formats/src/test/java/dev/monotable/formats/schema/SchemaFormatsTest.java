package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.Projection;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.Tag;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.text.DataFileException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample files describe the same table in every format. */
class SchemaFormatsTest extends SchemaFilesFixture {
  private static final Path SAMPLES = Path.of("src/test/resources/dev/monotable/formats/schema");

  private static final CreateTableInput CHAT =
      CreateTableInput.builder()
          .tableName("chat-dev")
          .attributeDefinitions(
              List.of(
                  attribute("PK", "S"),
                  attribute("SK", "S"),
                  attribute("GSI1PK", "S"),
                  attribute("sentAt", "N")))
          .keySchema(List.of(key("PK", "HASH"), key("SK", "RANGE")))
          .billingMode("PAY_PER_REQUEST")
          .globalSecondaryIndexes(List.of(gsi().build()))
          .localSecondaryIndexes(
              List.of(
                  LocalSecondaryIndex.builder()
                      .indexName("LSI1")
                      .keySchema(List.of(key("PK", "HASH"), key("sentAt", "RANGE")))
                      .projection(Projection.builder().projectionType("ALL").build())
                      .build()))
          .streamSpecification(
              StreamSpecification.builder()
                  .streamEnabled(true)
                  .streamViewType("NEW_AND_OLD_IMAGES")
                  .build())
          .sseSpecification(
              SSESpecification.builder()
                  .enabled(true)
                  .sseType("KMS")
                  .kmsMasterKeyId("alias/chat")
                  .build())
          .tags(List.of(Tag.builder().key("team").value("red").build()))
          .build();

  private static final TimeToLiveSpecification EXPIRES_AT =
      TimeToLiveSpecification.builder().attributeName("expiresAt").enabled(true).build();

  private static GlobalSecondaryIndex.Builder gsi() {
    return GlobalSecondaryIndex.builder()
        .indexName("GSI1")
        .keySchema(List.of(key("GSI1PK", "HASH"), key("sentAt", "RANGE")))
        .projection(
            Projection.builder()
                .projectionType("INCLUDE")
                .nonKeyAttributes(List.of("body", "author"))
                .build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chat.template.yaml",
        "cdk.out",
        "cdk.out/manifest.json",
        "serverless/serverless.yml",
        "terraform-plan.json",
      })
  void everyFormatDescribesTheSameTable(String name) throws Exception {
    List<SchemaTable> tables = read(SAMPLES.resolve(name));

    assertThat(tables).extracting(SchemaTable::request).containsExactly(CHAT);
    assertThat(tables).extracting(SchemaTable::timeToLive).containsExactly(EXPIRES_AT);
    assertThat(tables).extracting(SchemaTable::pointInTimeRecovery).containsExactly(recovery(7));
    assertThat(tables)
        .extracting(SchemaTable::contributorInsights)
        .containsExactly(
            List.of(
                insights("chat-dev", null, "THROTTLED_KEYS"), insights("chat-dev", "GSI1", null)));
    assertThat(tables.get(0).notices()).isEmpty();
  }

  @Test
  void aWorkbenchModelHasTablesIndexesAndCapacity() throws Exception {
    Path file = SAMPLES.resolve("workbench-model.json");

    assertThat(read(file))
        .containsExactly(
            table(
                file,
                12,
                5,
                CreateTableInput.builder()
                    .tableName("chat-dev")
                    .attributeDefinitions(CHAT.attributeDefinitions())
                    .keySchema(CHAT.keySchema())
                    .billingMode("PROVISIONED")
                    .provisionedThroughput(throughput(5, 6))
                    .globalSecondaryIndexes(
                        List.of(gsi().provisionedThroughput(throughput(5, 6)).build()))
                    .build(),
                null,
                notice(file, 57, 9, "AutoScalingRead has no effect here"),
                notice(
                    file,
                    43,
                    7,
                    "the items of the model (2) have no effect in a schema; give it as a seed"
                        + " (--seed) too")));
  }

  @Test
  void aCompressedFileIsRead() throws Exception {
    Path file = directory.resolve("plan");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Files.copy(SAMPLES.resolve("terraform-plan.json"), out);
    }

    assertThat(read(file)).extracting(SchemaTable::request).containsExactly(CHAT);
  }

  private static List<SchemaTable> read(Path file) throws DataFileException {
    return SchemaFiles.reader().withEnvironment(Map.of()).load(List.of(file));
  }

  @Nested
  class Encryption {
    @Test
    void aGlobalTableTakesTheKeyOfItsReplica() throws Exception {
      assertThat(
              encryption(
                  """
                  Type: AWS::DynamoDB::GlobalTable
                  Properties:
                    SSESpecification: {SSEEnabled: true, SSEType: KMS}
                    Replicas:
                      - Region: us-east-1
                        SSESpecification: {KMSMasterKeyId: my-key}
                  """))
          .isEqualTo(
              SSESpecification.builder()
                  .enabled(true)
                  .sseType("KMS")
                  .kmsMasterKeyId("my-key")
                  .build());
    }

    @Test
    void aSimpleTableTakesTheEncryptionOfItsGlobals() throws Exception {
      Path file =
          write(
              "sam.yaml",
              """
              Transform: AWS::Serverless-2016-10-31
              Globals:
                SimpleTable:
                  SSESpecification: {SSEEnabled: true}
              Resources:
                Plain: {Type: AWS::Serverless::SimpleTable}
                Off:
                  Type: AWS::Serverless::SimpleTable
                  Properties:
                    SSESpecification: {SSEEnabled: false, KMSMasterKeyId: unused}
              """);

      assertThat(load(file))
          .extracting(table -> table.request().sseSpecification())
          .containsExactly(
              SSESpecification.builder().enabled(true).build(),
              SSESpecification.builder().enabled(false).build());
    }

    private SSESpecification encryption(String resource) throws Exception {
      String content = "Resources:\n  T:\n" + resource.indent(4);
      return load(write("sse.yaml", content)).get(0).request().sseSpecification();
    }
  }

  @Nested
  class Recovery {
    @Test
    void aGlobalTableTakesTheSettingsOfItsReplica() throws Exception {
      assertSettings(
          """
          Type: AWS::DynamoDB::GlobalTable
          Properties:
            TableName: t
            GlobalSecondaryIndexes: [{IndexName: g}, {IndexName: h}]
            Replicas:
              - Region: us-east-1
                PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: 'true'}
                ContributorInsightsSpecification: {Enabled: true}
                GlobalSecondaryIndexes:
                  - {IndexName: h, ContributorInsightsSpecification: {Enabled: true}}
                  - {IndexName: g, ContributorInsightsSpecification: {Enabled: false}}
          """,
          recovery(null),
          insights("t", null, null),
          insights("t", "h", null));
    }

    @Test
    void aSimpleTableCanBeRecovered() throws Exception {
      assertSettings(
          """
          Type: AWS::Serverless::SimpleTable
          Properties:
            TableName: t
            PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
          """,
          recovery(null));
    }

    @Test
    void settingsThatAreOffAreNotSent() throws Exception {
      assertSettings(
          """
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: t
            PointInTimeRecoverySpecification:
              {PointInTimeRecoveryEnabled: false, RecoveryPeriodInDays: 7}
            ContributorInsightsSpecification: {Enabled: false, Mode: THROTTLED_KEYS}
          """,
          null);
      assertSettings(
          """
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: t
            PointInTimeRecoverySpecification: {}
            ContributorInsightsSpecification: !Ref AWS::NoValue
          """,
          null);
    }

    @Test
    void aCreateTableRequestMayHaveThem() throws Exception {
      Path file =
          write(
              "request.yaml",
              """
              TableName: t
              PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
              ContributorInsightsSpecification: {Enabled: true}
              """);

      assertSettings(load(file).get(0), recovery(null), insights("t", null, null));
    }

    private void assertSettings(
        String resource,
        @Nullable PointInTimeRecoverySpecification recovery,
        UpdateContributorInsightsInput... insights)
        throws Exception {
      String content = "Resources:\n  T:\n" + resource.indent(4);
      assertSettings(load(write("t.yaml", content)).get(0), recovery, insights);
    }

    private static void assertSettings(
        SchemaTable table,
        @Nullable PointInTimeRecoverySpecification recovery,
        UpdateContributorInsightsInput... insights) {
      assertThat(table.pointInTimeRecovery()).isEqualTo(recovery);
      assertThat(table.contributorInsights()).containsExactly(insights);
      assertThat(table.notices()).isEmpty();
    }
  }

  @Nested
  class Parameters {
    private static final String TEMPLATE =
        """
        Parameters:
          Stage:
            Type: String
            AllowedValues: [dev, prod]
            Default: dev
          Name:
            Type: String
            MinLength: 3
            MaxLength: 5
            AllowedPattern: '[a-z]+'
            ConstraintDescription: three to five letters
            Default: abc
          Count:
            Type: Number
            MinValue: 1
            MaxValue: 10
            Default: 5
          Zones:
            Type: CommaDelimitedList
            AllowedValues: [a, b]
            Default: a, b
        Resources:
          T: {Type: AWS::DynamoDB::Table}
        """;

    @Test
    void valuesMeetTheirConstraints() throws Exception {
      Path file = write("p.yaml", TEMPLATE);

      assertThat(
              SchemaFiles.reader()
                  .withParameters(
                      Map.of("Stage", "prod", "Name", "abcde", "Count", "10", "Zones", "b,a"))
                  .load(List.of(file)))
          .hasSize(1);
      assertInvalid(
          file, "Stage", "test", "2:3: the parameter 'Stage' must be one of dev, prod, not 'test'");
      assertInvalid(
          file,
          "Name",
          "ab",
          "6:3: the parameter 'Name' must contain at least 3 characters, not 'ab' (three to five"
              + " letters)");
      assertInvalid(
          file,
          "Name",
          "abcdef",
          "6:3: the parameter 'Name' must contain at most 5 characters, not 'abcdef' (three to five"
              + " letters)");
      assertInvalid(
          file,
          "Name",
          "ABC",
          "6:3: the parameter 'Name' must match pattern [a-z]+, not 'ABC' (three to five letters)");
      assertInvalid(
          file,
          "Count",
          "0",
          "13:3: the parameter 'Count' must be a number not less than 1, not '0'");
      assertInvalid(
          file,
          "Count",
          "10.5",
          "13:3: the parameter 'Count' must be a number not greater than 10, not '10.5'");
      assertInvalid(file, "Count", "x", "13:3: the parameter 'Count' must be a number, not 'x'");
      assertInvalid(
          file, "Zones", "a,c", "18:3: the parameter 'Zones' must be one of a, b, not 'c'");
    }

    @Test
    void anUnknownParameterIsAnError() throws Exception {
      Path one = write("one.yaml", TEMPLATE);
      Path two = write("two.yaml", "TableName: t\n");

      assertThatThrownBy(() -> withParameter("stage", "dev").load(List.of(one)))
          .isInstanceOf(DataFileException.class)
          .hasMessage(one + ": there is no parameter 'stage'");
      assertThatThrownBy(() -> withParameter("stage", "dev").load(List.of(two, one)))
          .hasMessage(two + ": neither this nor another file has a parameter 'stage'");
      assertThat(withParameter("Stage", "dev").load(List.of(two, one))).hasSize(2);
    }

    @Test
    void optionsOfTheServerlessFrameworkAreParameters() throws Exception {
      assertThat(
              withParameter("stage", "prod")
                  .withEnvironment(Map.of())
                  .load(List.of(SAMPLES.resolve("serverless/serverless.yml"))))
          .extracting(table -> table.name() + table.request().tags())
          .containsExactly("chat-prod[Tag[key=team, value=blue]]");
    }

    private void assertInvalid(Path file, String name, String value, String message) {
      assertThatThrownBy(() -> withParameter(name, value).load(List.of(file)))
          .isInstanceOf(DataFileException.class)
          .hasMessage(file + ":" + message);
    }

    private SchemaFiles withParameter(String name, String value) {
      return SchemaFiles.reader().withParameters(Map.of(name, value));
    }
  }

  @Nested
  class Notices {
    @Test
    void propertiesWithoutAnEffectAreReportedUnlessTheyAreOff() throws Exception {
      Path file =
          write(
              "notices.yaml",
              """
              Resources:
                T:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    ImportSourceSpecification: {Enabled: false}
                    ResourcePolicy: {PolicyDocument: {}}
                    StreamSpecification:
                      StreamViewType: KEYS_ONLY
                      ResourcePolicy: {PolicyDocument: {Version: '2012-10-17'}}
              """);

      assertThat(load(file))
          .extracting(SchemaTable::notices)
          .containsExactly(List.of(notice(file, 9, 9, "ResourcePolicy has no effect here")));
    }

    @Test
    void contributorInsightsOfAnotherTableOfATerraformPlanAreReported() throws Exception {
      Path file =
          write(
              "plan.json",
              """
              {"format_version": "1.2", "planned_values": {"root_module": {"resources": [
                {"address": "aws_dynamodb_table.t", "type": "aws_dynamodb_table", "values": {
                  "name": "t", "hash_key": "a", "attribute": [{"name": "a", "type": "S"}]}},
                {"address": "aws_dynamodb_contributor_insights.other",
                 "type": "aws_dynamodb_contributor_insights", "values": {"table_name": "other"}},
                {"address": "aws_dynamodb_contributor_insights.index",
                 "type": "aws_dynamodb_contributor_insights",
                 "values": {"table_name": "t", "index_name": "missing"}}
              ]}}}
              """);

      assertThat(load(file))
          .extracting(SchemaTable::notices)
          .containsExactly(
              List.of(
                  notice(
                      file,
                      4,
                      3,
                      "aws_dynamodb_contributor_insights.other has no effect here: the file has no"
                          + " table 'other'"),
                  notice(
                      file,
                      6,
                      3,
                      "aws_dynamodb_contributor_insights.index has no effect here: the table has"
                          + " no index 'missing'")));
    }

    @Test
    void aDescribedTableInAnotherRegionHasNoReplicasHere() throws Exception {
      Path file =
          write(
              "t.json",
              """
              {"Table": {"TableName": "t", "TableStatus": "ACTIVE",
               "TableArn": "arn:aws:dynamodb:eu-west-2:000000000000:table/t",
               "Replicas": [{"RegionName": "eu-west-1"}],
               "SSEDescription": {"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": "arn:k"}}}
              """);

      assertThat(load(file))
          .containsExactly(
              table(
                  file,
                  1,
                  11,
                  CreateTableInput.builder()
                      .tableName("t")
                      .sseSpecification(
                          SSESpecification.builder()
                              .enabled(true)
                              .sseType("KMS")
                              .kmsMasterKeyId("arn:k")
                              .build())
                      .build(),
                  null,
                  notice(file, 3, 2, "Replicas has no effect here")));
    }
  }
}
