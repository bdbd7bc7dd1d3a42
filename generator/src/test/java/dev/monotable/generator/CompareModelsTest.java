package dev.monotable.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.shapes.ShapeId;

/** The comparison of models, and what it reports of each kind of difference. */
class CompareModelsTest {
  private static final String SMITHY =
      """
      $version: "2.0"
      namespace com.example

      service Small {
          version: "1"
          operations: [PutThing, Wait]
      }

      operation PutThing {
          input: PutThingInput
          errors: [ThingLost, Busy]
      }

      operation Wait {}

      structure PutThingInput {
          @required
          Name: ThingName
          Kind: Kind
          Names: ThingNames
          Value: Value
          Sizes: Sizes
      }

      @length(min: 1, max: 5)
      @pattern("^a+$")
      string ThingName

      enum Kind { SMALL, LARGE }

      @length(min: 0, max: 3)
      list ThingNames { member: ThingName }

      map Sizes { key: ThingName, value: Size }

      @range(min: 2)
      long Size

      union Value { S: String, At: Timestamp }

      @error("client")
      structure ThingLost { message: String }

      @error("client")
      structure Busy { message: String }
      """;

  private static final String BOTOCORE =
      """
      {"operations": {
        "PutThing": {"name": "PutThing", "input": {"shape": "PutThingInput"},
          "errors": [{"shape": "ThingLost"}, {"shape": "Busy"}]},
        "Wait": {"name": "Wait"}},
      "shapes": {
        "PutThingInput": {"type": "structure", "required": ["Name"], "members": {
          "Name": {"shape": "ThingName"}, "Kind": {"shape": "Kind"},
          "Names": {"shape": "ThingNames"}, "Value": {"shape": "Value"},
          "Sizes": {"shape": "Sizes"}}},
        "ThingName": {"type": "string", "min": 1, "max": 5, "pattern": "a+"},
        "Kind": {"type": "string", "enum": ["SMALL", "LARGE"]},
        "ThingNames": {"type": "list", "member": {"shape": "ThingName"}, "max": 3},
        "Sizes": {"type": "map", "key": {"shape": "ThingName"}, "value": {"shape": "Size"}},
        "Size": {"type": "long", "min": 2},
        "Value": {"type": "structure", "union": true,
          "members": {"S": {"shape": "String"}, "At": {"shape": "Timestamp"}}},
        "String": {"type": "string"},
        "Timestamp": {"type": "timestamp"},
        "ThingLost": {"type": "structure", "members": {"message": {"shape": "String"}}},
        "Busy": {"type": "structure", "members": {"message": {"shape": "String"}}}}}
      """;

  private static final ListedDifferences NONE = ListedDifferences.parse(List.of());

  private static NavigableSet<String> smithy() {
    Model model = Model.assembler().addUnparsedModel("small.smithy", SMITHY).assemble().unwrap();
    return ModelFacts.of(model, ShapeId.from("com.example#Small"));
  }

  private static NavigableSet<String> botocore(String json) {
    return ModelFacts.ofBotocore(Node.parse(json).expectObjectNode());
  }

  private static NavigableSet<String> botocore() {
    return botocore(BOTOCORE);
  }

  private static NavigableSet<String> withoutFact(NavigableSet<String> facts, String fact) {
    NavigableSet<String> left = new TreeSet<>(facts);
    assertThat(left.remove(fact)).as(fact).isTrue();
    return left;
  }

