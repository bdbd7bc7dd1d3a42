package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Generates random legacy conditions for {@code Expected}, {@code KeyConditions}, {@code
 * QueryFilter} and {@code ScanFilter}.
 */
final class LegacyConditionWriter {
  static final List<String> OPERATORS =
      List.of(
          "EQ",
          "NE",
          "LE",
          "LT",
          "GE",
          "GT",
          "NOT_NULL",
          "NULL",
          "CONTAINS",
          "NOT_CONTAINS",
          "BEGINS_WITH",
          "IN",
          "BETWEEN");
  private static final List<String> ORDERED = List.of("S", "N", "B");
  private static final List<String> SORT_KEY_OPERATORS =
      List.of("EQ", "LE", "LT", "GE", "GT", "BEGINS_WITH", "BETWEEN");

  private final Random random;
  private final Values values;

  LegacyConditionWriter(Random random, Values values) {
    this.random = random;
    this.values = values;
  }

  /** Returns conditions on some of these attributes, at most one for each. */
  ObjectNode filter(List<TestTable.Key> attributes, int most) {
    ObjectNode filter = Json.object();
    for (TestTable.Key attribute : some(attributes, most)) {
      filter.set(attribute.name(), condition(attribute));
    }
    return filter;
  }

  /** Returns the value of {@code Expected} for some of these attributes. */
  ObjectNode expected(List<TestTable.Key> attributes) {
    ObjectNode expected = Json.object();
    for (TestTable.Key attribute : some(attributes, 3)) {
      expected.set(attribute.name(), expectation(attribute));
    }
    return expected;
  }

  private List<TestTable.Key> some(List<TestTable.Key> attributes, int most) {
    List<TestTable.Key> shuffled = new ArrayList<>(attributes);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, Math.min(shuffled.size(), 1 + random.nextInt(most)));
  }

  private ObjectNode expectation(TestTable.Key attribute) {
    ObjectNode expectation = Json.object();
    switch (random.nextInt(8)) {
      case 0, 1 -> expectation.put("Exists", false);
      case 2 -> expectation.set("Value", valueOf(attribute));
      case 3 -> expectation.put("Exists", true).set("Value", valueOf(attribute));
      default -> expectation = condition(attribute);
    }
    return expectation;
  }

  private JsonNode valueOf(TestTable.Key attribute) {
    return Values.ATTRIBUTES.contains(attribute)
        ? values.ofType(attribute.type(), 1)
        : values.key(attribute.type());
  }

  private ObjectNode condition(TestTable.Key attribute) {
    String operator = values.pick(OPERATORS);
    ObjectNode condition = Json.object();
    ArrayNode operands = Json.array();
    switch (operator) {
      case "EQ", "NE" -> operands.add(valueOf(attribute));
      case "NULL", "NOT_NULL" -> {}
      case "CONTAINS", "NOT_CONTAINS" -> operands.add(values.ofType(element(attribute.type()), 0));
      case "BEGINS_WITH" -> operands.add(values.key(attribute.type().equals("B") ? "B" : "S"));
      case "IN" -> {
        for (int i = random.nextInt(3); i >= 0; i--) {
          operands.add(values.ofType(orderedLike(attribute), 0));
        }
      }
      case "BETWEEN" -> between(orderedLike(attribute), operands);
      default -> operands.add(values.key(orderedLike(attribute)));
    }
    if (!operands.isEmpty() || values.chance(30)) {
      condition.set("AttributeValueList", operands);
    }
    return condition.put("ComparisonOperator", operator);
  }

  private String orderedLike(TestTable.Key attribute) {
    return ORDERED.contains(attribute.type()) && !values.chance(10)
        ? attribute.type()
        : values.pick(ORDERED);
  }

  /** Returns the element type of an attribute type. */
  private String element(String type) {
    return switch (type) {
      case "S", "SS" -> "S";
      case "B", "BS" -> "B";
      case "NS" -> "N";
      default -> values.pick(ORDERED);
    };
  }

  /** Returns two bounds, the lower first. */
  private void between(String type, ArrayNode operands) {
    switch (type) {
      case "N" ->
          operands
              .add(Json.value("N", Integer.toString(random.nextInt(5) - 3)))
              .add(Json.value("N", Integer.toString(2 + random.nextInt(9))));
      case "S" ->
          operands
              .add(Json.value("S", values.pick(List.of("1", "a", "ab"))))
              .add(Json.value("S", values.pick(List.of("abc", "b", "zz"))));
      default -> operands.add(Json.value("B", "AA==")).add(Json.value("B", "AQID"));
    }
  }

  /** Returns the key conditions for a table or an index. */
  ObjectNode keyConditions(List<TestTable.Key> keys) {
    ObjectNode conditions = Json.object();
    TestTable.Key partition = keys.get(0);
    comparison(conditions, partition, "EQ").add(values.key(partition.type()));
    if (keys.size() > 1 && values.chance(55)) {
      TestTable.Key sort = keys.get(1);
      String operator = values.pick(SORT_KEY_OPERATORS);
      if (operator.equals("BEGINS_WITH") && sort.type().equals("N")) {
        operator = "GT";
      }
      ArrayNode operands = comparison(conditions, sort, operator);
      if (operator.equals("BETWEEN")) {
        between(sort.type(), operands);
      } else {
        operands.add(values.key(sort.type()));
      }
    }
    return conditions;
  }

  private static ArrayNode comparison(ObjectNode conditions, TestTable.Key key, String operator) {
    ObjectNode condition = conditions.putObject(key.name()).put("ComparisonOperator", operator);
    return condition.putArray("AttributeValueList");
  }
}
