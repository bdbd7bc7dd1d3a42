package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.DataFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests of the reports of invalid files of each format. */
class InvalidFormatsTest extends SchemaFilesFixture {

  @Nested
  class Serverless {
    private static final String TABLE =
        """
        service: app
        provider: {name: aws}
        custom:
          loop: ${self:custom.loop}
          name: fixed
          list: [zero, one]
        resources:
          Resources:
            T:
              Type: AWS::DynamoDB::Table
              Properties:
                TableName: %s
        """;

    @Test
    void variablesAreResolved() throws Exception {
      assertThat(name("${self:service}-${sls:stage}")).isEqualTo("app-dev");
      assertThat(name("${opt:name, self:custom.name}")).isEqualTo("fixed");
      assertThat(name("${env:NAME, 'none'}")).isEqualTo("from-environment");
      assertThat(name("${env:OTHER, 'a, b'}")).isEqualTo("a, b");
      assertThat(name("${cf:other.Output, ${opt:x, \"last\"}}")).isEqualTo("last");
      assertThat(name("${self:custom.list.1}")).isEqualTo("one");
      assertThat(name("!Sub '${AWS::Region}-${self:service}'")).isEqualTo("us-east-1-app");
      assertThat(name("!Ref AWS::StackName")).isEqualTo("app-dev");
    }

    @Test
    void variablesThatCannotBeResolved() throws Exception {
      assertInvalid(
          "${ssm:/name}", "12:20: TableName: the variable ${ssm:/name} cannot be resolved offline");
      assertInvalid(
          "x-${self:custom.no}-y", "12:20: TableName: the variable ${self:custom.no} has no value");
      assertInvalid(
          "${self:custom.loop}", "1:1: the variable ${self:custom.loop} depends on itself");
      assertInvalid("${file(names.js):a}", "12:20: TableName: the script names.js is not run");
    }

    @Test
    void aConfigurationThatContainsItselfIsAnError() throws Exception {
      String head = "service: app\nprovider: {name: aws}\n";
      for (String resources :
          List.of(
              "${self:}", "${file(serverless.yml)}", "${file(./x/../serverless.yml):resources}")) {
        Path file = write("serverless.yml", head + "resources: " + resources + "\n");

        assertThatThrownBy(() -> load(file))
            .as(resources)
            .isInstanceOf(DataFileException.class)
            .hasMessageMatching(
                "(?s).*(depends on itself|includes itself|has no DynamoDB table).*");
      }
    }

    /** Each variable stands for the next one ten times. */
    @Test
    void variablesThatMultiplyAreBounded() throws Exception {
      StringBuilder config = new StringBuilder("service: app\nprovider: {}\ncustom:\n");
      for (int i = 0; i < 50; i++) {
        String next = "${self:custom.v" + (i + 1) + "}";
        config.append("  v" + i + ": {");
        for (int j = 0; j < 10; j++) {
          config.append(j == 0 ? "" : ", ").append("k" + j + ": '" + next + "'");
        }
        config.append("}\n");
      }
      config.append(
          "  v50: end\nresources:\n  Resources:\n    T:\n      Type: AWS::DynamoDB::Table\n"
              + "      Properties: {TableName: '${self:custom.v0}'}\n");
      Path file = write("serverless.yml", config.toString());

      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessageContaining("multiplies to more than 1048576 values");

      String texts = config.toString().replaceAll("\\{k0: '([^']*)'.*\\}", "'$1$1$1'");
      Path other = write("serverless.yml", texts);
      assertThatThrownBy(() -> load(other))
          .isInstanceOf(DataFileException.class)
          .hasMessageContaining("multiplies to more than 16777216 characters");
    }

    @Test
    void aMissingIncludedFile() throws Exception {
      assertThatThrownBy(() -> name("${file(names.yml):a}"))
          .isInstanceOf(DataFileException.class)
          .hasMessage(directory.resolve("names.yml") + ": there is no such file");
    }

    @Test
    void anErrorInAnIncludedFileNamesThatFile() throws Exception {
      Path included =
          write(
              "tables.yml",
              "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties: {Oops: 1}\n");
      Path file =
          write("serverless.yml", "service: app\nprovider: {}\nresources: ${file(tables.yml)}\n");

      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessage(included + ":4:18: AWS::DynamoDB::Table has no property 'Oops'");
    }

