package dev.monotable.formats.schema;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the effect of other resources of a template than tables, and what is reported about
 * them.
 */
class TemplateResourcesTest extends SchemaFilesFixture {
  private static final String KEYS =
      "AttributeDefinitions: [{AttributeName: id, AttributeType: S}],"
          + " KeySchema: [{AttributeName: id, KeyType: HASH}], BillingMode: PAY_PER_REQUEST";

  private static final String CHAT =
      "  Chat: {Type: AWS::DynamoDB::Table, Properties: {TableName: chat, " + KEYS + "}}\n";

  private List<Notice> notices(Path file) throws DataFileException {
    return SchemaFiles.reader().withEnvironment(Map.of()).load(List.of(file)).get(0).notices();
  }

  private Path template(String resources) throws Exception {
    return write("template.yaml", "Resources:\n" + CHAT + resources);
  }

  @Nested
  class Reported {
    /** A type that does not exist, in each format. */
    @Test
    void aMadeUpTypeIsReportedInEachFormat() throws Exception {
      String resource = "{Type: Acme::Table::Seeder, Properties: {From: bucket}}";
      String text = "Seeder (Acme::Table::Seeder) has no effect here; it may be about a table";
      Path template = template("  Seeder: " + resource + "\n");
      Path sam =
          write(
              "sam.yaml",
              "Transform: AWS::Serverless-2016-10-31\nResources:\n"
                  + "  Chat: {Type: AWS::Serverless::SimpleTable}\n  Seeder: "
                  + resource
                  + "\n");
      Path serverless =
          write(
              "serverless.yml",
              "service: chat\nresources:\n  Resources:\n    Chat: {Type: AWS::DynamoDB::Table}\n"
                  + "    Seeder: "
                  + resource
                  + "\n");
      write(
          "manifest.json",
          """
          {"version": "36.0.0", "artifacts": {"Chat": {"type": "aws:cloudformation:stack",
            "properties": {"templateFile": "template.yaml"}}}}
          """);

      assertThat(notices(template)).containsExactly(notice(template, 3, 3, text));
      assertThat(notices(directory)).containsExactly(notice(template.toAbsolutePath(), 3, 3, text));
      assertThat(notices(sam)).containsExactly(notice(sam, 4, 3, text));
      assertThat(notices(serverless)).containsExactly(notice(serverless, 5, 5, text));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "{Type: Acme::A::B, Properties: {Of: !Ref Chat}}            | names the table 'Chat'",
          "{Type: Acme::A::B, Properties: {Of: !GetAtt Chat.Arn}}     | names the table 'Chat'",
          "{Type: Acme::A::B, Properties: {Of: !Sub '${Chat.Arn}/x'}} | names the table 'Chat'",
          "{Type: Acme::A::B, Properties: {Of: !Join ['', [ch, at]]}} | names the table 'chat'",
          "{Type: Acme::A::B, Properties: {Of: !Join ['', [dynamo, db]]}} | names DynamoDB",
          "{Type: Acme::A::B, Properties: {Of: !Ref Missing, By: chat}} | names the table 'chat'",
          "{Type: Acme::A::B, Properties: {TableName: other}}         | has the property TableName",
          "{Type: AWS::DynamoDB::Thing}                               | names DynamoDB",
          "{Type: AWS::Lambda::EventSourceMapping,"
              + " Properties: {EventSourceArn: !GetAtt Chat.StreamArn}} | names the table 'Chat'",
          "{Type: AWS::ApplicationAutoScaling::ScalableTarget,"
              + " Properties: {ResourceId: table/x, ServiceNamespace: dynamodb}} | names DynamoDB",
          "{Type: AWS::EC2::Thing, Properties: {Of: !Ref Chat}}       | names the table 'Chat'",
          "{Type: AWS::EC2::Thing, Properties: {RouteTableId: x}}     |",
          "{Type: AWS::Lambda::Function, Properties: {Of: !Ref Chat}} |",
          "{Type: AWS::IAM::Role, Properties: {Of: !GetAtt Chat.Arn}} |",
          "{Type: Acme::A::B, Properties: {Of: !Ref Missing}}         |",
          "{Type: AWS::S3::Bucket}                                    |",
          "{Type: Custom::DynamoDBReplica, Properties: {TableName: other, Region: x}}"
              + " | names DynamoDB",
          "{Type: Acme::Table::B, Condition: Unknown}                 | may be about a table",
        })
    void aResourceThatHasToDoWithDynamoIsReported(String resource, @Nullable String mention)
        throws Exception {
      Path file = template("  Other: " + resource + "\n");
      String type = resource.replaceAll("^\\{Type: ([^,}]+).*", "$1");

      assertThat(notices(file))
          .isEqualTo(
              mention == null
                  ? List.of()
                  : List.of(
                      notice(
                          file, 3, 3, "Other (" + type + ") has no effect here; it " + mention)));
    }

