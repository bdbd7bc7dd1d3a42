package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

/**
 * Faults of the key conditions of a Query.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface KeyConditionFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements KeyConditionFault, FaultText {
    NESTED_OPERATION("KeyConditionExpressions cannot contain nested operations"),
    SEVERAL_NAMES(
        "Invalid condition in KeyConditionExpression: Multiple attribute names used in "
            + "one condition"),
    NESTED_ATTRIBUTE("KeyConditionExpressions cannot have conditions on nested attributes"),
    NO_ATTRIBUTE("Invalid condition in KeyConditionExpression: No key attribute specified"),
    TWO_CONDITIONS_ON_KEY("KeyConditionExpressions must only contain one condition per key"),
    CONDITION_TYPE_MISMATCH(invalid("Condition parameter type does not match schema type")),
    NOT_SUPPORTED("Query key condition not supported"),
    /** A key condition uses an operator or function that is not allowed in key conditions. */
    INVALID_KEY_OPERATOR("Invalid operator used in KeyConditionExpression: %s"),
    /** The key attribute is not the first operand of BETWEEN or {@code begins_with}. */
    KEY_NOT_FIRST_OPERAND(
        "Invalid condition in KeyConditionExpression: %s operator must have the key "
            + "attribute as its first operand"),
    /** A key attribute that needs a condition has none. */
    KEY_ATTRIBUTE_MISSED("Query condition missed key schema element: %s"),
    /**
     * There are more conditions than key attributes. Source: parity {@code
     * tests/tier3/error-messages}.
     */
    TOO_MANY_KEY_CONDITIONS(
        "The number of query conditions (%s) exceeds the number of key attributes "
            + "defined in the schema (%s)"),
    /**
     * Attributes of a multi-attribute partition key have no equality condition. The message is from
     * DynamoDB Local, whose {@link #KEY_GAP} is the same as on AWS.
     */
    KEY_WITHOUT_EQUALITY(
        "HASH key attributes %s must have equality conditions specified in the query"),
    /**
     * A sort key attribute has a condition, but an attribute before it has no equality condition.
     * Recorded for one attribute without an equality, in parity {@code
     * tests/tier1/query/multiAttributeGsiKey.test.ts}.
     */
    KEY_GAP(
        "RANGE key attributes %s must have equality conditions specified in the query "
            + "because a condition is present on key attribute %s"),
    /**
     * A KeyConditionExpression is invalid for any key. Source: parity,
     * aws-amplify/amplify-category-api pull request 3531: since 2026 the message has this prefix.
     */
    INVALID_KEY_CONDITION("Invalid KeyConditionExpression: %s");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
