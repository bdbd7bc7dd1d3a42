package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import java.util.List;

/** Faults of the key conditions of a Query. */
public sealed interface KeyConditionFault extends Fault {
  /** Faults without data. */
  enum Plain implements KeyConditionFault {
    NESTED_OPERATION,
    SEVERAL_NAMES,
    NESTED_ATTRIBUTE,
    NO_ATTRIBUTE,
    TWO_CONDITIONS_ON_KEY,
    CONDITION_TYPE_MISMATCH,
    NOT_SUPPORTED;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key condition uses an operator or function that is not allowed in key conditions. */
  record InvalidKeyOperator(String operator) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The key attribute is not the first operand of BETWEEN or {@code begins_with}. */
  record KeyNotFirstOperand(String operator) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key attribute that needs a condition has none. */
  record KeyAttributeMissed(String attribute) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
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
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A sort key attribute has a condition, but an attribute before it has no equality condition. */
  record KeyGap(List<String> withoutEquality, String attribute) implements KeyConditionFault {
    public KeyGap {
      withoutEquality = Echo.of(withoutEquality);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A KeyConditionExpression is invalid for any key. */
  record InvalidKeyCondition(Fault problem) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * There are more conditions than key attributes.
   *
   * @param keys the number of key attributes of the table or index
   */
  record TooManyKeyConditions(int conditions, int keys) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. Sources: <i>dynalite</i> is
   * architect/dynalite {@code test/query.js}, written against the live service; <i>conformance</i>
   * is nubo-db/dynamodb-conformance {@code tests/}, checked against the live service in 2026. The
   * source is dynalite unless noted otherwise.
   */
  interface KeyConditionWording {
    /** Returns the message for any fault. */
    String message(Fault fault);

    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case NESTED_OPERATION -> "KeyConditionExpressions cannot contain nested operations";
        case SEVERAL_NAMES ->
            "Invalid condition in KeyConditionExpression: Multiple attribute names used in one"
                + " condition";
        case NESTED_ATTRIBUTE ->
            "KeyConditionExpressions cannot have conditions on nested attributes";
        case NO_ATTRIBUTE ->
            "Invalid condition in KeyConditionExpression: No key attribute specified";
        case TWO_CONDITIONS_ON_KEY ->
            "KeyConditionExpressions must only contain one condition per key";
        case CONDITION_TYPE_MISMATCH ->
            (Phrases.INVALID + "Condition parameter type does not match schema type");
        case NOT_SUPPORTED -> "Query key condition not supported";
      };
    }

    default String text(InvalidKeyOperator fault) {
      return "Invalid operator used in KeyConditionExpression: " + fault.operator();
    }

    default String text(KeyNotFirstOperand fault) {
      return "Invalid condition in KeyConditionExpression: "
          + fault.operator()
          + " operator must have the key attribute as its first operand";
    }

    default String text(KeyAttributeMissed fault) {
      return "Query condition missed key schema element: " + fault.attribute();
    }

    default String text(KeyWithoutEquality fault) {
      return "HASH key attributes "
          + String.join(", ", fault.attributes())
          + " must have equality conditions specified in the query";
    }

    /**
     * Recorded for one attribute without an equality, in paritysuite/dynamodb-conformance {@code
     * tests/tier1/query/multiAttributeGsiKey.test.ts}.
     */
    default String text(KeyGap fault) {
      return "RANGE key attributes "
          + String.join(", ", fault.withoutEquality())
          + " must have equality conditions specified in the query because a condition is present on"
          + " key attribute "
          + fault.attribute();
    }

    /**
     * conformance, aws-amplify/amplify-category-api pull request 3531: since 2026 the message has
     * this prefix.
     */
    default String text(InvalidKeyCondition fault) {
      return "Invalid KeyConditionExpression: " + message(fault.problem());
    }

    /** conformance {@code tests/tier3/error-messages}. */
    default String text(TooManyKeyConditions fault) {
      return "The number of query conditions ("
          + fault.conditions()
          + ") exceeds the number of key attributes defined in the schema ("
          + fault.keys()
          + ')';
    }
  }
}