    @Test
    void aConfigurationWithoutTables() throws Exception {
      assertInvalidFile("service: app\nprovider: {}\n", "1:1: the configuration has no resources");
      assertInvalidFile(
          "service: app\nprovider: {}\nresources:\n  Resources:\n    B: {Type: AWS::S3::Bucket}\n",
          "3:1: the template has no DynamoDB table");
      assertInvalidFile(
          "service: app\nprovider: {}\nresources:\n  extensions: {}\n",
          "4:3: extensions are not supported; give the packaged template");
    }

    private void assertInvalid(String name, String message) throws Exception {
      assertInvalidFile(TABLE.formatted(name), message);
    }

    private String name(String name) throws Exception {
      Path file = write("serverless.yml", TABLE.formatted(name));
      return SchemaFiles.reader()
          .withEnvironment(Map.of("NAME", "from-environment"))
          .load(List.of(file))
          .get(0)
          .name();
    }
  }

  @Nested
  class Terraform {
    @Test
    void aPlanWithoutTables() throws Exception {
      assertInvalidFile(
          "{\"format_version\": \"1.2\", \"terraform_version\": \"1.9\"}",
          "1:1: the plan has no aws_dynamodb_table");
    }

    @Test
    void aNameKnownOnlyAfterApply() throws Exception {
      assertInvalidFile(
          plan("\"hash_key\": \"id\""),
          "3:2: the name of aws_dynamodb_table.t is known only after apply");
    }

    @Test
    void aTableWithoutAKey() throws Exception {
      assertInvalidFile(plan("\"name\": \"t\""), "4:13: aws_dynamodb_table.t needs hash_key");
    }

    @Test
    void otherResourcesOfDynamoDbAreReported() throws Exception {
      Path file =
          write(
              "plan.json",
              plan("\"name\": \"t\", \"hash_key\": \"id\"")
                  .replace(
                      "]}}}",
                      ",\n{\"address\": \"aws_dynamodb_table_item.i\", \"mode\": \"managed\","
                          + " \"type\": \"aws_dynamodb_table_item\", \"values\": {}}]}}}"));

      assertThat(load(file).get(0).notices())
          .containsExactly(
              notice(
                  file,
                  5,
                  1,
                  "aws_dynamodb_table_item.i has no effect here: its table is known only after"
                      + " apply; give the state"));
    }

    private String plan(String values) {
      return """
      {"format_version": "1.2",
       "planned_values": {"root_module": {"resources": [
       {"address": "aws_dynamodb_table.t", "mode": "managed", "type": "aws_dynamodb_table",
        "values": {%s}}]}}}\
      """
          .formatted(values);
    }
  }

  @Nested
  class Workbench {
    @Test
    void whatAModelHasInAdditionIsReported() throws Exception {
      Path file =
          write(
              "model.json",
              """
              {"ModelName": "m", "Queries": [{"a": 1}], "Empty": [], "DataModel": [
               {"TableName": "t", "Charts": 1,
                "KeyAttributes": {"PartitionKey": {"AttributeName": "a", "AttributeType": "S"},
                 "ThirdKey": {"AttributeName": "b"}},
                "TableData": [{"a": {"S": "x"}}, {"a": {"S": "y"}}]},
               {"TableName": "u",
                "KeyAttributes": {"PartitionKey": {"AttributeName": "a", "AttributeType": "S"}}}]}
              """);

      assertThat(load(file))
          .extracting(SchemaTable::notices)
          .containsExactly(
              List.of(
                  notice(file, 1, 20, "Queries has no effect here"),
                  notice(file, 2, 21, "Charts has no effect here"),
                  notice(file, 4, 4, "ThirdKey has no effect here"),
                  notice(
                      file,
                      5,
                      3,
                      "the items of the model (2) have no effect in a schema; give it as a seed"
                          + " (--seed) too")),
              List.of());
    }

