package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.Echo;
import java.util.List;

/**
 * Faults of the key conditions of a Query.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface KeyConditionFault extends Fault {
  /** Faults without data. */
  enum Plain implements KeyConditionFault {
    NESTED_OPERATION("KeyConditionExpressions cannot contain nested operations"),
    SEVERAL_NAMES(
        "Invalid condition in KeyConditionExpression: Multiple attribute names used in "
            + "one condition"),
    NESTED_ATTRIBUTE("KeyConditionExpressions cannot have conditions on nested attributes"),
    NO_ATTRIBUTE("Invalid condition in KeyConditionExpression: No key attribute specified"),
    TWO_CONDITIONS_ON_KEY("KeyConditionExpressions must only contain one condition per key"),
    CONDITION_TYPE_MISMATCH(invalid("Condition parameter type does not match schema type")),
    NOT_SUPPORTED("Query key condition not supported");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** A key condition uses an operator or function that is not allowed in key conditions. */
  record InvalidKeyOperator(String operator) implements KeyConditionFault {
    @Override
    public String text(Wording wording) {
      return "Invalid operator used in KeyConditionExpression: " + operator;
    }
  }

  /** The key attribute is not the first operand of BETWEEN or {@code begins_with}. */
  record KeyNotFirstOperand(String operator) implements KeyConditionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Invalid condition in KeyConditionExpression: %s operator must have the key "
              + "attribute as its first operand",
          operator);
    }
  }

  /** A key attribute that needs a condition has none. */
  record KeyAttributeMissed(String attribute) implements KeyConditionFault {
    @Override
    public String text(Wording wording) {
      return "Query condition missed key schema element: " + attribute;
    }
  }

  /**
   * Attributes of a multi-attribute partition key have no equality condition. The message is from
   * DynamoDB Local, whose {@link KeyGap} is the same as on AWS.
   */
  record KeyWithoutEquality(List<String> attributes) implements KeyConditionFault {
    public KeyWithoutEquality {
      attributes = Echo.of(attributes);
    }

    @Override
    public String text(Wording wording) {
      return phrase(
          "HASH key attributes %s must have equality conditions specified in the query",
          String.join(", ", attributes));
    }
  }

  /**
   * A sort key attribute has a condition, but an attribute before it has no equality condition.
   * Recorded for one attribute without an equality, in parity {@code
   * tests/tier1/query/multiAttributeGsiKey.test.ts}.
   */
  record KeyGap(List<String> withoutEquality, String attribute) implements KeyConditionFault {
    public KeyGap {
      withoutEquality = Echo.of(withoutEquality);
    }

    @Override
    public String text(Wording wording) {
      return phrase(
          "RANGE key attributes %s must have equality conditions specified in the query "
              + "because a condition is present on key attribute %s",
          String.join(", ", withoutEquality), attribute);
    }
  }

  /**
   * A KeyConditionExpression is invalid for any key. Source: parity,
   * aws-amplify/amplify-category-api pull request 3531: since 2026 the message has this prefix.
   */
  record InvalidKeyCondition(Fault problem) implements KeyConditionFault {
    @Override
    public String text(Wording wording) {
      return "Invalid KeyConditionExpression: " + wording.message(problem);
    }
  }

  /**
   * There are more conditions than key attributes. Source: parity {@code
   * tests/tier3/error-messages}.
   *
   * @param keys the number of key attributes of the table or index
   */
  record TooManyKeyConditions(int conditions, int keys) implements KeyConditionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "The number of query conditions (%s) exceeds the number of key attributes "
              + "defined in the schema (%s)",
          conditions, keys);
    }
  }
}