    @Test
    void aResourceThatIsNotCreatedIsNotReported() throws Exception {
      Path file =
          write(
              "template.yaml",
              "Conditions: {No: !Equals [a, b]}\nResources:\n"
                  + CHAT
                  + "  Other: {Type: Acme::Table::A, Condition: No}\n");

      assertThat(notices(file)).isEmpty();
    }

    @Test
    void whatIsNoResourceIsReported() throws Exception {
      Path file =
          write(
              "serverless.yml",
              """
              service: chat
              resources:
                Resources:
                  Chat: {Type: AWS::DynamoDB::Table}
                  Users: ${file(users.js)}
                  Orders: {Properties: {TableName: orders}}
              """);

      assertThat(notices(file))
          .containsExactly(
              notice(file, 5, 5, "Users has no effect here: the script users.js is not run"),
              notice(file, 6, 5, "Orders has no effect here: it has no Type"));
    }

    @Test
    void aFunctionThatReadsAStreamIsReported() throws Exception {
      Path file =
          template(
              """
                Reader:
                  Type: AWS::Serverless::Function
                  Properties:
                    Environment: {Variables: {TABLE: !Ref Chat}}
                    Events:
                      Get: {Type: Api}
                      Changes: {Type: DynamoDB, Properties: {Stream: !GetAtt Chat.StreamArn}}
              """);

      assertThat(notices(file))
          .containsExactly(
              notice(
                  file,
                  9,
                  9,
                  "Reader does not read the stream of its event Changes here: functions are not"
                      + " called"));
    }

    @Test
    void noticesAreGroupedByTypeAndBounded() throws Exception {
      StringBuilder resources = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        resources.append("  A").append(i).append(": {Type: Acme::Table::A}\n");
        resources.append("  B").append(i).append(": {Type: Acme::Table::B}\n");
      }

      List<Notice> notices = notices(template(resources.toString()));

