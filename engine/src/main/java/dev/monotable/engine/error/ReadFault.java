package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.EXCLUSIVE_START_KEY_INVALID;
import static dev.monotable.engine.error.Phrases.SEGMENT_OUT_OF_RANGE;
import static dev.monotable.engine.error.Phrases.START_KEY_INVALID;
import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;
import static dev.monotable.engine.error.Phrases.shown;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;
import java.util.List;

/** Faults of Query and Scan: of the index, Select, the segments and ExclusiveStartKey. */
public sealed interface ReadFault extends Fault {
  /** Faults without data. */
  enum Plain implements ReadFault {
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
            + "SPECIFIC_ATTRIBUTES");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** The table has no index with this name. */
  record NoSuchIndex(String name) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return "The table does not have the specified index: " + name;
    }
  }

  /** The index is being created. */
  record IndexBackfilling(String name) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return "Cannot read from backfilling global secondary index: " + name;
    }
  }

  /**
   * Select is ALL_ATTRIBUTES, and not all attributes are projected into the global secondary index.
   */
  record SelectAllOnGlobalIndex(String index) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "Select type ALL_ATTRIBUTES is not supported for global secondary index %s "
              + "because its projection type is not ALL",
          index);
    }
  }

  /** A projection names attributes that are not projected into the global secondary index. */
  record NotProjected(String index, List<String> names) implements ReadFault {
    public NotProjected {
      names = Echo.of(names);
    }

    @Override
    public String text(Wording wording) {
      return invalid(
          "Global secondary index %s does not project [%s]", index, String.join(", ", names));
    }
  }

  /**
   * The filter of a read by key names attributes that are not projected into its index, global or
   * local. Source: parity {@code tests/tier3/error-messages/partiqlIndexQualifier}; AppSync was
   * observed to return the message of a Query.
   */
  record FilterNotProjected(String index, List<String> names) implements ReadFault {
    public FilterNotProjected {
      names = Echo.of(names);
    }

    @Override
    public String text(Wording wording) {
      return invalid(
          "Secondary index %s does not project one or more filter attributes: [%s]",
          index, String.join(", ", names));
    }
  }

  /** An ExclusiveStartKey is in another segment. */
  record StartKeyOfOtherSegment(int total, int segment) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return START_KEY_INVALID
          + phrase(
              ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
                  + "TotalSegments: %s Segment: %s",
              total, segment);
    }
  }

  /**
   * A Query of a table without a sort key has an ExclusiveStartKey.
   *
   * @param value the value of the partition key in the ExclusiveStartKey
   */
  record StartKeyOfOneItem(String attribute, AttributeValue value) implements ReadFault {
    @Override
    public String text(Wording wording) {
      return EXCLUSIVE_START_KEY_INVALID
          + phrase(": ExclusiveStartKey: {%s=AttributeValue: %s}", attribute, shown(value));
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
