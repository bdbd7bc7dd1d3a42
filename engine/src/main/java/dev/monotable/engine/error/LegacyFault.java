package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * Faults of the legacy parameters, which expressions replaced: AttributesToGet, AttributeUpdates,
 * ConditionalOperator, Expected, KeyConditions, QueryFilter and ScanFilter.
 */
public sealed interface LegacyFault extends Fault {
  /** Faults without data. */
  enum Plain implements LegacyFault {
    OPERATOR_WITHOUT_CONDITIONS,
    OPERATOR_FOR_ONE_CONDITION,
    OPERATOR_UNKNOWN,
    COMPARISON_UNKNOWN,
    ACTION_UNKNOWN,
    BOUNDS_REVERSED,
    NOT_INDEXABLE,
    UPDATE_TYPE_MISMATCH,
    MIXED_TYPES,
    NO_VALUE_TO_UPDATE,
    /** There is no key condition. Before June 2026 also: there are more than two. */
    KEY_CONDITION_COUNT;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An operator has too few or too many values. */
  record ArgumentCount(String operator) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An operator does not accept values of this type. */
  record ArgumentType(String operator, AttributeType type) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** AttributesToGet contains a name twice. */
  record DuplicateAttribute(String name) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Expected has both Value and AttributeValueList. */
  record ValueWithList(String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Expected has both Exists and ComparisonOperator. */
  record ExistsWithOperator(String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Expected has an operator without its values. */
  record OperatorWithoutValue(String operator, String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Expected has AttributeValueList without ComparisonOperator. */
  record ListWithoutOperator(String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A condition on existence lacks its value.
   *
   * @param exists true, or null if the request does not have Exists
   */
  record ExistsWithoutValue(@Nullable Boolean exists, String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Expected has a value for an attribute that must not exist. */
  record ValueOfAbsent(String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** DELETE of AttributeUpdates has a value that is not a set. */
  record DeleteType(AttributeType type) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** ADD of AttributeUpdates has a value that is not a number, a set or a list. */
  record AddType(AttributeType type) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** QueryFilter names a key attribute. */
  record QueryFilterOnKey(String attribute) implements LegacyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. Sources: <i>dynalite</i> is
   * architect/dynalite {@code test/{query,scan,updateItem,deleteItem,batchGetItem}.js}, written
   * against the live service; <i>extenddb</i> is ExtendDB/extenddb {@code
   * tests/test_conditional_operator.py} and <i>conformance</i> is nubo-db/dynamodb-conformance
   * {@code tests/tier3/error-messages}, both checked against the live service in 2026. The source
   * is dynalite unless noted otherwise.
   */
  interface LegacyWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        // extenddb.
        case OPERATOR_WITHOUT_CONDITIONS ->
            "ConditionalOperator cannot be used without Filter or Expected";
        // extenddb.
        case OPERATOR_FOR_ONE_CONDITION ->
            "ConditionalOperator can only be used when Filter or Expected has two or more elements";
        // nubo-db/dynoxide tests/single_item_write_envelopes, 2026-10-10.
        case COMPARISON_UNKNOWN -> Phrases.INVALID + "Invalid comparison operator";
        // AWS's own slip: nubo-db/dynoxide tests/legacy_attribute_update_actions.
        case ACTION_UNKNOWN -> "Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action";
        // nubo-db/dynoxide tests/request_member_validation, 2026-10-09.
        case OPERATOR_UNKNOWN ->
            "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]";
        // dynalite.
        case BOUNDS_REVERSED ->
            "The BETWEEN condition was provided a range where the lower bound is greater than the upper"
                + " bound";
        // dynalite.
        case NOT_INDEXABLE -> "Attempted conditional constraint is not an indexable operation";
        // dynalite; also in the list of reasons on the AWS page API_TransactWriteItems.html.
        case UPDATE_TYPE_MISMATCH -> "Type mismatch for attribute to update";
        // dynalite.
        case MIXED_TYPES ->
            Phrases.INVALID + "AttributeValues inside AttributeValueList must be of same type";
        // dynalite.
        case NO_VALUE_TO_UPDATE ->
            Phrases.INVALID + "Only DELETE action is allowed when no attribute value is specified";
        case KEY_CONDITION_COUNT -> Phrases.KEY_CONDITION_COUNT;
      };
    }

    /** dynalite. */
    default String text(ArgumentCount fault) {
      return Phrases.INVALID
          + "Invalid number of argument(s) for the "
          + fault.operator()
          + " ComparisonOperator";
    }

    /** dynalite. */
    default String text(ArgumentType fault) {
      return Phrases.INVALID
          + "ComparisonOperator "
          + fault.operator()
          + " is not valid for "
          + fault.type()
          + " AttributeValue type";
    }

    /** dynalite. */
    default String text(DuplicateAttribute fault) {
      return Phrases.INVALID + "Duplicate value in attribute name: " + fault.name();
    }

    default String text(ValueWithList fault) {
      return Phrases.INVALID
          + "Value and AttributeValueList cannot be used together for Attribute: "
          + fault.attribute();
    }

    default String text(ExistsWithOperator fault) {
      return Phrases.INVALID
          + "Exists and ComparisonOperator cannot be used together for Attribute: "
          + fault.attribute();
    }

    default String text(OperatorWithoutValue fault) {
      return Phrases.INVALID
          + "Value or AttributeValueList must be used with ComparisonOperator: "
          + fault.operator()
          + " for Attribute: "
          + fault.attribute();
    }

    default String text(ListWithoutOperator fault) {
      return Phrases.INVALID
          + "AttributeValueList can only be used with a ComparisonOperator for Attribute: "
          + fault.attribute();
    }

    default String text(ExistsWithoutValue fault) {
      return Phrases.INVALID
          + "Value must be provided when Exists is "
          + fault.exists()
          + " for Attribute: "
          + fault.attribute();
    }

    default String text(ValueOfAbsent fault) {
      return Phrases.INVALID
          + "Value cannot be used when Exists is false for Attribute: "
          + fault.attribute();
    }

    default String text(DeleteType fault) {
      return Phrases.INVALID
          + "DELETE action with value is not supported for the type "
          + fault.type();
    }

    default String text(AddType fault) {
      return Phrases.INVALID + "ADD action is not supported for the type " + fault.type();
    }

    default String text(QueryFilterOnKey fault) {
      return "QueryFilter can only contain non-primary key attributes: Primary key attribute: "
          + fault.attribute();
    }
  }
}
