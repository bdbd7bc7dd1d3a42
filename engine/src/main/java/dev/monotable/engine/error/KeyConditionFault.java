package dev.monotable.engine.error;

import java.util.List;

/** What can be wrong with the key conditions of a Query. */
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

  /** A key condition uses an operator or function that no key condition may use. */
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

  /** There is no condition on a key attribute that needs one. */
  record KeyAttributeMissed(String attribute) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Of a key of several attributes; as DynamoDB Local, whose {@link KeyGap} is that of AWS. */
  record KeyWithoutEquality(List<String> attributes) implements KeyConditionFault {
    public KeyWithoutEquality {
      attributes = List.copyOf(attributes);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** There is a condition on a sort key attribute, and no equality on one before it. */
  record KeyGap(List<String> withoutEquality, String attribute) implements KeyConditionFault {
    public KeyGap {
      withoutEquality = List.copyOf(withoutEquality);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A KeyConditionExpression is no condition on any key. */
  record InvalidKeyCondition(Fault problem) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * There are more conditions than key attributes.
   *
   * @param keys the key attributes of the table or index
   */
  record TooManyKeyConditions(int conditions, int keys) implements KeyConditionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * The service's texts on these faults since October 2026. <i>dynalite</i> is architect/dynalite
   * {@code test/query.js}, written against the live service; <i>conformance</i> is nubo-
   * db/dynamodb-conformance {@code tests/}, checked against the live service in 2026. Where nothing
   * else is noted: dynalite.
   */
  interface KeyConditionWording {
    /** The text on any fault. */
    String message(Fault fault);

    /** The text on a fault without data. */
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
     * conformance, aws-amplify/amplify-category-api pull request 3531: in 2026 the texts stand in
     * this frame.
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
