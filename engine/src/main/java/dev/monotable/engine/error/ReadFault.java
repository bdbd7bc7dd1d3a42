package dev.monotable.engine.error;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;
import java.util.List;

/** Faults of Query and Scan: of the index, Select, the segments and ExclusiveStartKey. */
public sealed interface ReadFault extends Fault {
  /** Faults without data. */
  enum Plain implements ReadFault {
    START_KEY_INVALID,
    START_KEY_OUTSIDE,
    START_KEY_NOT_MATCHING,
    START_KEY_AT_MOST_ONE,
    /** An ExclusiveStartKey is of another partition, and the table has no sort key. */
    START_KEY_OF_NO_SORT_KEY,
    CONSISTENT_GLOBAL_READ,
    SEGMENT_WITHOUT_TOTAL,
    TOTAL_WITHOUT_SEGMENT,
    QUERY_WITHOUT_CONDITION,
    ALL_PROJECTED_WITHOUT_INDEX,
    SPECIFIC_WITHOUT_ATTRIBUTES;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The table has no index with this name. */
  record NoSuchIndex(String name) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The index is being created. */
  record IndexBackfilling(String name) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * Select is ALL_ATTRIBUTES, and not all attributes are projected into the global secondary index.
   */
  record SelectAllOnGlobalIndex(String index) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A projection names attributes that are not projected into the global secondary index. */
  record NotProjected(String index, List<String> names) implements ReadFault {
    public NotProjected {
      names = Echo.of(names);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * The filter of a read by key names attributes that are not projected into its index, global or
   * local.
   */
  record FilterNotProjected(String index, List<String> names) implements ReadFault {
    public FilterNotProjected {
      names = Echo.of(names);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An ExclusiveStartKey is in another segment. */
  record StartKeyOfOtherSegment(int total, int segment) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A Query of a table without a sort key has an ExclusiveStartKey.
   *
   * @param value the value of the partition key in the ExclusiveStartKey
   */
  record StartKeyOfOneItem(String attribute, AttributeValue value) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Segment is not less than TotalSegments. */
  record SegmentOutOfRange(int segment, int total) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Select and a projection contradict each other. */
  record SelectWithProjection(String parameter, String select) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An ExclusiveStartKey contains a value that is invalid in any item. */
  record InvalidStartKeyValue(ValueFault value) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * An ExclusiveStartKey is not a valid key of the table.
   *
   * @param cause why the key is invalid
   */
  record InvalidStartKey(Fault cause) implements ReadFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** AWS's messages for these faults since October 2026. */
  interface ReadWording extends ItemFault.ItemWording {
    /** Returns the message for any fault. */
    String message(Fault fault);

    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case START_KEY_INVALID -> Phrases.START_KEY_INVALID;
        case START_KEY_OUTSIDE ->
            "The provided starting key is outside query boundaries based on provided conditions";
        case START_KEY_NOT_MATCHING ->
            "The provided starting key does not match the range key predicate";
        case START_KEY_AT_MOST_ONE ->
            "The query can return at most one row and cannot be restarted";
        case START_KEY_OF_NO_SORT_KEY -> Phrases.EXCLUSIVE_START_KEY_INVALID;
        case CONSISTENT_GLOBAL_READ ->
            "Consistent reads are not supported on global secondary indexes";
        case SEGMENT_WITHOUT_TOTAL ->
            "The TotalSegments parameter is required but was not present in the request when Segment "
                + "parameter is present";
        case TOTAL_WITHOUT_SEGMENT ->
            "The Segment parameter is required but was not present in the request when parameter "
                + "TotalSegments is present";
        case QUERY_WITHOUT_CONDITION ->
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.";
        case ALL_PROJECTED_WITHOUT_INDEX ->
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName";
        case SPECIFIC_WITHOUT_ATTRIBUTES ->
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
                + "SPECIFIC_ATTRIBUTES";
      };
    }

    default String text(NoSuchIndex fault) {
      return "The table does not have the specified index: " + fault.name();
    }

    default String text(IndexBackfilling fault) {
      return "Cannot read from backfilling global secondary index: " + fault.name();
    }

    default String text(SelectAllOnGlobalIndex fault) {
      return Phrases.INVALID
          + "Select type ALL_ATTRIBUTES is not supported for global secondary index "
          + fault.index()
          + " because its projection type is not ALL";
    }

    default String text(NotProjected fault) {
      return Phrases.INVALID
          + "Global secondary index "
          + fault.index()
          + " does not project ["
          + String.join(", ", fault.names())
          + "]";
    }

    /**
     * nubo-db/dynamodb-conformance {@code tests/tier3/error-messages/partiqlIndexQualifier};
     * AppSync was observed to return the message of a Query.
     */
    default String text(FilterNotProjected fault) {
      return Phrases.INVALID
          + "Secondary index "
          + fault.index()
          + " does not project one or more filter attributes: ["
          + String.join(", ", fault.names())
          + "]";
    }

    default String text(StartKeyOfOtherSegment fault) {
      return Phrases.START_KEY_INVALID
          + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
          + "TotalSegments: "
          + fault.total()
          + " Segment: "
          + fault.segment();
    }

    default String text(StartKeyOfOneItem fault) {
      return Phrases.EXCLUSIVE_START_KEY_INVALID
          + ": ExclusiveStartKey: {"
          + fault.attribute()
          + "=AttributeValue: "
          + Phrases.shown(fault.value())
          + '}';
    }

    default String text(SegmentOutOfRange fault) {
      return Phrases.SEGMENT_OUT_OF_RANGE
          + ": Segment: "
          + fault.segment()
          + " is not less than TotalSegments: "
          + fault.total();
    }

    default String text(SelectWithProjection fault) {
      return "Cannot specify the "
          + fault.parameter()
          + " when choosing to get "
          + (fault.select().equals("COUNT") ? "only the Count" : fault.select());
    }

    /**
     * AWS adds a prefix to some of the messages only: architect/dynalite {@code
     * test/{query,scan}.js}.
     */
    default String text(InvalidStartKeyValue fault) {
      ValueFault value = fault.value();
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
      String text = value(value);
      return bare ? text : Phrases.START_KEY_INVALID + ": " + text;
    }

    default String text(InvalidStartKey fault) {
      return Phrases.START_KEY_INVALID + ": " + message(fault.cause());
    }
  }
}
