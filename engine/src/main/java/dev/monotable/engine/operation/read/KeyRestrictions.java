package dev.monotable.engine.operation.read;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes key conditions for observers. */
public final class KeyRestrictions {
  private KeyRestrictions() {}

  /** Returns a condition with the names of the key attributes. */
  static KeyRestriction of(KeyCondition condition, KeySchema keys) {
    List<KeyTerm> terms = new ArrayList<>(2);
    List<KeyAttribute> attributes = keys.attributes();
    int at = 0;
    for (AttributeValue value : condition.partition()) {
      terms.add(equal(attributes.get(at++), value));
    }
    for (AttributeValue value : condition.sortPrefix()) {
      terms.add(equal(attributes.get(at++), value));
    }
    if (condition.operator() != null) {
      AttributeValue low = Objects.requireNonNull(condition.low());
      Comparison comparison = comparison(condition.operator());
      terms.add(
          new KeyTerm(
              attributes.get(at).name(),
              comparison,
              comparison == Comparison.BETWEEN
                  ? List.of(low, Objects.requireNonNull(condition.high()))
                  : List.of(low)));
    }
    return new KeyRestriction(terms);
  }

  /** Returns the attributes that a condition compares with {@code =}, as an item. */
  static Item equalities(KeyCondition condition, KeySchema keys) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    List<KeyAttribute> attributes = keys.attributes();
    int at = 0;
    for (AttributeValue value : condition.partition()) {
      values.put(attributes.get(at++).name(), value);
    }
    for (AttributeValue value : condition.sortPrefix()) {
      values.put(attributes.get(at++).name(), value);
    }
    return Item.of(values);
  }

  private static KeyTerm equal(KeyAttribute attribute, AttributeValue value) {
    return new KeyTerm(attribute.name(), Comparison.EQUAL, List.of(value));
  }

  /** Returns the comparison of an operator; null stands for equality. */
  public static Comparison comparison(KeyCondition.@Nullable Operator operator) {
    if (operator == null) {
      return Comparison.EQUAL;
    }
    return switch (operator) {
      case LESS -> Comparison.LESS;
      case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
      case GREATER -> Comparison.GREATER;
      case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
      case BETWEEN -> Comparison.BETWEEN;
      case BEGINS_WITH -> Comparison.BEGINS_WITH;
    };
  }
}
