package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.text.DataFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas that are given as seeds, and seeds that are given as schemas. */
class MisplacedFileTest extends SeedFixture {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"format_version\": \"1.2\", \"terraform_version\": \"1\", \"values\": {}} | a Terraform plan or state",
        "{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {}}} | a Terraform plan or state",
        "{\"Resources\": {\"T\": {\"Type\": \"AWS::DynamoDB::Table\"}}}          | a CloudFormation template",
        "{\"version\": \"36\", \"artifacts\": {}}                               | the manifest of a CDK application",
        "{\"Table\": {\"TableName\": \"T\"}}                                   | the output of DescribeTable",
        "[{\"TableDescription\": {\"TableName\": \"T\"}}]                      | the output of DescribeTable",
        "{\"TableName\": \"T\", \"KeySchema\": []}                             | a CreateTable request",
        "[{\"TableName\": \"T\", \"KeySchema\": []}]                           | a CreateTable request",
      })
  void aSchemaThatIsGivenAsASeedIsNamed(String content, String what) throws Exception {
    Path file = write("x.json", content);
    String at = content.startsWith("[") ? ":1:2: " : ":1:1: ";

    assertThatThrownBy(() -> load("Other=" + file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            file
                + at
                + what
                + " describes tables and has no items; give it as a schema (--schema), not a seed");
    assertThat(items("Other")).isEmpty();
  }

  @Test
  void aCdkApplicationThatIsGivenAsASeedIsNamed() throws Exception {
    write("cdk.out/manifest.json", "{}");

    assertThatThrownBy(() -> load(directory.resolve("cdk.out").toString()))
        .hasMessage(
            directory.resolve("cdk.out")
                + ": a CDK application describes tables and has no items; give it as a schema"
                + " (--schema), not a seed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"Items\": [{\"id\": 1}]}                       | the output of Scan, Query or ExecuteStatement",
        "{\"Count\": 0, \"Items\": []}                    | the output of Scan, Query or ExecuteStatement",
        "{\"Item\": {\"id\": {\"N\": \"1\"}}}              | an item, such as the output of GetItem,",
        "{\"TableName\": \"T\", \"Item\": {}}             | an item, such as the output of GetItem,",
        "{\"Item\": {}} {\"Item\": {}}                    | an item, such as the output of GetItem,",
        "{\"Responses\": {\"T\": []}}                     | the output of BatchGetItem or TransactGetItems",
        "{\"RequestItems\": {}}                           | a BatchWriteItem request",
        "{\"Keys\": {}, \"NewImage\": {}}                 | a line of an incremental export",
        "{\"id\": {\"N\": \"1\"}, \"v\": {\"S\": \"x\"}}    | an item in DynamoDB JSON",
        "[{\"id\": {\"N\": \"1\"}}]                       | an item in DynamoDB JSON",
      })
  void aSeedThatIsGivenAsASchemaIsNamed(String content, String what) throws Exception {
    Path file = write("x.json", content);
    String at = content.startsWith("[") ? ":1:2: " : ":1:1: ";

    assertNotSchema(
        file, at + what + " describes no table; give it as a seed (--seed), not a schema");
  }

  @ParameterizedTest
  @CsvSource({"x.csv", "x.tsv.gz", "x.ion", "X.ION.GZ"})
  void aSeedIsNamedByTheNameOfItsFile(String name) throws Exception {
    assertNotSchema(
        write(name, "{}"),
        ": a CSV or Ion file describes no table; give it as a seed (--seed), not a schema");
  }

  @Test
  void whatTerraformHasBesideJsonIsNamed() throws Exception {
    assertNotSchema(
        write("main.tf", "resource \"aws_dynamodb_table\" \"t\" {}"),
        ": Terraform's language is not read; give the plan or state that 'terraform show -json'"
            + " prints");
    byte[] plan = new byte[100];
    System.arraycopy(new byte[] {'P', 'K', 3, 4}, 0, plan, 0, 4);
    System.arraycopy("tfplan".getBytes(StandardCharsets.US_ASCII), 0, plan, 30, 6);
    Path file = Files.write(directory.resolve("plan"), plan);
    String reason =
        ": a Terraform plan in its binary form; give what 'terraform show -json' prints";
    assertNotSchema(file, reason);
    assertThatThrownBy(() -> load("Other=" + file)).hasMessage(file + reason);
  }

  private static void assertNotSchema(Path file, String reason) {
    assertThatThrownBy(() -> SchemaFiles.reader().load(List.of(file)))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + reason);
  }
}
