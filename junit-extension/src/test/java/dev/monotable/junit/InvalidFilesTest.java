package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that an invalid file fails its class or its test, with the file, the line and the reason.
 */
@Timeout(600)
class InvalidFilesTest {
  /** The directory of the resources of this package. */
  private static final String RESOURCES =
      URI.create(InvalidFilesTest.class.getResource("bad").toString())
          .getPath()
          .replaceFirst("bad$", "");

  @MonotableTest
  abstract static class AnyTest {
    @Test
    void isNotRun() {}
  }

  @Schema("bad/template.yaml")
  static class CloudFormation extends AnyTest {}

  @Schema("bad/sam.yaml")
  static class Sam extends AnyTest {}

  @Schema("bad/cdk.out")
  static class Cdk extends AnyTest {}

  @Schema("bad/serverless.yml")
  static class Serverless extends AnyTest {}

  @Schema("bad/terraform-plan.json")
  static class Terraform extends AnyTest {}

  @Schema("bad/create-table.json")
  static class CreateTable extends AnyTest {}

  @Schema("bad/describe-table.json")
  static class DescribeTable extends AnyTest {}

  @Schema("bad/workbench.json")
  static class Workbench extends AnyTest {}

  @Schema("schemas/create-table.json")
  abstract static class ChatTest extends AnyTest {}

  @Seed("bad/dynamodb.json")
  static class DynamoDbJson extends ChatTest {}

  @Seed("bad/lines.jsonl")
  static class Lines extends ChatTest {}

  @Seed("bad/plain.json")
  static class PlainJson extends ChatTest {}

  @Seed("bad/truncated.json")
  static class Truncated extends ChatTest {}

  @Seed("bad/rows.csv")
  static class Csv extends ChatTest {}

  @Seed("bad/export")
  static class S3Export extends ChatTest {}

  @Seed("bad/model-items.json")
  static class WorkbenchItems extends AnyTest {}

  @Seed("nothing.json")
  static class Missing extends AnyTest {}

  @Seed(
      value = {"seeds/chat.json", "bad/rows.csv"},
      table = "Nothing")
  static class UnknownTable extends ChatTest {}

  @Schema(value = "schemas/template.yaml", parameters = "Stage=test")
  static class UnknownParameter extends AnyTest {}

  @Schema(value = "schemas/template.yaml", parameters = "Prefix")
  static class InvalidParameter extends AnyTest {}

  @Schema("bad/parameter.yaml")
  static class NoParameter extends AnyTest {}

  @Table(Counter.class)
  @Seed("seeds/plain.json")
  static class NoTable extends ChatTest {}

  @Test
  void hintsNameAnnotationsAndMethods() {
    assertThat(failure(NoParameter.class))
        .isEqualTo(
            "@Schema(\"bad/parameter.yaml\") bad/parameter.yaml:8:18: TableName: the parameter"
                + " 'Stage' has no default; set it by @Schema(parameters = \"NAME=VALUE\") or"
                + " parameter(…)");
    assertThat(failure(NoTable.class))
        .isEqualTo(
            "@Seed(\"seeds/plain.json\") seeds/plain.json: the table of its items is unknown:"
                + " give TABLE=FILE; the tables are Chat, Counter");
  }

  @Test
  void aSchemaFileFailsTheClass() {
    assertThat(failure(CloudFormation.class))
        .isEqualTo(
            "@Schema(\"bad/template.yaml\") bad/template.yaml:6:7:"
                + " AWS::DynamoDB::Table has no property 'KeySchemas'");
    assertThat(failure(Sam.class))
        .isEqualTo(
            "@Schema(\"bad/sam.yaml\") bad/sam.yaml:6:36: Type of PrimaryKey must be"
                + " String, Number or Binary, not Text");
    assertThat(failure(Cdk.class))
        .isEqualTo(
            "@Schema(\"bad/cdk.out\") bad/cdk.out/manifest.json:4:18: the artifact"
                + " has no templateFile");
    assertThat(failure(Serverless.class))
        .isEqualTo(
            "@Schema(\"bad/serverless.yml\") bad/serverless.yml:8:20: TableName: the"
                + " variable ${self:custom.table} has no value");
    assertThat(failure(Terraform.class))
        .isEqualTo(
            "@Schema(\"bad/terraform-plan.json\") bad/terraform-plan.json:6:9: One"
                + " or more parameter values were invalid: ReadCapacityUnits and"
                + " WriteCapacityUnits must both be specified when BillingMode is"
                + " PROVISIONED");
    assertThat(failure(CreateTable.class))
        .isEqualTo(
            "@Schema(\"bad/create-table.json\") bad/create-table.json:1:1: 1"
                + " validation error detected: Value 'X' at"
                + " 'attributeDefinitions.1.member.attributeType' failed to satisfy"
                + " constraint: Member must satisfy enum value set: [B, N, S]");
    assertThat(failure(DescribeTable.class))
        .isEqualTo(
            "@Schema(\"bad/describe-table.json\") bad/describe-table.json:4:16:"
                + " KeySchema must be a list, not 'PK'");
    assertThat(failure(Workbench.class))
        .isEqualTo(
            "@Schema(\"bad/workbench.json\") bad/workbench.json:4:5: 1 validation"
                + " error detected: Value '[]' at 'keySchema' failed to satisfy"
                + " constraint: Member must have length greater than or equal to 1");
  }

