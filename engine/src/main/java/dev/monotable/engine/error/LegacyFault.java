package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

/**
 * Faults of the legacy parameters, which expressions replaced: AttributesToGet, AttributeUpdates,
 * ConditionalOperator, Expected, KeyConditions, QueryFilter and ScanFilter.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface LegacyFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements LegacyFault, FaultText {
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
    KEY_CONDITION_COUNT("Conditions can be of length 1 or 2 only"),
    /** An operator has too few or too many values. */
    ARGUMENT_COUNT(invalid("Invalid number of argument(s) for the %s ComparisonOperator")),
    /** An operator does not accept values of this type. */
    ARGUMENT_TYPE(invalid("ComparisonOperator %s is not valid for %s AttributeValue type")),
    /** AttributesToGet contains a name twice. */
    DUPLICATE_ATTRIBUTE(invalid("Duplicate value in attribute name: %s")),
    /** Expected has both Value and AttributeValueList. */
    VALUE_WITH_LIST(
        invalid("Value and AttributeValueList cannot be used together for Attribute: %s")),
    /** Expected has both Exists and ComparisonOperator. */
    EXISTS_WITH_OPERATOR(
        invalid("Exists and ComparisonOperator cannot be used together for Attribute: %s")),
    /** Expected has an operator without its values. */
    OPERATOR_WITHOUT_VALUE(
        invalid(
            "Value or AttributeValueList must be used with ComparisonOperator: %s for Attribute: %s")),
    /** Expected has AttributeValueList without ComparisonOperator. */
    LIST_WITHOUT_OPERATOR(
        invalid("AttributeValueList can only be used with a ComparisonOperator for Attribute: %s")),
    /** Expected has a value for an attribute that must not exist. */
    VALUE_OF_ABSENT(invalid("Value cannot be used when Exists is false for Attribute: %s")),
    /** DELETE of AttributeUpdates has a value that is not a set. */
    DELETE_TYPE(invalid("DELETE action with value is not supported for the type %s")),
    /** ADD of AttributeUpdates has a value that is not a number, a set or a list. */
    ADD_TYPE(invalid("ADD action is not supported for the type %s")),
    /** QueryFilter names a key attribute. */
    QUERY_FILTER_ON_KEY(
        "QueryFilter can only contain non-primary key attributes: Primary key attribute: %s"),
    /** A condition on existence lacks its value. */
    EXISTS_WITHOUT_VALUE(invalid("Value must be provided when Exists is %s for Attribute: %s"));

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
