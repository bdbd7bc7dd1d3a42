package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.EXCLUSIVE_START_KEY_INVALID;
import static dev.monotable.engine.error.Phrases.SEGMENT_OUT_OF_RANGE;
import static dev.monotable.engine.error.Phrases.START_KEY_INVALID;
import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.ValueFault;

/** Faults of Query and Scan: of the index, Select, the segments and ExclusiveStartKey. */
public sealed interface ReadFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements ReadFault, FaultText {
    START_KEY_INVALID(Phrases.START_KEY_INVALID),
    START_KEY_OUTSIDE(
        "The provided starting key is outside query boundaries based on provided conditions"),
    START_KEY_NOT_MATCHING("The provided starting key does not match the range key predicate"),
    START_KEY_AT_MOST_ONE("The query can return at most one row and cannot be restarted"),
    /** An ExclusiveStartKey is of another partition, and the table has no sort key. */
    START_KEY_OF_NO_SORT_KEY(EXCLUSIVE_START_KEY_INVALID),
    CONSISTENT_GLOBAL_READ("Consistent reads are not supported on global secondary indexes"),
    SEGMENT_WITHOUT_TOTAL(
        "The TotalSegments parameter is required but was not present in the request when "
            + "Segment parameter is present"),
    TOTAL_WITHOUT_SEGMENT(
        "The Segment parameter is required but was not present in the request when "
            + "parameter TotalSegments is present"),
    QUERY_WITHOUT_CONDITION(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified "
            + "in the request."),
    ALL_PROJECTED_WITHOUT_INDEX(
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"),
    SPECIFIC_WITHOUT_ATTRIBUTES(
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
            + "SPECIFIC_ATTRIBUTES"),
    /** The table has no index with this name. */
    NO_SUCH_INDEX("The table does not have the specified index: %s"),
    /** The index is being created. */
    INDEX_BACKFILLING("Cannot read from backfilling global secondary index: %s"),
    /**
     * Select is ALL_ATTRIBUTES, and not all attributes are projected into the global secondary
     * index.
     */
    SELECT_ALL_ON_GLOBAL_INDEX(
        invalid(
            "Select type ALL_ATTRIBUTES is not supported for global secondary index %s "
                + "because its projection type is not ALL")),
    /** A projection names attributes that are not projected into the global secondary index. */
    NOT_PROJECTED(invalid("Global secondary index %s does not project [%s]")),
    /**
     * The filter of a read by key names attributes that are not projected into its index, global or
     * local. Source: parity {@code tests/tier3/error-messages/partiqlIndexQualifier}; AppSync was
     * observed to return the message of a Query.
     */
    FILTER_NOT_PROJECTED(
        invalid("Secondary index %s does not project one or more filter attributes: [%s]")),
    /** An ExclusiveStartKey is in another segment. */
    START_KEY_OF_OTHER_SEGMENT(
        Phrases.START_KEY_INVALID
            + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
            + "TotalSegments: %s Segment: %s"),
    /** A Query of a table without a sort key has an ExclusiveStartKey. */
    START_KEY_OF_ONE_ITEM(
        EXCLUSIVE_START_KEY_INVALID + ": ExclusiveStartKey: {%s=AttributeValue: %s}");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** Segment is not less than TotalSegments. */
  record SegmentOutOfRange(int segment, int total) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return SEGMENT_OUT_OF_RANGE
          + phrase(": Segment: %s is not less than TotalSegments: %s", segment, total);
    }
  }

  /** Select and a projection contradict each other. */
  record SelectWithProjection(String parameter, String select) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Cannot specify the %s when choosing to get %s",
          parameter, select.equals("COUNT") ? "only the Count" : select);
    }
  }

  /**
   * An ExclusiveStartKey contains a value that is invalid in any item. AWS adds a prefix to some of
   * the messages only: dynalite {@code test/{query,scan}.js}.
   */
  record InvalidStartKeyValue(ValueFault value) implements ReadFault {
    @Override
    public String text(Wording wording) {
      boolean bare =
          switch (value.kind()) {
            case EMPTY_VALUE,
                SEVERAL_TYPES,
                NULL_FALSE,
                NULL_IN_SET,
                EMPTY_ATTRIBUTE_NAME,
                LONG_ATTRIBUTE_NAME ->
                false;
            case EMPTY_SET -> value.arguments().get(0).equals("NS");
            case NOT_A_NUMBER,
                NUMBER_TOO_PRECISE,
                NUMBER_OVERFLOW,
                NUMBER_UNDERFLOW,
                DUPLICATES_IN_SET,
                NESTING_TOO_DEEP ->
                true;
          };
      String text = wording.value(value);
      return bare ? text : START_KEY_INVALID + ": " + text;
    }
  }

  /**
   * An ExclusiveStartKey is not a valid key of the table.
   *
   * @param cause why the key is invalid
   */
  record InvalidStartKey(Fault cause) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return START_KEY_INVALID + ": " + wording.message(cause);
    }
  }
}