  @Test
  void bothFormsOfAModelHaveTheSameFacts() {
    assertThat(smithy())
        .isEqualTo(botocore())
        .contains(
            "operation PutThing",
            "operation PutThing error Busy",
            "member PutThingInput.Name of ThingName",
            "member PutThingInput.Name required",
            "shape Kind value LARGE",
            "shape Sizes is map of ThingName to Size",
            "shape Size min 2",
            "shape ThingName pattern a+",
            "shape ThingNames is list of ThingName")
        .hasSize(28);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        // an operation
        "\"Wait\": {\"name\": \"Wait\"}|\"Wait\": {}, \"Hold\": {}|missing operation Hold",
        ", \"Wait\": {\"name\": \"Wait\"}||extra operation Wait",
        // a member
        "\"Kind\": {\"shape\": \"Kind\"}|\"Kind\": {\"shape\": \"Kind\"}, \"Note\": {\"shape\":"
            + " \"String\"}|missing member PutThingInput.Note of String",
        "\"S\": {\"shape\": \"String\"},||extra member Value.S of String",
        // a value of an enumeration
        "\"LARGE\"|\"LARGE\", \"HUGE\"|missing shape Kind value HUGE",
        ", \"LARGE\"||extra shape Kind value LARGE",
        // a bound
        "\"long\", \"min\": 2|\"long\", \"min\": 2, \"max\": 9|missing shape Size max 9",
        "\"long\", \"min\": 2|\"long\"|extra shape Size min 2",
        "\"max\": 5|\"max\": 6|missing shape ThingName max 6;extra shape ThingName max 5",
        ", \"pattern\": \"a+\"||extra shape ThingName pattern a+",
        // an error
        "{\"shape\": \"Busy\"}]|{\"shape\": \"Busy\"}, {\"shape\": \"Value\"}]|missing operation"
            + " PutThing error Value",
        "{\"shape\": \"ThingLost\"},||extra member ThingLost.message of String;extra operation"
            + " PutThing error ThingLost",
        // what is required, and a type
        "[\"Name\"]|[\"Name\", \"Kind\"]|missing member PutThingInput.Kind required",
        "\"required\": [\"Name\"],||extra member PutThingInput.Name required",
        "\"type\": \"long\"|\"type\": \"integer\"|missing shape Size is integer;extra shape Size is"
            + " long",
      })
  void eachKindOfDifferenceIsNamed(String text, String instead, String lines) {
    String json = BOTOCORE.replaceAll("\\s+", " ");
    String changed = json.replace(text, instead == null ? "" : instead);
    assertThat(changed).isNotEqualTo(json);

    assertThat(CompareModels.withBotocore(smithy(), botocore(changed), NONE))
        .isEqualTo(List.of(lines.split(";")));
  }

  @Test
  void aListedDifferenceIsNotReported() {
    ListedDifferences listed =
        ListedDifferences.parse(
            List.of("# known", "", "reason: not sent", "  extra operation * error Busy"));

    assertThat(
            CompareModels.withBotocore(
                smithy(), withoutFact(botocore(), "operation PutThing error Busy"), listed))
        .isEmpty();
  }

  @Test
  void aListedDifferenceThatIsNoneIsReported() {
    ListedDifferences listed =
        ListedDifferences.parse(List.of("reason: not sent", "  extra shape Kind value LARGE"));

    assertThat(CompareModels.withBotocore(smithy(), botocore(), listed))
        .containsExactly("listed, but no difference: extra shape Kind value LARGE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "  extra operation Wait|not a difference with a reason:   extra operation Wait",
        "reason: a;  other operation Wait|not a difference with a reason:   other operation Wait",
        "reason: a;reason: b;  extra x|a reason without differences: reason: a",
        "reason: a|a reason without differences: reason: a",
      })
  void aDifferenceIsListedWithItsReason(String text, String message) {
    List<String> lines = List.of(text.split(";"));

    assertThatThrownBy(() -> ListedDifferences.parse(lines))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void anAdditionThatANewerModelHasIsRemovable() {
    NavigableSet<String> aws = withoutFact(smithy(), "shape Kind value LARGE");
    NavigableSet<String> newest = new TreeSet<>(smithy());
    newest.add("shape Kind value HUGE");

    assertThat(CompareModels.withSmithy(smithy(), aws, aws)).isEmpty();
    assertThat(CompareModels.withSmithy(smithy(), aws, newest))
        .containsExactly(
            "missing shape Kind value HUGE",
            "removable from the additions: shape Kind value LARGE");
  }
}
