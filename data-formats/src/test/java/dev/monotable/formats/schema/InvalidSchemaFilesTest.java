package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.DataFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests of the reports of invalid schema files. */
class InvalidSchemaFilesTest extends SchemaFilesFixture {
  @Nested
  class InvalidFiles {
    @Test
    void aMissingFile() {
      Path file = directory.resolve("nowhere.yaml");

      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessage(file + ": there is no such file");
      assertThatThrownBy(() -> load(directory)).hasMessage(directory + ": is a directory");
    }

    @Test
    void aFileThatIsNeitherJsonNorYaml() throws Exception {
      assertInvalid("{\n  \"a\": 1,\n  oops\n}", 3, "not JSON: Unexpected character ('o'");
      assertInvalid("a:\n  - b\n c: d\n", 3, "not YAML: expected <block end>");
      assertInvalid("{\"TableName\": \"a\"} {}", 1, "more follows after the end of the JSON value");
      assertInvalid("  \n", 1, "the file is empty");
      assertInvalid("# nothing\n", 1, "the file is empty");
      assertInvalid("[".repeat(5_000), 1, "nested more than 200 levels deep");
      assertInvalid("a: &a\n  - *a\n", 1, "an alias names what contains it");
    }

    @Test
    void malformedUtf8() throws Exception {
      Path file = directory.resolve("latin.yaml");
      Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xe4});

