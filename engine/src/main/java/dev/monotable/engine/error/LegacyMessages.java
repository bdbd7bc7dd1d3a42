package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * Every text that AWS says of the parameters that are older than expressions: AttributesToGet,
 * AttributeUpdates, ConditionalOperator, Expected, KeyConditions, QueryFilter and ScanFilter.
 *
 * <p>Where a text comes from is said beside it: <i>dynalite</i> is architect/dynalite {@code
 * test/{query,scan,updateItem,deleteItem,batchGetItem}.js}, written against the live service
 * (classic); <i>extenddb</i> is ExtendDB/extenddb {@code tests/test_conditional_operator.py} and
 * <i>conformance</i> is nubo-db/dynamodb-conformance {@code tests/tier3/error-messages}, both
 * checked against the live service in 2026.
 */
public final class LegacyMessages {
  /** extenddb. */
  public static final String OPERATOR_WITHOUT_CONDITIONS =
      "ConditionalOperator cannot be used without Filter or Expected";

  /** extenddb. */
  public static final String OPERATOR_FOR_ONE_CONDITION =
      "ConditionalOperator can only be used when Filter or Expected has two or more elements";

  /** dynalite. */
  public static final String BOUNDS_REVERSED =
      "The BETWEEN condition was provided a range where the lower bound is greater than the upper"
          + " bound";

  /** dynalite. */
  public static final String NOT_INDEXABLE =
      "Attempted conditional constraint is not an indexable operation";

  /** dynalite; also in the list of reasons on the AWS page API_TransactWriteItems.html. */
  public static final String UPDATE_TYPE_MISMATCH = "Type mismatch for attribute to update";

  private static final String INVALID = "One or more parameter values were invalid: ";

  /** dynalite. */
  public static final String MIXED_TYPES =
      INVALID + "AttributeValues inside AttributeValueList must be of same type";

  /** dynalite. */
  public static final String NO_VALUE_TO_UPDATE =
      INVALID + "Only DELETE action is allowed when no attribute value is specified";

  private static final String KEY_CONDITION_COUNT = "Conditions can be of length 1 or 2 only";

  private LegacyMessages() {}

  /** dynalite. */
  public static String argumentCount(String operator) {
    return INVALID + "Invalid number of argument(s) for the " + operator + " ComparisonOperator";
  }

  /** dynalite. */
  public static String argumentType(String operator, AttributeType type) {
    return INVALID
        + "ComparisonOperator "
        + operator
        + " is not valid for "
        + type
        + " AttributeValue type";
  }

  /** dynalite. */
  public static String duplicateAttribute(String name) {
    return INVALID + "Duplicate value in attribute name: " + name;
  }

  // Expected. dynalite and conformance.

  public static String valueWithList(String attribute) {
    return INVALID
        + "Value and AttributeValueList cannot be used together for Attribute: "
        + attribute;
  }

  public static String existsWithOperator(String attribute) {
    return INVALID
        + "Exists and ComparisonOperator cannot be used together for Attribute: "
        + attribute;
  }

  public static String operatorWithoutValue(String operator, String attribute) {
    return INVALID
        + "Value or AttributeValueList must be used with ComparisonOperator: "
        + operator
        + " for Attribute: "
        + attribute;
  }

  public static String listWithoutOperator(String attribute) {
    return INVALID
        + "AttributeValueList can only be used with a ComparisonOperator for Attribute: "
        + attribute;
  }

  /**
   * A condition on existence lacks its value.
   *
   * @param exists true, or null where nothing was said
   */
  public static String existsWithoutValue(@Nullable Boolean exists, String attribute) {
    return INVALID
        + "Value must be provided when Exists is "
        + exists
        + " for Attribute: "
        + attribute;
  }

  public static String valueOfAbsent(String attribute) {
    return INVALID + "Value cannot be used when Exists is false for Attribute: " + attribute;
  }

  // AttributeUpdates. dynalite.

  public static String deleteType(AttributeType type) {
    return INVALID + "DELETE action with value is not supported for the type " + type;
  }

  public static String addType(AttributeType type) {
    return INVALID + "ADD action is not supported for the type " + type;
  }

  // Query. dynalite.

  public static String filterOnKey(String attribute) {
    return "QueryFilter can only contain non-primary key attributes: Primary key attribute: "
        + attribute;
  }

  /**
   * What is wrong with the number of KeyConditions, whatever the key; null if nothing. Too many
   * conditions are counted against the key in the newer edition, since keys may have more than two
   * attributes: no recording shows the text for KeyConditions, that for expressions is used.
   */
  public static @Nullable String keyConditionCount(int count, Edition edition) {
    if (count == 0) {
      return KEY_CONDITION_COUNT;
    }
    return switch (edition) {
      case V2026_10 -> null;
      case CLASSIC -> count > 2 ? KEY_CONDITION_COUNT : null;
    };
  }
}