    @Test
    void aModelWithoutTables() throws Exception {
      assertInvalidFile(
          "{\"ModelName\": \"m\", \"DataModel\": []}", "1:20: the model has no table");
    }

    @Test
    void aModelThatLacksItsKeys() throws Exception {
      assertInvalidFile(
          "{\"ModelName\": \"m\", \"DataModel\": [\n {\"TableName\": \"t\"}]}",
          "2:2: a table or index needs KeyAttributes");
      assertInvalidFile(
          "{\"DataModel\": [{\"TableName\": \"t\", \"KeyAttributes\":\n"
              + " {\"PartitionKey\": {\"AttributeName\": \"a\"}}}]}",
          "2:19: PartitionKey needs AttributeType");
    }
  }

  @Nested
  class Cdk {
    @Test
    void anAssemblyThatContainsItselfIsAnError() throws Exception {
      Path manifest =
          write(
              "manifest.json",
              """
              {"version": "36.0.0", "artifacts": {
                "a": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "."}},
                "b": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "x/.."}}}}
              """);
      Files.createDirectory(directory.resolve("x"));

      assertThatThrownBy(() -> load(manifest))
          .isInstanceOf(DataFileException.class)
          .hasMessageContaining("the assembly contains itself, or another one twice");
    }

    @Test
    void anAssemblyNamesOnlyItsOwnFiles() throws Exception {
      for (String name : List.of("../other.json", "/etc/passwd", "a/../../other.json", "\\u0000")) {
        Path manifest =
            write(
                "manifest.json",
                """
                {"version": "36.0.0", "artifacts": {
                  "a": {"type": "aws:cloudformation:stack",
                    "properties": {"templateFile": "%s"}}}}
                """
                    .formatted(name));

        assertThatThrownBy(() -> load(manifest))
            .isInstanceOf(DataFileException.class)
            .hasMessage(
                manifest
                    + ":3:36: templateFile must be a file of the assembly, not '"
                    + name
                    + "'");
      }
    }

    @Test
    void anAssemblyWithoutTables() throws Exception {
      Path directoryOfCdk = Files.createDirectories(directory.resolve("cdk.out"));
      Path manifest = directoryOfCdk.resolve("manifest.json");
      Files.writeString(
          manifest,
          """
          {"version": "36.0.0",
           "artifacts": {"S": {"type": "aws:cloudformation:stack",
             "properties": {"templateFile": "S.template.json"}}}}
          """);
      Path template = directoryOfCdk.resolve("S.template.json");

      assertThatThrownBy(() -> load(directoryOfCdk))
          .isInstanceOf(DataFileException.class)
          .hasMessage(template + ": there is no such file");
      Files.writeString(template, "{\"Resources\": {}}");
      assertThatThrownBy(() -> load(directoryOfCdk))
          .hasMessage(manifest + ":2:2: no stack has a DynamoDB table");
    }
  }

  @Nested
  class Yaml {
    @Test
    void mergeKeysAddTheMembersThatAreMissing() throws Exception {
      Path file =
          write(
              "merge.yaml",
              """
              defaults: &defaults {BillingMode: PAY_PER_REQUEST, TableClass: STANDARD}
              Resources:
                T:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    <<: *defaults
                    TableClass: STANDARD_INFREQUENT_ACCESS
              """);

      assertThat(load(file))
          .extracting(table -> table.request().billingMode() + " " + table.request().tableClass())
          .containsExactly("PAY_PER_REQUEST STANDARD_INFREQUENT_ACCESS");
    }

    @Test
    void aliasesCannotMultiplyAFileWithoutBound() throws Exception {
      StringBuilder content = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
      for (int i = 1; i < 12; i++) {
        content.append("a%d: &a%d [".formatted(i, i));
        content.append("*a%d,".formatted(i - 1).repeat(9));
        content.append("*a%d]%n".formatted(i - 1));
      }

      Path file = write("bomb.yaml", content.toString());
      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessageEndingWith("more than 1048576 values");
    }
  }

  private void assertInvalidFile(String content, String message) throws Exception {
    Path file = write("schema", content);
    assertThatThrownBy(() -> SchemaFiles.reader().withEnvironment(Map.of()).load(List.of(file)))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ":" + message);
  }
}
