package dev.monotable.engine.operation.legacy;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.model.AttributeValueUpdate;
import dev.monotable.model.Condition;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Expresses legacy parameters as the expressions that replaced them, for observers. */
public final class LegacyText {
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  private LegacyText() {}

  /** Returns AttributesToGet as a projection; null for null. */
  public static @Nullable ExpressionText projection(@Nullable List<String> attributesToGet) {
    if (attributesToGet == null) {
      return null;
    }
    LegacyText text = new LegacyText();
    List<String> parts = new ArrayList<>();
    for (String attribute : attributesToGet) {
      parts.add(text.name(attribute));
    }
    return text.of(String.join(", ", parts));
  }

  /** Returns QueryFilter or ScanFilter as a filter; null for null. */
  public static @Nullable ExpressionText filter(
      @Nullable Map<String, Condition> filter, @Nullable String conditionalOperator) {
    if (filter == null) {
      return null;
    }
    LegacyText text = new LegacyText();
    List<String> parts = new ArrayList<>();
    filter.forEach(
        (attribute, condition) ->
            parts.add(
                text.condition(
                    attribute, condition.comparisonOperator(), condition.attributeValueList())));
    return text.of(joined(parts, conditionalOperator));
  }

  /** Returns Expected as a condition; null for null. */
  public static @Nullable ExpressionText expected(
      @Nullable Map<String, ExpectedAttributeValue> expected,
      @Nullable String conditionalOperator) {
    if (expected == null) {
      return null;
    }
    LegacyText text = new LegacyText();
    List<String> parts = new ArrayList<>();
    expected.forEach((attribute, expectation) -> parts.add(text.condition(attribute, expectation)));
    return text.of(joined(parts, conditionalOperator));
  }

  /** Returns AttributeUpdates as an update; null for null. */
  public static @Nullable ExpressionText updates(
      @Nullable Map<String, AttributeValueUpdate> updates) {
    if (updates == null) {
      return null;
    }
    LegacyText text = new LegacyText();
    List<String> parts = new ArrayList<>();
    updates.forEach((attribute, update) -> parts.add(text.update(attribute, update)));
    return text.of(String.join(" ", parts));
  }

  private ExpressionText of(String text) {
    return new ExpressionText(text, names, Item.of(values));
  }

  private static String joined(List<String> conditions, @Nullable String conditionalOperator) {
    return String.join("OR".equals(conditionalOperator) ? " OR " : " AND ", conditions);
  }

  private String name(String attribute) {
    String placeholder = "#" + names.size();
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String value(AttributeValue value) {
    String placeholder = ":" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  private String update(String attribute, AttributeValueUpdate update) {
    String name = name(attribute);
    AttributeValue value = update.value();
    if (value == null) {
      return "REMOVE " + name;
    }
    String action = update.action();
    return "ADD".equals(action) || "DELETE".equals(action)
        ? action + " " + name + " " + value(value)
        : "SET " + name + " = " + value(value);
  }

  private String condition(String attribute, ExpectedAttributeValue expectation) {
    if (expectation.comparisonOperator() != null) {
      return condition(
          attribute, expectation.comparisonOperator(), expectation.attributeValueList());
    }
    return expectation.value() == null
        ? condition(attribute, "NULL", null)
        : condition(attribute, "EQ", List.of(expectation.value()));
  }

  private String condition(
      String attribute, String operator, @Nullable List<AttributeValue> arguments) {
    String name = name(attribute);
    List<String> operands = new ArrayList<>();
    if (arguments != null) {
      for (AttributeValue argument : arguments) {
        operands.add(value(argument));
      }
    }
    String all = String.join(", ", operands);
    return switch (operator) {
      case "EQ" -> name + " = " + all;
      case "NE" -> name + " <> " + all;
      case "LT" -> name + " < " + all;
      case "LE" -> name + " <= " + all;
      case "GT" -> name + " > " + all;
      case "GE" -> name + " >= " + all;
      case "IN" -> name + " IN (" + all + ")";
      case "BETWEEN" -> name + " BETWEEN " + String.join(" AND ", operands);
      case "NULL" -> "attribute_not_exists(" + name + ")";
      case "NOT_NULL" -> "attribute_exists(" + name + ")";
      case "CONTAINS" -> "contains(" + name + ", " + all + ")";
      case "NOT_CONTAINS" -> "NOT contains(" + name + ", " + all + ")";
      case "BEGINS_WITH" -> "begins_with(" + name + ", " + all + ")";
      default -> operator + "(" + name + ", " + all + ")";
    };
  }
}
