package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.DataFileException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stacks in stacks, whose templates are files beside the first one. */
class StacksInStacksTest extends SchemaFilesFixture {
  private static final String TABLE =
      """
      Parameters: {Stage: {Type: String, Default: none}, Names: {Type: CommaDelimitedList, Default: ''}}
      Resources:
        Orders:
          Type: AWS::DynamoDB::Table
          Properties: {TableName: !Sub 'orders-${Stage}'}
      Outputs:
        Name: {Value: !Ref Orders}
      """;

  private List<String> tableNames(Path... files) throws DataFileException {
    return SchemaFiles.reader().load(List.of(files)).stream().map(SchemaTable::name).toList();
  }

  private Path root(String type, String location) throws Exception {
    return write(
        "root.yaml",
        """
        Resources:
          Chat: {Type: AWS::DynamoDB::Table}
          Inner:
            Type: %s
            Properties: {%s, Parameters: {Stage: dev}}
          Reader:
            Type: AWS::DynamoDB::Table
            Properties: {TableName: !Sub 'of-${Inner.Outputs.Name}'}
        """
            .formatted(type, location));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AWS::CloudFormation::Stack TemplateURL: inner/tables.yaml",
        "AWS::CloudFormation::Stack TemplateURL: ./inner/tables.yaml",
        "AWS::Serverless::Application Location: inner/../inner/tables.yaml",
      })
  void aStackInAStackIsRead(String resource) throws Exception {
    Files.createDirectory(directory.resolve("inner"));
    Files.writeString(directory.resolve("inner/tables.yaml"), TABLE);
    String[] parts = resource.split(" ", 2);

    assertThat(tableNames(root(parts[0], parts[1])))
        .containsExactly("Chat", "orders-dev", "of-orders-dev");
  }

  @Test
  void theCdkNamesTheFileOfAStackInAStack() throws Exception {
    write(
        "Inner.nested.template.json",
        "{\"Resources\": {\"Orders\": {\"Type\": \"AWS::DynamoDB::Table\"}}}");
    write(
        "Outer.template.json",
        """
        {"Resources": {"Inner": {"Type": "AWS::CloudFormation::Stack",
          "Properties": {"TemplateURL": {"Fn::Sub": "https://s3.x/cdk-${AWS::AccountId}/1.json"}},
          "Metadata": {"aws:asset:path": "Inner.nested.template.json"}}}}
        """);
    write(
        "manifest.json",
        """
        {"version": "36.0.0", "artifacts": {"Outer": {"type": "aws:cloudformation:stack",
          "properties": {"templateFile": "Outer.template.json"}}}}
        """);

    assertThat(tableNames(directory)).containsExactly("Orders");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside.yaml",
        "link.yaml",
        "/etc/passwd",
        "https://s3.amazonaws.com/bucket/tables.yaml",
        "missing.yaml",
        "inner",
        "\\0",
      })
  void aTemplateElsewhereIsReportedAndNotRead(String location) throws Exception {
    Path inside = Files.createDirectory(directory.resolve("inside"));
    Files.createDirectory(inside.resolve("inner"));
    Path outside = Files.writeString(directory.resolve("outside.yaml"), TABLE);
    Files.createSymbolicLink(inside.resolve("link.yaml"), outside);
    Path file =
        Files.writeString(
            inside.resolve("root.yaml"),
            """
            Resources:
              Chat: {Type: AWS::DynamoDB::Table}
              Inner:
                Type: AWS::CloudFormation::Stack
                Properties: {TemplateURL: "%s"}
            """
                .formatted(location));

    List<SchemaTable> tables = SchemaFiles.reader().load(List.of(file));

    assertThat(tables).extracting(SchemaTable::name).containsExactly("Chat");
    assertThat(tables.get(0).notices())
        .containsExactly(
            notice(
                file,
                3,
                3,
                "Inner has no effect here; its template is not a file beside this one"));
  }

  @Test
  void theFilesOfAnArchiveAreReadInIt() throws Exception {
    Path archive = directory.resolve("files.zip");
    try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Path root =
          Files.writeString(
              files.getPath("/root.yaml"),
              Files.readString(root("AWS::CloudFormation::Stack", "TemplateURL: ./tables.yaml")));
      Files.writeString(files.getPath("/tables.yaml"), TABLE);

      assertThat(tableNames(root)).containsExactly("Chat", "orders-dev", "of-orders-dev");
    }
  }

  @Test
  void aTemplateThatIsInAStackIsNotAlsoReadByItself() throws Exception {
    Path inner = write("tables.yaml", TABLE);
    Path root = root("AWS::CloudFormation::Stack", "TemplateURL: tables.yaml");

    assertThat(tableNames(inner, root)).containsExactly("Chat", "orders-dev", "of-orders-dev");
  }

  @Test
  void aStackInAStackHasANameOfItsOwnAndItsListsAndUnknownValues() throws Exception {
    write(
        "tables.yaml",
        """
        Parameters:
          Names: {Type: CommaDelimitedList}
          Bucket: {Type: String}
        Resources:
          Orders:
            Type: AWS::DynamoDB::Table
            Properties:
              TableName: !Join ['-', [!Ref AWS::StackName, !Select [1, !Ref Names]]]
              ResourcePolicy: {PolicyDocument: {Statement: {Resource: !Ref Bucket}}}
        """);
    Path root =
        write(
            "root.yaml",
            """
            Resources:
              Bucket: {Type: AWS::S3::Bucket}
              Inner:
                Type: AWS::CloudFormation::Stack
                Properties:
                  TemplateURL: tables.yaml
                  Parameters: {Names: [a, b], Bucket: !Ref Bucket}
            """);

    SchemaTable table = load(root).get(0);

    assertThat(table.name()).isEqualTo("root-Inner-DJK5J85NX0TK-b");
    assertThat(table.notices())
        .containsExactly(
            notice(
                directory.toRealPath().resolve("tables.yaml"),
                9,
                7,
                "ResourcePolicy has no effect here: the name of the resource 'Bucket' is known"
                    + " only when it is deployed"));
  }

  @Test
  void aStackThatIsNotCreatedIsNotRead() throws Exception {
    write("tables.yaml", TABLE);
    Path root =
        write(
            "root.yaml",
            """
            Conditions: {No: !Equals [a, b]}
            Resources:
              Chat: {Type: AWS::DynamoDB::Table}
              Inner:
                Type: AWS::CloudFormation::Stack
                Condition: No
                Properties: {TemplateURL: tables.yaml}
            """);

    assertThat(tableNames(root)).containsExactly("Chat");
  }

  @Test
  void aStackThatContainsItselfIsReported() throws Exception {
    write("b.yaml", inner("a.yaml", 1));
    Path file = write("a.yaml", inner("b.yaml", 1));

    assertThatThrownBy(() -> load(file))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("the stack 'S0' contains itself");
  }

  @Test
  void stacksWhoseParametersAreOutputsOfEachOtherAreReported() throws Exception {
    write("tables.yaml", TABLE);
    Path file =
        write(
            "root.yaml",
            """
            Resources:
              A:
                Type: AWS::CloudFormation::Stack
                Properties: {TemplateURL: tables.yaml, Parameters: {Stage: !GetAtt B.Outputs.Name}}
              B:
                Type: AWS::CloudFormation::Stack
                Properties: {TemplateURL: tables.yaml, Parameters: {Stage: !GetAtt A.Outputs.Name}}
            """);

    assertThatThrownBy(() -> load(file))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("the stack 'A' depends on itself");
  }

  /** Six files with ten stacks each would be a million stacks. */
  @Test
  void theNumberOfStacksIsBounded() throws Exception {
    write("f6.yaml", TABLE);
    for (int i = 5; i >= 0; i--) {
      write("f" + i + ".yaml", inner("f" + (i + 1) + ".yaml", 10));
    }

    assertThatThrownBy(() -> load(directory.resolve("f0.yaml")))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("there are more than 500 nested stacks");
  }

  private static String inner(String template, int count) {
    StringBuilder text = new StringBuilder("Resources:\n");
    for (int i = 0; i < count; i++) {
      text.append("  S")
          .append(i)
          .append(": {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: ")
          .append(template)
          .append("}}\n");
    }
    return text.toString();
  }
}
