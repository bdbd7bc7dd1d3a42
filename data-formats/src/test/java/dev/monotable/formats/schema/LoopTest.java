package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fn::ForEach, Fn::Length and Fn::ToJsonString of the transform AWS::LanguageExtensions. */
class LoopTest extends SchemaFilesFixture {
  private static final String HEAD =
      """
      Transform: AWS::LanguageExtensions
      Parameters:
        Names: {Type: CommaDelimitedList, Default: 'Orders, Users'}
        Needed: {Type: CommaDelimitedList}
      Mappings:
        Regions: {us-east-1: {Names: [Carts, Bills]}}
      """;

  private List<String> tableNames(String resources) throws Exception {
    return load(write("loops.yaml", HEAD + resources)).stream().map(SchemaTable::name).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[Orders, Users]                                     | Orders, Users",
        "!Ref Names                                          | Orders, Users",
        "!FindInMap [Regions, !Ref AWS::Region, Names]       | Carts, Bills",
        "!Split [',', 'One,Two']                             | One, Two",
        "[]                                                  |",
      })
  void aLoopRepeatsATableForEachElement(String collection, @Nullable String expected)
      throws Exception {
    List<String> names =
        tableNames(
            """
            Resources:
              Plain: {Type: AWS::DynamoDB::Table}
              'Fn::ForEach::Tables':
                - Name
                - %s
                - '${Name}Table':
                    Type: AWS::DynamoDB::Table
                    Properties: {TableName: !Ref Name}
            """
                .formatted(collection));

    List<String> all = new ArrayList<>(List.of("Plain"));
    if (expected != null) {
      all.addAll(List.of(expected.split(", ")));
    }
    assertThat(names).isEqualTo(all);
  }

  @Test
  void loopsInLoopsMultiply() throws Exception {
    assertThat(
            tableNames(
                """
                Resources:
                  'Fn::ForEach::Stages':
                    - Stage
                    - [dev, prod]
                    - 'Fn::ForEach::Tables':
                        - Name
                        - !Ref Names
                        - '${Stage}${Name}':
                            Type: AWS::DynamoDB::Table
                            Properties: {TableName: !Sub '${Stage}-${Name}-${AWS::Region}'}
                """))
        .containsExactly(
            "dev-Orders-us-east-1",
            "dev-Users-us-east-1",
            "prod-Orders-us-east-1",
            "prod-Users-us-east-1");
  }

  @Test
  void aLogicalIdHasTheLettersAndDigitsOfAnElement() throws Exception {
    assertThat(
            tableNames(
                """
                Resources:
                  'Fn::ForEach::Tables':
                    - Name
                    - [orders.v1, users-2]
                    - 'Table&{Name}':
                        Type: AWS::DynamoDB::Table
                        Properties: {TableName: '${Name}'}
                  Reader:
                    Type: AWS::DynamoDB::Table
                    Properties: {TableName: !Sub 'of-${Tableordersv1}'}
                """))
        .containsExactly("orders.v1", "users-2", "of-orders.v1");
  }

  @Test
  void loopsMayProduceConditionsOutputsAndProperties() throws Exception {
    Path file =
        write(
            "loops.yaml",
            HEAD
                + """
                Conditions:
                  'Fn::ForEach::Conditions':
                    - Name
                    - !Ref Names
                    - 'Is${Name}': !Equals [!Ref Name, Orders]
                Resources:
                  'Fn::ForEach::Tables':
                    - Name
                    - !Ref Names
                    - '${Name}':
                        Type: AWS::DynamoDB::Table
                        Condition: 'Is${Name}'
                        Properties:
                          'Fn::ForEach::Members':
                            - Member
                            - [BillingMode]
                            - '${Member}': PAY_PER_REQUEST
                  'Fn::ForEach::Topics':
                    - Name
                    - !Ref Names
                    - 'Topic${Name}': {Type: AWS::SNS::Topic}
                Outputs:
                  'Fn::ForEach::Outputs':
                    - Name
                    - !Ref Names
                    - 'Out${Name}': {Value: !Ref Name}
                """);

    assertThat(load(file))
        .extracting(table -> table.request().tableName() + " " + table.request().billingMode())
        .containsExactly("Orders PAY_PER_REQUEST");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'Fn::Join': ['-', [t, 'Fn::Length': !Ref Names]]} | t-2",
        "!Sub ['t-${n}', {n: {'Fn::Length': [a, b, c]}}]    | t-3",
        "!Select [2, !Split ['\"', {'Fn::ToJsonString': {a: 1, b: [x, true]}}]] | :1,",
        "!Select [5, !Split ['\"', {'Fn::ToJsonString': {a: 1, b: [x, true]}}]] | x",
      })
  void functionsOfTheTransformAreResolved(String name, String expected) throws Exception {
    assertThat(
            tableNames(
                """
                Resources:
                  Chat:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      TableName: %s
                """
                    .formatted(name)))
        .containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[Name, !Ref Needed, {'A${Name}': {Type: x}}]"
            + " | the parameter 'Needed' has no default; give it a value",
        "[Name, [a, b], {A: {Type: x}}] | 'A' is given twice",
        "[Name, [a, b]] | Fn::ForEach::Loop takes a list of 3 values",
        "[Name, a, {'A${Name}': {Type: x}}]"
            + " | the collection of Fn::ForEach::Loop must be a list, not 'a'",
        "[Name, [[a]], {'A${Name}': {Type: x}}]"
            + " | an element of the collection of Fn::ForEach::Loop must be a string, not a list",
        "[Name, [a], {Ref: Name}] | the output of Fn::ForEach::Loop must be an object, not 'a'",
        "[Name, [a], x] | the output of Fn::ForEach::Loop must be an object, not 'x'",
      })
  void anInvalidLoopIsReported(String loop, String reason) {
    assertThatThrownBy(() -> tableNames("Resources:\n  'Fn::ForEach::Loop': " + loop + "\n"))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining(reason);
  }

  /** A template of 2 KB that would have 10 to the power of 12 tables. */
  @Test
  void whatLoopsProduceIsBounded() {
    StringBuilder name = new StringBuilder("T");
    for (int i = 0; i < 12; i++) {
      name.append("${N").append(i).append('}');
    }
    String body = "{'" + name + "': {Type: AWS::DynamoDB::Table}}";
    for (int i = 0; i < 12; i++) {
      body = "{'Fn::ForEach::L" + i + "': [N" + i + ", [0,1,2,3,4,5,6,7,8,9], " + body + "]}";
    }
    String resources = "Resources: " + body + "\n";

    assertThatThrownBy(() -> tableNames(resources))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("what is referred to multiplies to more than");
  }

  /** One long text, repeated. */
  @Test
  void theCharactersThatLoopsProduceAreBounded() {
    String resources =
        "Resources:\n  'Fn::ForEach::Loop':\n    - N\n    - "
            + IntStream.range(0, 1000).boxed().toList()
            + "\n    - 'T${N}': {Type: AWS::SNS::Topic, Properties: {Text: '"
            + "x".repeat(20_000)
            + "'}}\n";

    assertThatThrownBy(() -> tableNames(resources))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("characters");
  }

  @Test
  void aParameterOfTheCommandLineIsACollection() throws Exception {
    Path file =
        write(
            "loops.yaml",
            HEAD
                + """
                Resources:
                  'Fn::ForEach::Tables':
                    - Name
                    - !Ref Needed
                    - '${Name}': {Type: AWS::DynamoDB::Table}
                """);

    assertThat(
            SchemaFiles.reader()
                .withParameters(Map.of("Needed", "Carts,Bills"))
                .load(List.of(file)))
        .extracting(SchemaTable::name)
        .containsExactly("Carts", "Bills");
  }
}