      assertThat(notices).hasSize(22);
      assertThat(notices.get(10).text()).isEqualTo("there are 20 more notices of Acme::Table::A");
      assertThat(notices.get(21).text()).isEqualTo("there are 20 more notices of Acme::Table::B");
      assertThat(notices.get(21).at().line()).isEqualTo(24);
    }

    @Test
    void aTemplateWithoutATableNamesWhatMayHaveBeenMeant() throws Exception {
      Path file = write("template.yaml", "Resources: {A: {Type: Acme::Table::A}}\n");

      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessage(
              file
                  + ":1:1: the template has no DynamoDB table; "
                  + file
                  + ":1:13: A (Acme::Table::A) has no effect here; it may be about a table");
    }
  }

  @Nested
  class CustomResource {
    @Test
    void theCdkReplicatesATable() throws Exception {
      Path file =
          template(
              """
                West:
                  Type: Custom::DynamoDBReplica
                  Properties: {ServiceToken: x, TableName: !Ref Chat, Region: us-west-2}
                Europe:
                  Type: Custom::DynamoDBReplica
                  Properties: {ServiceToken: x, TableName: chat, Region: eu-west-1}
              """);

      SchemaTable table = load(file).get(0);

      assertThat(table.notices()).isEmpty();
      assertThat(table.destinations().replicas())
          .isEqualTo(
              UpdateTableInput.builder()
                  .tableName("chat")
                  .replicaUpdates(List.of(replica("us-west-2"), replica("eu-west-1")))
                  .build());
    }

    @Test
    void aReplicaIsAddedToThoseOfAGlobalTable() throws Exception {
      Path file =
          write(
              "template.yaml",
              """
              Resources:
                Chat:
                  Type: AWS::DynamoDB::GlobalTable
                  Properties: {Replicas: [{Region: us-east-1}, {Region: us-west-2}]}
                Europe:
                  Type: Custom::DynamoDBReplica
                  Properties: {TableName: !Ref Chat, Region: eu-west-1}
              """);

      assertThat(load(file).get(0).destinations().regions())
          .containsExactly("us-west-2", "eu-west-1");
    }

    @Test
    void aTableOfAmplifyIsATable() throws Exception {
      Path file =
          write(
              "template.json",
              """
              {"Resources": {
                "GraphQLAPI": {"Type": "AWS::AppSync::GraphQLApi", "Properties": {}},
                "TodoTable": {
                  "Type": "Custom::AmplifyDynamoDBTable",
                  "Properties": {
                    "ServiceToken": {"Fn::ImportValue": "x"},
                    "tableName": {"Fn::Join": ["", ["Todo-", {"Fn::GetAtt": ["GraphQLAPI", "ApiId"]}, "-NONE"]]},
                    "attributeDefinitions": [{"attributeName": "id", "attributeType": "S"},
                                             {"attributeName": "by", "attributeType": "S"}],
                    "keySchema": [{"attributeName": "id", "keyType": "HASH"}],
                    "globalSecondaryIndexes": [{"indexName": "byBy",
                      "keySchema": [{"attributeName": "by", "keyType": "HASH"}],
                      "projection": {"projectionType": "ALL"}}],
                    "provisionedThroughput": {"Fn::If": ["No", {"readCapacityUnits": 5}, {"Ref": "AWS::NoValue"}]},
                    "billingMode": "PAY_PER_REQUEST", "sseSpecification": {"sseEnabled": true},
                    "streamSpecification": {"streamViewType": "NEW_AND_OLD_IMAGES"},
                    "timeToLiveSpecification": {"enabled": true, "attributeName": "ttl"},
                    "deletionProtectionEnabled": false,
                    "allowDestructiveGraphqlSchemaUpdates": true, "replaceTableUponGsiUpdate": false, "isImported": false}},
                "Copy": {"Type": "AWS::DynamoDB::Table",
                  "Properties": {"TableName": {"Fn::Sub": "copy-of-${TodoTable}"}}}},
               "Conditions": {"No": {"Fn::Equals": ["a", "b"]}}}
              """);
      String name = "Todo-sqwz62sdgmhvoyavxe7iwzda5f-NONE";

      List<SchemaTable> tables = load(file);

      assertThat(tables.get(0).request())
          .isEqualTo(
              Calls.table(name, "id", "byBy: by")
                  .sseSpecification(SSESpecification.builder().enabled(true).build())
                  .streamSpecification(
                      StreamSpecification.builder()
                          .streamEnabled(true)
                          .streamViewType("NEW_AND_OLD_IMAGES")
                          .build())
                  .deletionProtectionEnabled(false)
                  .build());
      assertThat(tables.get(0).timeToLive())
          .isEqualTo(TimeToLiveSpecification.builder().attributeName("ttl").enabled(true).build());
      assertThat(tables.get(1).name()).isEqualTo("copy-of-" + name);
    }

    @Test
    void aCallOfAnSdkPutsItems() throws Exception {
      Path file =
          template(
              """
                One:
                  Type: Custom::AWS
                  Properties:
                    Create: !Sub '{"service": "DynamoDB", "action": "putItem", "parameters":
                      {"TableName": "${Chat}", "Item": {"id": {"S": "a"}}}}'
                Many:
                  Type: AWS::CloudFormation::CustomResource
                  Properties:
                    Create: '{"service": "@aws-sdk/client-dynamodb", "action": "BatchWriteItemCommand",
                      "parameters": {"ReturnConsumedCapacity": "TOTAL", "RequestItems": {"chat": [
                      {"PutRequest": {"Item": {"id": {"S": "b"}}}}]}}}'
                All:
                  Type: Custom::AWS
                  Properties:
                    Create: '{"service": "dynamodb", "action": "transactWriteItems", "parameters":
                      {"TransactItems": [{"Put": {"TableName": "chat", "Item": {"id": {"S": "c"}}}}]}}'
              """);

      try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
        LoadSummary summary = DatabaseLoader.load(engine, file);

        assertThat(summary).isEqualTo(new LoadSummary(1, 3, 0, List.of()));
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"service\": \"DynamoDB\", \"action\": \"updateItem\", \"parameters\": {}}",
          "{\"service\": \"DynamoDB\", \"action\": \"putItem\", \"parameters\": {\"TableName\":"
              + " \"other\", \"Item\": {}}}",
          "{\"service\": \"DynamoDB\", \"action\": \"putItem\", \"parameters\": {\"TableName\":"
              + " \"chat\", \"Item\": {}, \"ConditionExpression\": \"x\"}}",
          "{\"service\": \"DynamoDB\", \"action\": \"batchWriteItem\", \"parameters\":"
              + " {\"RequestItems\": {\"chat\": [{\"DeleteRequest\": {}}]}}}",
          "{\"service\": \"DynamoDB\"",
        })
    void anotherCallIsReported(String call) throws Exception {
      Path file = template("  One: {Type: Custom::AWS, Properties: {Create: '" + call + "'}}\n");

      SchemaTable table = load(file).get(0);

      assertThat(table.items()).isEmpty();
      assertThat(table.notices())
          .containsExactly(
              notice(file, 3, 3, "One (Custom::AWS) has no effect here; it names DynamoDB"));
    }

    @Test
    void anInvalidItemIsReported() throws Exception {
      Path file =
          template(
              """
                One:
                  Type: Custom::AWS
                  Properties:
                    Create: '{"service": "DynamoDB", "action": "putItem", "parameters":
                      {"TableName": "chat", "Item": {"other": {"S": "a"}}}}'
              """);

      try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
        assertThatThrownBy(() -> DatabaseLoader.load(engine, file))
            .isInstanceOf(DataFileException.class)
            .hasMessage(
                file
                    + ":3:3: One or more parameter values were invalid: Missing the key id in the"
                    + " item");
      }
    }
  }

  @Nested
  class Tables {
    @Test
    void aTableHasItsResourcePolicy() throws Exception {
      Path file =
          write(
              "template.yaml",
              """
              Resources:
                Chat:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    ResourcePolicy:
                      PolicyDocument:
                        Version: "2012-10-17"
                        Statement: {Effect: Allow, Principal: "*", Action: dynamodb:GetItem, Resource: "*"}
              """);

      assertThat(load(file).get(0).request().resourcePolicy())
          .isEqualTo(
              "{\"Version\":\"2012-10-17\",\"Statement\":{\"Effect\":\"Allow\",\"Principal\":\"*\","
                  + "\"Action\":\"dynamodb:GetItem\",\"Resource\":\"*\"}}");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "{}             | Property 'PrimaryKey.Name' is required.",
          "{Type: String} | Property 'PrimaryKey.Name' is required.",
          "{Name: id}     | Property 'PrimaryKey.Type' is required.",
        })
    void thePrimaryKeyOfASimpleTableNeedsANameAndAType(String key, String reason) throws Exception {
      Path file =
          write(
              "sam.yaml",
              "Resources:\n  Chat:\n    Type: AWS::Serverless::SimpleTable\n"
                  + "    Properties: {PrimaryKey: "
                  + key
                  + "}\n");

      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessage(file + ":4:30: " + reason);
    }

    @Test
    void aShortLogicalIdBecomesAGeneratedNameWhichIsAlwaysTheSame() throws Exception {
      String content =
          """
          Resources:
            T: {Type: AWS::DynamoDB::Table}
            Db: {Type: AWS::Serverless::SimpleTable}
            Tab: {Type: AWS::DynamoDB::Table}
            Copy: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Sub 'copy-${Db}'}}
          """;
      List<String> expected =
          List.of(
              "short-T-UDYJ0NKCYJB2", "short-Db-49GLGU5J5V87", "Tab", "copy-short-Db-49GLGU5J5V87");
      List<List<String>> read = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        read.add(load(write("short.yaml", content)).stream().map(SchemaTable::name).toList());
      }

      assertThat(read).containsExactly(expected, expected);
      assertThat(load(write("other.yaml", content)).get(0).name())
          .isEqualTo("other-T-OO3SZUQ8ITTS");
    }
  }
}
