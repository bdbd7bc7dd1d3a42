package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

import dev.monotable.value.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * Faults of the legacy parameters, which expressions replaced: AttributesToGet, AttributeUpdates,
 * ConditionalOperator, Expected, KeyConditions, QueryFilter and ScanFilter.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface LegacyFault extends Fault {
  /** Faults without data. */
  enum Plain implements LegacyFault {
    // Source: extenddb.
    OPERATOR_WITHOUT_CONDITIONS("ConditionalOperator cannot be used without Filter or Expected"),
    // Source: extenddb.
    OPERATOR_FOR_ONE_CONDITION(
        "ConditionalOperator can only be used when Filter or Expected has two or more elements"),
    // Source: dynoxide tests/request_member_validation, 2026-10-09.
    OPERATOR_UNKNOWN("Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"),
    // Source: dynoxide tests/single_item_write_envelopes, 2026-10-10.
    COMPARISON_UNKNOWN(invalid("Invalid comparison operator")),
    // AWS's own slip: dynoxide tests/legacy_attribute_update_actions.
    ACTION_UNKNOWN("Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action"),
    BOUNDS_REVERSED(
        "The BETWEEN condition was provided a range where the lower bound is greater "
            + "than the upper bound"),
    NOT_INDEXABLE("Attempted conditional constraint is not an indexable operation"),
    // Source: dynalite; also in the list of reasons on the AWS page API_TransactWriteItems.html.
    UPDATE_TYPE_MISMATCH("Type mismatch for attribute to update"),
    MIXED_TYPES(invalid("AttributeValues inside AttributeValueList must be of same type")),
    NO_VALUE_TO_UPDATE(
        invalid("Only DELETE action is allowed when no attribute value is specified")),
    /** There is no key condition. Before June 2026 also: there are more than two. */
    KEY_CONDITION_COUNT("Conditions can be of length 1 or 2 only");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** An operator has too few or too many values. */
  record ArgumentCount(String operator) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid("Invalid number of argument(s) for the %s ComparisonOperator", operator);
    }
  }

  /** An operator does not accept values of this type. */
  record ArgumentType(String operator, AttributeType type) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "ComparisonOperator %s is not valid for %s AttributeValue type", operator, type);
    }
  }

  /** AttributesToGet contains a name twice. */
  record DuplicateAttribute(String name) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid("Duplicate value in attribute name: %s", name);
    }
  }

  /** Expected has both Value and AttributeValueList. */
  record ValueWithList(String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "Value and AttributeValueList cannot be used together for Attribute: %s", attribute);
    }
  }

  /** Expected has both Exists and ComparisonOperator. */
  record ExistsWithOperator(String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "Exists and ComparisonOperator cannot be used together for Attribute: %s", attribute);
    }
  }

  /** Expected has an operator without its values. */
  record OperatorWithoutValue(String operator, String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "Value or AttributeValueList must be used with ComparisonOperator: %s for Attribute: %s",
          operator, attribute);
    }
  }

  /** Expected has AttributeValueList without ComparisonOperator. */
  record ListWithoutOperator(String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "AttributeValueList can only be used with a ComparisonOperator for Attribute: %s",
          attribute);
    }
  }

  /**
   * A condition on existence lacks its value.
   *
   * @param exists true, or null if the request does not have Exists
   */
  record ExistsWithoutValue(@Nullable Boolean exists, String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "Value must be provided when Exists is %s for Attribute: %s", exists, attribute);
    }
  }

  /** Expected has a value for an attribute that must not exist. */
  record ValueOfAbsent(String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid("Value cannot be used when Exists is false for Attribute: %s", attribute);
    }
  }

  /** DELETE of AttributeUpdates has a value that is not a set. */
  record DeleteType(AttributeType type) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid("DELETE action with value is not supported for the type %s", type);
    }
  }

  /** ADD of AttributeUpdates has a value that is not a number, a set or a list. */
  record AddType(AttributeType type) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return invalid("ADD action is not supported for the type %s", type);
    }
  }

  /** QueryFilter names a key attribute. */
  record QueryFilterOnKey(String attribute) implements LegacyFault {
    @Override
    public String text(Wording wording) {
      return "QueryFilter can only contain non-primary key attributes: Primary key attribute: "
          + attribute;
    }
  }
}
