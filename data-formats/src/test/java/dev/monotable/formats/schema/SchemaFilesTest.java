package dev.monotable.formats.schema;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.Projection;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.Tag;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.text.FilePosition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SchemaFilesTest extends SchemaFilesFixture {
  /** A template with a global table. */
  private static final String GLOBAL_TABLE =
      """
      Resources:
        Everywhere:
          Type: AWS::DynamoDB::GlobalTable
          Properties:
            TableName: everywhere
            BillingMode: PROVISIONED
            AttributeDefinitions:
              - {AttributeName: a, AttributeType: S}
              - {AttributeName: b, AttributeType: B}
            KeySchema: [{AttributeName: a, KeyType: HASH}]
            StreamSpecification: {StreamViewType: KEYS_ONLY}
            WriteProvisionedThroughputSettings:
              WriteCapacityAutoScalingSettings: {MinCapacity: 2, MaxCapacity: 9}
            WriteOnDemandThroughputSettings: {MaxWriteRequestUnits: 40}
            GlobalSecondaryIndexes:
              - IndexName: byB
                KeySchema: [{AttributeName: b, KeyType: HASH}]
                Projection: {ProjectionType: ALL}
                WriteProvisionedThroughputSettings:
                  WriteCapacityAutoScalingSettings:
                    {MinCapacity: 1, MaxCapacity: 9, SeedCapacity: 3}
            Replicas:
              - Region: eu-west-1
                TableClass: STANDARD_INFREQUENT_ACCESS
              - Region: us-east-1
                DeletionProtectionEnabled: false
                TableClass: STANDARD
                ReadProvisionedThroughputSettings: {ReadCapacityUnits: 7}
                GlobalSecondaryIndexes:
                  - IndexName: byB
                    ReadProvisionedThroughputSettings:
                      ReadCapacityAutoScalingSettings: {MinCapacity: 4, MaxCapacity: 8}
      """;

  /** A template as {@code cdk synth} prints it. */
  private static final String TEMPLATE_OF_CDK =
      """
      Resources:
        ChatTable9F3A1B2C:
          Type: AWS::DynamoDB::Table
          Properties:
            AttributeDefinitions:
              - AttributeName: PK
                AttributeType: S
              - AttributeName: SK
                AttributeType: S
              - AttributeName: GSI1PK
                AttributeType: S
            BillingMode: PAY_PER_REQUEST
            DeletionProtectionEnabled: true
            GlobalSecondaryIndexes:
              - ContributorInsightsSpecification:
                  Enabled: false
                IndexName: GSI1
                KeySchema:
                  - AttributeName: GSI1PK
                    KeyType: HASH
                  - AttributeName: SK
                    KeyType: RANGE
                Projection:
                  NonKeyAttributes:
                    - body
                  ProjectionType: INCLUDE
            KeySchema:
              - AttributeName: PK
                KeyType: HASH
              - AttributeName: SK
                KeyType: RANGE
            PointInTimeRecoverySpecification:
              PointInTimeRecoveryEnabled: true
            SSESpecification:
              SSEEnabled: true
              KMSMasterKeyId: !GetAtt Key961B73FD.Arn
            StreamSpecification:
              StreamViewType: NEW_AND_OLD_IMAGES
            TableName: Chat
            Tags:
              - Key: team
                Value: ""
            TimeToLiveSpecification:
              AttributeName: expiresAt
              Enabled: true
          UpdateReplacePolicy: Delete
          DeletionPolicy: Delete
          Metadata:
            aws:cdk:path: ChatStack/ChatTable/Resource
        Key961B73FD:
          Type: AWS::KMS::Key
        CDKMetadata:
          Type: AWS::CDK::Metadata
          Properties:
            Analytics: v2:deflate64:H4sIAAAA
          Condition: CDKMetadataAvailable
      Conditions:
        CDKMetadataAvailable:
          Fn::Or:
            - Fn::Equals:
                - Ref: AWS::Region
                - af-south-1
            - Fn::Equals:
                - Ref: AWS::Region
                - us-east-1
      Parameters:
        BootstrapVersion:
          Type: AWS::SSM::Parameter::Value<String>
          Default: /cdk-bootstrap/hnb659fds/version
      """;

  @Nested
  class Templates {
    @Test
    void aTableFromYamlAsCdkSynthPrintsIt() throws Exception {
      Path file = write("ChatStack.template.yaml", TEMPLATE_OF_CDK);

      assertThat(load(file))
          .containsExactly(
              new SchemaTable(
                  new FilePosition(file, 2, 3),
                  CreateTableInput.builder()
                      .tableName("Chat")
                      .attributeDefinitions(
                          List.of(
                              attribute("PK", "S"), attribute("SK", "S"), attribute("GSI1PK", "S")))
                      .billingMode("PAY_PER_REQUEST")
                      .deletionProtectionEnabled(true)
                      .globalSecondaryIndexes(
                          List.of(
                              GlobalSecondaryIndex.builder()
                                  .indexName("GSI1")
                                  .keySchema(List.of(key("GSI1PK", "HASH"), key("SK", "RANGE")))
                                  .projection(
                                      Projection.builder()
                                          .projectionType("INCLUDE")
                                          .nonKeyAttributes(List.of("body"))
                                          .build())
                                  .build()))
                      .keySchema(List.of(key("PK", "HASH"), key("SK", "RANGE")))
                      .sseSpecification(SSESpecification.builder().enabled(true).build())
                      .streamSpecification(
                          StreamSpecification.builder()
                              .streamEnabled(true)
                              .streamViewType("NEW_AND_OLD_IMAGES")
                              .build())
                      .tags(List.of(Tag.builder().key("team").value("").build()))
                      .build(),
                  TimeToLiveSpecification.builder()
                      .attributeName("expiresAt")
                      .enabled(true)
                      .build(),
                  recovery(null),
                  List.of(),
                  TableDestinations.NONE,
                  List.of(),
                  List.of(
                      notice(
                          file,
                          36,
                          9,
                          "KMSMasterKeyId is replaced by the AWS managed key: Key961B73FD.Arn is"
                              + " known only when the template is deployed"))));
    }

    @Test
    void aTableWithoutANameIsNamedAfterItsLogicalId() throws Exception {
      Path file =
          write(
              "orders.template.json",
              """
              {
              \t"Resources": {
              \t\t"Orders": {
              \t\t\t"Type": "AWS::DynamoDB::Table",
              \t\t\t"Properties": {
              \t\t\t\t"KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
              \t\t\t\t"AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
              \t\t\t\t"ProvisionedThroughput": {"ReadCapacityUnits": "5", "WriteCapacityUnits": 6}
              \t\t\t}
              \t\t}
              \t}
              }
              """);

      assertThat(load(file))
          .containsExactly(
              table(
                  file,
                  3,
                  3,
                  CreateTableInput.builder()
                      .tableName("Orders")
                      .keySchema(List.of(key("id", "HASH")))
                      .attributeDefinitions(List.of(attribute("id", "N")))
                      .provisionedThroughput(throughput(5, 6))
                      .build(),
                  null));
    }

    @Test
    void aGlobalTableHasItsInitialCapacityAndTheSettingsOfTheLocalReplica() throws Exception {
      Path file = write("global.yaml", GLOBAL_TABLE);

      assertThat(load(file))
          .containsExactly(
              replicated(
                  table(
                      file,
                      2,
                      3,
                      CreateTableInput.builder()
                          .tableName("everywhere")
                          .billingMode("PROVISIONED")
                          .attributeDefinitions(List.of(attribute("a", "S"), attribute("b", "B")))
                          .keySchema(List.of(key("a", "HASH")))
                          .streamSpecification(
                              StreamSpecification.builder()
                                  .streamEnabled(true)
                                  .streamViewType("KEYS_ONLY")
                                  .build())
                          .provisionedThroughput(throughput(7, 2))
                          .onDemandThroughput(
                              OnDemandThroughput.builder().maxWriteRequestUnits(40L).build())
                          .deletionProtectionEnabled(false)
                          .tableClass("STANDARD")
                          .globalSecondaryIndexes(
                              List.of(
                                  GlobalSecondaryIndex.builder()
                                      .indexName("byB")
                                      .keySchema(List.of(key("b", "HASH")))
                                      .projection(
                                          Projection.builder().projectionType("ALL").build())
                                      .provisionedThroughput(throughput(4, 3))
                                      .build()))
                          .build(),
                      null),
                  UpdateTableInput.builder()
                      .tableName("everywhere")
                      .replicaUpdates(
                          List.of(
                              replica(
                                  CreateReplicationGroupMemberAction.builder()
                                      .regionName("eu-west-1")
                                      .tableClassOverride("STANDARD_INFREQUENT_ACCESS")
                                      .build())))
                      .build()));
    }

    @Test
    void aSamSimpleTableHasThePartitionKeyId() throws Exception {
      Path file =
          write(
              "sam.yaml",
              """
              Transform: AWS::Serverless-2016-10-31
              Resources:
                Simple:
                  Type: AWS::Serverless::SimpleTable
                Numbered:
                  Type: AWS::Serverless::SimpleTable
                  Properties:
                    TableName: numbered
                    PrimaryKey: {Name: n, Type: Number}
                    Tags: {team: red}
                    ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 1}
              """);

      assertThat(load(file))
          .containsExactly(
              table(file, 3, 3, Calls.table("Simple", "id").build(), null),
              table(
                  file,
                  5,
                  3,
                  CreateTableInput.builder()
                      .tableName("numbered")
                      .attributeDefinitions(List.of(attribute("n", "N")))
                      .keySchema(List.of(key("n", "HASH")))
                      .provisionedThroughput(throughput(1, 1))
                      .tags(List.of(Tag.builder().key("team").value("red").build()))
                      .build(),
                  null));
    }

    @Test
    void intrinsicFunctionsAreResolved() throws Exception {
      assertThat(tableName("!Sub '${AWS::StackName}-${Stage}-${!Stage}-${Other.Arn}'"))
          .isEqualTo("names-dev-${Stage}-arn:aws:dynamodb:us-east-1:000000000000:table/other-dev");
      assertThat(tableName("!Sub ['${Stage}.${x}', {x: !Ref AWS::AccountId}]"))
          .isEqualTo("dev.000000000000");
      assertThat(tableName("{'Fn::Join': ['-', [a, {Ref: Stage}, !Ref Other]]}"))
          .isEqualTo("a-dev-other-dev");
      assertThat(tableName("!Join ['', !Split [',', 'a,b,c']]")).isEqualTo("abc");
      assertThat(tableName("!Select [1, !Ref Names]")).isEqualTo("second");
      assertThat(tableName("!FindInMap [Names, !Ref Stage, table]")).isEqualTo("mapped");
      assertThat(tableName("!FindInMap [Names, no, table, {DefaultValue: fallback}]"))
          .isEqualTo("fallback");
      assertThat(tableName("!If [IsDev, small, large]")).isEqualTo("small");
      assertThat(tableName("!If [IsProd, large, !Ref AWS::NoValue]"))
          .isEqualTo("names-T-Z5R045TS8E9Q");
      assertThat(tableName("!If [Both, x1, x2]")).isEqualTo("x2");
    }

    @Test
    void parametersHaveTheGivenValues() throws Exception {
      Path file =
          write("names.yaml", names("!Sub '${Needed}-${Stage}-${AWS::Region}-${AWS::AccountId}'"));

      List<SchemaTable> tables =
          SchemaFiles.reader()
              .withParameters(Map.of("Needed", "here", "Stage", "prod"))
              .withRegion("eu-north-1")
              .withAccount("123456789012")
              .load(List.of(file));

      assertThat(tables.get(0).request().tableName())
          .isEqualTo("here-prod-eu-north-1-123456789012");
    }

    @Test
    void aTableWhoseConditionIsFalseIsOmitted() throws Exception {
      Path file =
          write(
              "conditional.yaml",
              """
              Conditions:
                Never: !Not [!Equals [a, a]]
              Resources:
                Absent:
                  Type: AWS::DynamoDB::Table
                  Condition: Never
                  Properties: {TableName: !ImportValue unknown}
                Present:
                  Type: AWS::DynamoDB::Table
                  Properties: {TableName: present}
              """);

      assertThat(load(file))
          .containsExactly(
              table(file, 8, 3, CreateTableInput.builder().tableName("present").build(), null));
    }

    @Test
    void anchorsAndDisabledTimeToLiveAreSupported() throws Exception {
      Path file =
          write(
              "anchors.yaml",
              """
              Resources:
                One:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    KeySchema: &keys
                      - {AttributeName: k, KeyType: HASH}
                    TimeToLiveSpecification: {Enabled: 'false'}
                Two:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    KeySchema: *keys
              """);

      assertThat(load(file))
          .containsExactly(
              table(
                  file,
                  2,
                  3,
                  CreateTableInput.builder()
                      .tableName("One")
                      .keySchema(List.of(key("k", "HASH")))
                      .build(),
                  null),
              table(
                  file,
                  8,
                  3,
                  CreateTableInput.builder()
                      .tableName("Two")
                      .keySchema(List.of(key("k", "HASH")))
                      .build(),
                  null));
    }
  }

  @Nested
  class Requests {
    @Test
    void aListOfCreateTableRequests() throws Exception {
      Path file =
          write(
              "tables.json",
              """
              [
                {
                  "TableName": "a",
                  "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
                  "LocalSecondaryIndexes": [
                    {"IndexName": "l", "KeySchema": [], "Projection": {"ProjectionType": "ALL"}}
                  ],
                  "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": true}
                },
                {"TableName": "b", "ResourcePolicy": "", "GlobalSecondaryIndexes": null}
              ]
              """);

      assertThat(load(file))
          .containsExactly(
              table(
                  file,
                  2,
                  3,
                  CreateTableInput.builder()
                      .tableName("a")
                      .keySchema(List.of(key("p", "HASH")))
                      .localSecondaryIndexes(
                          List.of(
                              LocalSecondaryIndex.builder()
                                  .indexName("l")
                                  .keySchema(List.of())
                                  .projection(Projection.builder().projectionType("ALL").build())
                                  .build()))
                      .build(),
                  TimeToLiveSpecification.builder().attributeName("ttl").enabled(true).build()),
              table(file, 10, 3, CreateTableInput.builder().tableName("b").build(), null));
    }

    @Test
    void theOutputOfDescribeTableIsConvertedToARequest() throws Exception {
      Path file =
          write(
              "described.json",
              """
              {"Table": {
                "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"}],
                "TableName": "described",
                "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
                "TableStatus": "ACTIVE",
                "CreationDateTime": "2024-05-01T10:00:00.000000+00:00",
                "ProvisionedThroughput":
                  {"NumberOfDecreasesToday": 0, "ReadCapacityUnits": 0, "WriteCapacityUnits": 0},
                "TableSizeBytes": 0,
                "ItemCount": 0,
                "TableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/described",
                "BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"},
                "TableThroughputModeSummary": {"TableThroughputMode": "PAY_PER_REQUEST"},
                "GlobalSecondaryIndexes": [
                  {"IndexName": "g", "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
                   "Projection": {"ProjectionType": "KEYS_ONLY"}, "IndexStatus": "ACTIVE",
                   "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0},
                   "IndexSizeBytes": 0, "ItemCount": 0, "IndexArn": "arn"}],
                "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
                "LatestStreamLabel": "2024-05-01T10:00:00.000",
                "TableClassSummary": {"TableClass": "STANDARD"},
                "DeletionProtectionEnabled": false
              }}
              """);

      assertThat(load(file))
          .containsExactly(
              table(
                  file,
                  1,
                  11,
                  Calls.table("described", "p")
                      .streamSpecification(
                          StreamSpecification.builder()
                              .streamEnabled(true)
                              .streamViewType("NEW_IMAGE")
                              .build())
                      .deletionProtectionEnabled(false)
                      .tableClass("STANDARD")
                      .globalSecondaryIndexes(
                          List.of(
                              GlobalSecondaryIndex.builder()
                                  .indexName("g")
                                  .keySchema(List.of(key("p", "HASH")))
                                  .projection(
                                      Projection.builder().projectionType("KEYS_ONLY").build())
                                  .build()))
                      .build(),
                  null));
    }

    @Test
    void aRequestAndADescriptionCanCallTheBillingModeTableThroughputMode() throws Exception {
      Path request =
          write(
              "request.json",
              """
              {"TableName": "named", "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
               "TableThroughputMode": "PAY_PER_REQUEST"}
              """);
      Path description =
          write(
              "description.json",
              """
              {"Table": {
                "TableName": "named",
                "TableStatus": "ACTIVE",
                "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
                "TableThroughputModeSummary": {"TableThroughputMode": "PAY_PER_REQUEST"},
                "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0}
              }}
              """);
      CreateTableInput.Builder named =
          CreateTableInput.builder().tableName("named").keySchema(List.of(key("p", "HASH")));

      assertThat(load(request))
          .containsExactly(
              table(request, 1, 1, named.tableThroughputMode("PAY_PER_REQUEST").build(), null));
      assertThat(load(description))
          .containsExactly(
              table(
                  description,
                  1,
                  11,
                  named.tableThroughputMode(null).billingMode("PAY_PER_REQUEST").build(),
                  null));
    }
  }
}