  @Test
  void aSeedFileFailsTheClass() {
    assertThat(failure(DynamoDbJson.class))
        .isEqualTo(
            "@Seed(\"bad/dynamodb.json\") bad/dynamodb.json:3:29: SK has the unknown"
                + " data type 'X'");
    assertThat(failure(Lines.class))
        .isEqualTo(
            "@Seed(\"bad/lines.jsonl\") bad/lines.jsonl:2:10: One or more parameter"
                + " values were invalid: Missing the key SK in the item");
    assertThat(failure(PlainJson.class))
        .isEqualTo(
            "@Seed(\"bad/plain.json\") bad/plain.json:3:3: One or more parameter"
                + " values were invalid: Type mismatch for key SK expected: S actual: N");
    assertThat(failure(Truncated.class))
        .isEqualTo(
            "@Seed(\"bad/truncated.json\") bad/truncated.json:3:1: not JSON:"
                + " Unexpected end-of-input within/between Array entries");
    assertThat(failure(Csv.class))
        .isEqualTo("@Seed(\"bad/rows.csv\") bad/rows.csv:3: 2 fields, but the header has 3");
    assertThat(failure(S3Export.class))
        .isEqualTo(
            "@Seed(\"bad/export\") bad/export/manifest-files.json:1:16: the data"
                + " file data/a.json.gz is missing");
    assertThat(failure(WorkbenchItems.class))
        .isEqualTo(
            "@Seed(\"bad/model-items.json\") bad/model-items.json:11:9: One or more"
                + " parameter values were invalid: Type mismatch for key PK expected: S"
                + " actual: N");
  }

  @Test
  void anAnnotationFailsTheClass() {
    assertThat(failure(Missing.class))
        .isEqualTo(
            "@Seed(\"nothing.json\") nothing.json: there is neither a resource 'nothing.json' in"
                + " the package dev.monotable.junit or at the root of the class path nor a file "
                + Path.of("nothing.json").toAbsolutePath());
    assertThat(failure(UnknownTable.class))
        .isEqualTo(
            "@Seed(\"seeds/chat.json\", \"bad/rows.csv\") seeds/chat.json: there is no"
                + " table 'Nothing'; the tables are Chat");
    assertThat(failure(UnknownParameter.class))
        .isEqualTo(
            "@Schema(\"schemas/template.yaml\") schemas/template.yaml: there is no"
                + " parameter 'Stage'");
    assertThat(failure(InvalidParameter.class))
        .isEqualTo(
            "@Schema(\"schemas/template.yaml\") a parameter must be NAME=VALUE, not" + " 'Prefix'");
  }

  @Schema("schemas/create-table.json")
  @MonotableTest
  static class OfAMethod {
    @RepeatedTest(value = 2, name = "{displayName} {currentRepetition}")
    @Seed("bad/plain.json")
    void fails() {}

    @Test
    void succeeds() {}
  }

  @Test
  void theFileOfAMethodFailsItsTests() {
    String failure =
        ": @Seed(\"bad/plain.json\") on void "
            + OfAMethod.class.getName()
            + ".fails(): bad/plain.json:3:3: One or more parameter values were invalid: Type"
            + " mismatch for key SK expected: S actual: N";
    assertThat(results(OfAMethod.class))
        .containsExactly("fails() 1" + failure, "fails() 2" + failure, "succeeds(): SUCCESSFUL");
  }

  private static String failure(Class<?> testClass) {
    List<String> results = results(testClass);
    assertThat(results).hasSize(1);
    return results.get(0).replaceFirst("^\\S+: ", "").replaceFirst(" on class \\S+:", "");
  }

  private static List<String> results(Class<?> testClass) {
    return TestRun.of(testClass).results().stream()
        .map(result -> result.replace(RESOURCES, ""))
        .toList();
  }
}