      assertThatThrownBy(() -> load(file)).hasMessage(file + ":1:4: not UTF-8");
    }

    @Test
    void invalidSchemas() throws Exception {
      assertInvalid(
          "hello: world\n",
          1,
          "not a schema: neither a CloudFormation template (Resources), nor a Serverless"
              + " configuration (service), a Terraform plan (planned_values), a Workbench model"
              + " (DataModel) or a CreateTable request (TableName)");
      assertInvalid("just text\n", 1, "the file's content must be an object, not 'just text'");
      assertInvalid("Resources:\n  A: {Type: AWS::S3::Bucket}\n", 1, "has no DynamoDB table");
      assertInvalid("Resources:\n  - A\n", 2, "Resources must be an object, not a list");
    }

    @Test
    void aRepeatedName() throws Exception {
      assertInvalid(
          "{\"TableName\": \"a\",\n\"TableName\": \"b\"}", 2, "'TableName' is given twice");
      assertInvalid("TableName: a\nTableName: b\n", 2, "'TableName' is given twice");
    }

    @Test
    void anUnknownProperty() throws Exception {
      assertInvalid(
          """
          Resources:
            T:
              Type: AWS::DynamoDB::Table
              Properties:
                TableName: t
                KeySchemas: []
          """,
          6,
          "AWS::DynamoDB::Table has no property 'KeySchemas'");
      assertInvalid(
          """
          {
            "TableName": "t",
            "KeySchema": [
              {"AttributeName": "a", "Keytype": "HASH"}
            ]
          }
          """,
          4,
          "an element of KeySchema has no member 'Keytype'");
    }

    @Test
    void aValueOfTheWrongType() throws Exception {
      assertInvalid(
          "TableName: t\nKeySchema:\n  AttributeName: a\n",
          3,
          "KeySchema must be a list, not an object");
      assertInvalid(
          "TableName: t\nProvisionedThroughput:\n  ReadCapacityUnits: many\n",
          3,
          "ReadCapacityUnits must be a whole number, not 'many'");
      assertInvalid(
          "TableName: t\nDeletionProtectionEnabled: maybe\n",
          2,
          "DeletionProtectionEnabled must be true or false, not 'maybe'");
      assertInvalid(
          "TableName: t\nTimeToLiveSpecification: {AttributeName: a}\n",
          2,
          "TimeToLiveSpecification needs Enabled");
    }

    @Test
    void valuesKnownOnlyAfterDeployment() throws Exception {
      assertInvalid(names("!ImportValue shared"), 23, "Fn::ImportValue cannot be resolved offline");
      assertInvalid(
          names("!Ref Needed"), 23, "the parameter 'Needed' has no default; give it a value");
      assertInvalid(names("!Ref Nobody"), 23, "has no parameter or resource 'Nobody'");
      assertInvalid(names("!Ref Bucket"), 23, "'Bucket' is known only when it is deployed");
      assertInvalid(names("!GetAtt Bucket.Arn"), 23, "Bucket.Arn is known only when");
      assertInvalid(names("'{{resolve:ssm:/name}}'"), 23, "cannot be resolved offline");
      assertInvalid(names("!Ref T"), 23, "the name of 'T' depends on itself");
      assertInvalid(names("!If [Loop, a, b]"), 13, "the condition 'Loop' depends on itself");
      assertInvalid(names("!If [Nowhere, a, b]"), 23, "the template has no condition 'Nowhere'");
      assertInvalid(names("!Join [a]"), 23, "Fn::Join takes a list of 2 values");
      assertInvalid(names("!Select [7, [a]]"), 23, "Fn::Select has no value at '7'");
      assertInvalid(names("!FindInMap [Names, x, y]"), 23, "Mappings have no Names.x.y");
    }

    @Test
    void whatAwsAloneCanInsertIsAnError() throws Exception {
      String table =
          "\nResources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties: {TableName: t}\n";
      String processed =
          "; give the processed template, which 'aws cloudformation get-template --template-stage"
              + " Processed' prints";
      String include = "AWS::Include reads a file in S3, so it cannot be resolved" + processed;
      assertInvalid("Transform: AWS::Include" + table, 1, include);
      assertInvalid(
          "Transform:\n  - AWS::Serverless-2016-10-31\n  - Name: AWS::Include\n"
              + "    Parameters: {Location: 's3://bucket/tables.yaml'}"
              + table,
          3,
          include);
      assertInvalid(
          "Fn::Transform: {Name: AWS::Include, Parameters: {Location: 's3://b/t'}}" + table,
          1,
          "Fn::Transform cannot be resolved" + processed);
      assertInvalid(
          table + "  Fn::Transform: {Name: AWS::Include}\n",
          6,
          "Fn::Transform cannot be resolved" + processed);
      assertThat(load(write("sam.yaml", "Transform: [AWS::Serverless-2016-10-31, Mine]" + table)))
          .hasSize(1);
    }

    /** Each name stands for the next one twice, so resolving each anew would take 2^100 steps. */
    @Test
    void conditionsThatNameOthersTwiceAreResolvedOnce() throws Exception {
      StringBuilder template = new StringBuilder("Conditions:\n  C0: !Equals [a, a]\n");
      for (int i = 1; i <= 100; i++) {
        String before = "!Condition C" + (i - 1);
        template.append("  C" + i + ": !And [" + before + ", " + before + "]\n");
      }
      template.append(
          "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Condition: C100\n"
              + "    Properties: {TableName: !If [C100, yes, no]}\n");

      assertThat(load(write("conditions.yaml", template.toString())).get(0).name())
          .isEqualTo("yes");
    }

    @Test
    void aPatternThatTakesTooLongIsAnError() throws Exception {
      assertInvalid(
          "Parameters:\n  P:\n    Type: String\n    Default: "
              + "a".repeat(60)
              + "\n    AllowedPattern: .*.*.*.*.*.*.*.*b\nResources:\n  T:\n"
              + "    Type: AWS::DynamoDB::Table\n    Properties: {TableName: !Ref P}\n",
          5,
          "AllowedPattern takes too many steps");
    }

    @Test
    void namesThatMultiplyAreBounded() throws Exception {
      StringBuilder template = new StringBuilder("Resources:\n");
      for (int i = 0; i < 100; i++) {
        template.append(
            "  T"
                + i
                + ": {Type: AWS::DynamoDB::Table, Properties: {TableName: !Sub '${T"
                + (i + 1)
                + "}${T"
                + (i + 1)
                + "}'}}\n");
      }
      template.append("  T100: {Type: AWS::DynamoDB::Table, Properties: {TableName: abc}}\n");

      assertInvalid(template.toString(), 80, "multiplies to more than 16777216 characters");
    }

    @Test
    void aMessageRepeatsLittleOfTheFile() throws Exception {
      Path file = write("long.yaml", names("!Ref '" + "x\u0085".repeat(100_000) + "'"));

      assertThatThrownBy(() -> load(file))
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .startsWith(
                          file + ":23:9: the template has no parameter or resource 'x\\u0085x")
                      .endsWith("x\\u0085'")
                      .hasSizeLessThan(2_200));
    }

    @Test
    void twoTablesWithTheSameName() throws Exception {
      Path one = write("one.yaml", "TableName: same\n");
      Path two = write("two.json", "\n{\"TableName\": \"same\"}");

      assertThatThrownBy(() -> SchemaFiles.reader().load(List.of(one, two)))
          .isInstanceOf(DataFileException.class)
          .hasMessage(two + ":2:1: the table 'same' is already described at " + one + ":1:1");
    }

    private void assertInvalid(String content, int line, String reason) throws IOException {
      Path file = write("invalid.yaml", content);
      assertThatThrownBy(() -> load(file))
          .isInstanceOf(DataFileException.class)
          .hasMessageMatching(
              "(?s)"
                  + Pattern.quote(file + ":" + line + ":")
                  + "[0-9]+: .*"
                  + Pattern.quote(reason)
                  + ".*");
    }
  }
}
