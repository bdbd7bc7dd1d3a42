package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.item;
import static dev.monotable.engine.expression.Expressions.messageOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingsTest {
  private static String namesError(Map<String, String> names) {
    return messageOf(() -> Expressions.bindings(names, null));
  }

  private static String valuesError(String values) {
    return messageOf(() -> Expressions.bindings(null, item(values)));
  }

  @Test
  void emptyMaps() {
    assertThat(namesError(Map.of())).isEqualTo("ExpressionAttributeNames must not be empty");
    assertThat(messageOf(() -> Expressions.bindings(null, Item.EMPTY)))
        .isEqualTo("ExpressionAttributeValues must not be empty");
    assertThat(messageOf(() -> Expressions.bindings(Map.of(), Item.EMPTY)))
        .isEqualTo("ExpressionAttributeNames must not be empty");
  }

  @ParameterizedTest
  @CsvSource({"a", "#", "#a-b", ":a", "#ü"})
  void namesWithMalformedKeys(String key) {
    assertThat(namesError(Map.of(key, "a")))
        .isEqualTo(
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + '"');
  }

  @ParameterizedTest
  @CsvSource({"a", ":", ":a-b", "#a"})
  void valuesWithMalformedKeys(String key) {
    assertThat(valuesError("{'" + key + "':{'S':'b'}}"))
        .isEqualTo(
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + '"');
  }

  @Test
  void keysThatAreTooLong() {
    String longest = "a".repeat(254);
    Expressions.bindings(Map.of("#" + longest, "a"), item("{':" + longest + "':{'S':'b'}}"));
    assertThat(namesError(Map.of("#" + longest + "a", "a")))
        .isEqualTo(
            "ExpressionAttributeNames contains invalid key: The expression attribute map contains a"
                + " key that is too long; size of key: 256");
    assertThat(namesError(Map.of("#" + longest + "a-x", "a"))).endsWith("size of key: 258");
    assertThat(valuesError("{':" + longest + "a':{'S':'b'}}"))
        .isEqualTo(
            "ExpressionAttributeValues contains invalid key: The expression attribute map contains a"
                + " key that is too long;");
  }

  @Test
  void invalidNames() {
    assertThat(namesError(Map.of("#a", "")))
        .isEqualTo(
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
    Expressions.bindings(Map.of("#a", "x".repeat(65535)), null);
    assertThat(namesError(Map.of("#a", "x".repeat(65536))))
        .isEqualTo("Attribute name is too large, must be less than 65536 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        "{'M':{'a':{}}} "
            + "| Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        "{'NULL':false} | One or more parameter values were invalid: Null attribute value types must"
            + " have the value of true",
        "{'SS':[]} | One or more parameter values were invalid: An string set  may not be empty",
        "{'N':'b'} | The parameter cannot be converted to a numeric value: b"
      })
  void invalidValues(String value, String message) {
    assertThat(valuesError("{':good':{'S':'a'},':b':" + value + "}")).isEqualTo(message);
  }

  @Test
  void malformedKeysComeBeforeInvalidValues() {
    assertThat(valuesError("{':b':{},'b':{'S':'a'}}"))
        .isEqualTo("ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\"");
  }

  @Test
  void nestingIsReportedWithoutTheKey() {
    assertThat(valuesError("{':v':" + "{'L':[".repeat(32) + "{'S':'x'}" + "]}".repeat(32) + "}"))
        .isEqualTo(
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
                + " beyond supported limit");
  }

  @Test
  void unusedPlaceholdersAreReportedForAllExpressionsOfTheRequest() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("#a", "a");
    names.put("#b", "b");
    names.put("#c", "c");
    Bindings bindings =
        Expressions.bindings(names, item("{':x':{'N':'1'},':y':{'N':'1'},':z':{'N':'1'}}"));
    COMPILER.update("SET #a = :x").bind(bindings);
    assertThat(messageOf(bindings::requireAllUsed))
        .isEqualTo(
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#c, #b}");
    COMPILER.projection("#c.#b").bind(bindings);
    assertThat(messageOf(bindings::requireAllUsed))
        .isEqualTo(
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:z, :y}");
    COMPILER.condition(ExpressionKind.CONDITION, "a IN (:y, :z)").bind(bindings);
    bindings.requireAllUsed();
  }

  @Test
  void manyValuesAreFound() {
    StringBuilder values = new StringBuilder("{");
    StringBuilder text = new StringBuilder("a IN (");
    for (int i = 0; i < 100; i++) {
      values
          .append(i == 0 ? "" : ",")
          .append("':v")
          .append(i)
          .append("':{'N':'")
          .append(i)
          .append("'}");
      text.append(i == 0 ? "" : ",").append(":v").append(i);
    }
    Bindings bindings = Expressions.bindings(null, item(values.append('}').toString()));
    BoundCondition bound =
        COMPILER.condition(ExpressionKind.CONDITION, text.append(')').toString()).bind(bindings);
    bindings.requireAllUsed();
    assertThat(bound.test(item("{'a':{'N':'99'}}"))).isTrue();
    assertThat(bound.test(item("{'a':{'N':'100'}}"))).isFalse();
  }
}
