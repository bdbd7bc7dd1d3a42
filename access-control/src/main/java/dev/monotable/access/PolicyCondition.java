package dev.monotable.access;

import dev.monotable.text.FilePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One comparison in the condition of a statement.
 *
 * @param name the condition key as it is written
 * @param key the condition key in lower case
 * @param values the values in the policy
 * @param at the position of the key
 * @param operatorAt the position of the operator
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition.html">IAM
 *     JSON policy elements: Condition</a>
 */
record PolicyCondition(
    Comparator comparator,
    String name,
    String key,
    List<Operand> values,
    FilePosition at,
    FilePosition operatorAt) {

  /**
   * An operator with what is written around it.
   *
   * @param quantifier how the values of a key with several values are compared
   * @param ifExists whether the comparison holds for requests without the key
   * @param wire the operator as it is written
   */
  record Comparator(
      ConditionOperator operator, Quantifier quantifier, boolean ifExists, String wire) {}

  /** The way in which the values of a key with several values are compared. */
  enum Quantifier {
    /** The key has one value. */
    SINGLE(""),
    /** Each value of the request must match. */
    FOR_ALL_VALUES("ForAllValues"),
    /** One value of the request must match. */
    FOR_ANY_VALUE("ForAnyValue");

    private final String wire;

    Quantifier(String wire) {
      this.wire = wire;
    }

    /** Returns the name in policies; empty for a single value. */
    String wire() {
      return wire;
    }
  }

  /** A value in a policy, read as a text and, for the operators that compare ARNs, as an ARN. */
  record Operand(PolicyText text, ArnPattern arn) {
    static Operand of(String raw, boolean variables) {
      return new Operand(PolicyText.of(raw, variables), ArnPattern.of(raw, variables));
    }
  }

  PolicyCondition {
    values = List.copyOf(values);
  }

  ConditionOperator operator() {
    return comparator.operator();
  }

  Quantifier quantifier() {
    return comparator.quantifier();
  }

  /** Returns whether the condition holds for a request. */
  boolean holds(ContextKeys context) {
    ContextKeys.Value given = context.find(key);
    ConditionOperator operator = operator();
    if (operator == ConditionOperator.NULL) {
      String missing = given == null ? "true" : "false";
      for (Operand value : values) {
        if (missing.equalsIgnoreCase(value.text().raw())) {
          return true;
        }
      }
      return false;
    }
    return switch (quantifier()) {
      case FOR_ALL_VALUES -> forAll(given, context);
      case FOR_ANY_VALUE -> given == null ? comparator.ifExists() : forAny(given, context);
      case SINGLE -> {
        if (given == null) {
          yield comparator.ifExists() || operator.isNegated();
        }
        yield !given.several()
            && !given.values().isEmpty()
            && operator.test(given.values().get(0), values, context);
      }
    };
  }

  private boolean forAll(ContextKeys.@Nullable Value given, ContextKeys context) {
    if (given == null) {
      return true;
    }
    for (String value : given.values()) {
      if (!operator().test(value, values, context)) {
        return false;
      }
    }
    return true;
  }

  private boolean forAny(ContextKeys.Value given, ContextKeys context) {
    for (String value : given.values()) {
      if (operator().test(value, values, context)) {
        return true;
      }
    }
    return false;
  }
}
