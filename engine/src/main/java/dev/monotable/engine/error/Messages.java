package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What AWS says of requests as a whole, of keys, items, tables and transactions. Texts on
 * expressions are in {@link ExpressionMessages}, those on constraints of the model in {@link
 * ConstraintMessages}. Spelling and spacing are AWS's own, slips included.
 */
public final class Messages {
  public static final String CONDITION_FAILED = "The conditional request failed";
  public static final String TABLE_NOT_FOUND = "Requested resource not found";

  public static final String KEY_DOES_NOT_FIT =
      "The provided key element does not match the schema";
  public static final String ITEM_TOO_LARGE = "Item size has exceeded the maximum allowed size";
  public static final String UPDATED_ITEM_TOO_LARGE =
      "Item size to update has exceeded the maximum allowed size";
  public static final String ITEM_COLLECTION_TOO_LARGE =
      "Item collection size limit of 10 GB exceeded";

  /** API_TransactionCanceledException, whose texts all end with a stop that the service omits. */
  public static final String ITEM_COLLECTION_TOO_LARGE_IN_TRANSACTION = "Collection size exceeded";

  public static final String PARTITION_KEY_TOO_LONG =
      "One or more parameter values were invalid: "
          + "Size of hashkey has exceeded the maximum size limit of2048 bytes";
  public static final String SORT_KEY_TOO_LONG =
      "One or more parameter values were invalid: "
          + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";
  public static final String PUT_RETURN_VALUES = "ReturnValues can only be ALL_OLD or NONE";
  public static final String UPDATED_INDEX_KEY_TYPE =
      "The update expression attempted to update the secondary index key to unsupported type";

  /** In the list of reasons on the AWS page API_TransactWriteItems.html. */
  public static final String UPDATED_INDEX_KEY_TOO_LONG =
      "The update expression attempted to update the secondary index key beyond allowed size limits";

  public static final String START_KEY_INVALID = "The provided starting key is invalid";
  public static final String START_KEY_OUTSIDE =
      "The provided starting key is outside query boundaries based on provided conditions";
  public static final String START_KEY_NOT_MATCHING =
      "The provided starting key does not match the range key predicate";
  public static final String START_KEY_AT_MOST_ONE =
      "The query can return at most one row and cannot be restarted";
  public static final String CONSISTENT_GLOBAL_READ =
      "Consistent reads are not supported on global secondary indexes";
  public static final String SEGMENT_WITHOUT_TOTAL =
      "The TotalSegments parameter is required but was not present in the request when Segment "
          + "parameter is present";
  public static final String TOTAL_WITHOUT_SEGMENT =
      "The Segment parameter is required but was not present in the request when parameter "
          + "TotalSegments is present";
  public static final String QUERY_WITHOUT_CONDITION =
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.";
  public static final String ALL_PROJECTED_WITHOUT_INDEX =
      "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName";
  public static final String SPECIFIC_WITHOUT_ATTRIBUTES =
      "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
          + "SPECIFIC_ATTRIBUTES";
  public static final String BATCH_DUPLICATES = "Provided list of item keys contains duplicates";
  public static final String BATCH_WRITE_REQUIRED =
      "The requestItems parameter is required for BatchWriteItem";
  public static final String BATCH_WRITE_TOO_MANY =
      "Too many items requested for the BatchWriteItem call";
  public static final String BATCH_WRITE_EMPTY_REQUEST =
      "Supplied AttributeValue has more than one datatypes set, "
          + "must contain exactly one of the supported datatypes";
  public static final String BATCH_GET_TOO_MANY =
      "Too many items requested for the BatchGetItem call";
  public static final String TRANSACTION_DUPLICATES =
      "Transaction request cannot include multiple operations on one item";
  public static final String TRANSACTION_ONE_ACTION =
      "TransactItems can only contain one of Check, Put, Update or Delete";
  public static final String TRANSACTION_TOO_LARGE =
      "The aggregated size of all items in the transaction exceeded its limit of 4 MB";
  public static final String TOKEN_MISMATCH =
      "Specified idempotent token was used with different request parameters within the "
          + "idempotency window";

  /** AWS page API_TransactWriteItems.html: the reasons of a cancellation. */
  public static final String TRANSACTION_CONFLICT = "Transaction is ongoing for the item";

  /** Quoted from AWS in aexhq/brain, pull request 58, as {@link #TOKEN_MISMATCH}. */
  public static final String TRANSACTION_IN_PROGRESS =
      "Transaction from previous request is still in progress";

  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String NOT_VALID = "One or more parameter values are not valid. ";

  private Messages() {}

  /** A key attribute is absent from an item to put. */
  public static String missingKey(String name) {
    return INVALID + "Missing the key " + name + " in the item";
  }

  /** A key attribute of an item to put has another type than the table's definition says. */
  public static String keyTypeMismatch(String name, AttributeType expected, AttributeType actual) {
    return INVALID
        + "Type mismatch for key "
        + name
        + " expected: "
        + expected
        + " actual: "
        + actual;
  }

  /** A key attribute is an empty string or binary. */
  public static String emptyKey(String name, AttributeType type) {
    return NOT_VALID
        + "The AttributeValue for a key attribute cannot contain an empty "
        + (type == AttributeType.B ? "binary" : "string")
        + " value. Key: "
        + name;
  }

  /**
   * Whether a message is about an empty key, of a table or of an index: those end a transaction as
   * a whole (paritysuite/dynamodb-conformance {@code
   * tests/tier3/error-messages/transactIndexKeys}).
   */
  public static boolean isEmptyKey(@Nullable String message) {
    return message != null && message.startsWith(NOT_VALID);
  }

  /** An operation that AWS has and this emulator has not. */
  public static String notYetSupported(String operation) {
    return "Monotable does not support the operation " + operation + " yet";
  }

  /** An index key attribute of an item to put has another type than the definition says. */
  public static String indexKeyTypeMismatch(
      String name, AttributeType expected, AttributeType actual, String index) {
    return INVALID
        + "Type mismatch for Index Key "
        + name
        + " Expected: "
        + expected
        + " Actual: "
        + actual
        + " IndexName: "
        + index;
  }

  /** An index key attribute of an item to put is an empty string or binary. */
  public static String emptyIndexKey(String name, AttributeType type, String index) {
    return NOT_VALID
        + "A value specified for a secondary index key is not supported. "
        + "The AttributeValue for a key attribute cannot contain an empty "
        + (type == AttributeType.B ? "binary" : "string")
        + " value. IndexName: "
        + index
        + ", IndexKey: "
        + name;
  }

  /**
   * UpdateItem makes an index key attribute an empty string or binary
   * (paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/indexKeyValues}).
   */
  public static String updatedIndexKeyEmpty(AttributeType type) {
    return NOT_VALID
        + "The update expression attempted to update a secondary index key to a value that is not"
        + " supported. The AttributeValue for a key attribute cannot contain an empty "
        + (type == AttributeType.B ? "binary" : "string")
        + " value.";
  }

  /** UpdateItem writes an attribute of the primary key. */
  public static String updatedKey(String name) {
    return INVALID + "Cannot update attribute " + name + ". This attribute is part of the key";
  }

  /** There is no such table, as DescribeTable and its like say it. */
  public static String tableNotFound(String name) {
    return TABLE_NOT_FOUND + ": Table: " + name + " not found";
  }

  /** Expressions beside the parameters that they replaced. */
  public static String bothKinds(List<String> legacy, List<String> expressions) {
    return "Can not use both expression and non-expression parameters in the same request: "
        + "Non-expression parameters: {"
        + String.join(", ", legacy)
        + "} Expression parameters: {"
        + String.join(", ", expressions)
        + "}";
  }

  /**
   * Names or values that nothing can use.
   *
   * @param absent such as {@code ConditionExpression is null}, or null
   */
  public static String substitutionsWithoutExpression(String parameter, @Nullable String absent) {
    return parameter
        + " can only be specified when using expressions"
        + (absent == null ? "" : ": " + absent);
  }

  /** There is no such index, as Query and Scan say it. */
  public static String indexNotFound(String name) {
    return "The table does not have the specified index: " + name;
  }

  /** An index that is still being made. */
  public static String indexBackfilling(String name) {
    return "Cannot read from backfilling global secondary index: " + name;
  }

  /** A Select that the index cannot serve. */
  public static String selectAllOnGlobalIndex(String index) {
    return INVALID
        + "Select type ALL_ATTRIBUTES is not supported for global secondary index "
        + index
        + " because its projection type is not ALL";
  }

  /** A projection asks a global index for what it does not hold. */
  public static String notProjected(String index, List<String> names) {
    return INVALID
        + "Global secondary index "
        + index
        + " does not project ["
        + String.join(", ", names)
        + "]";
  }

  /**
   * The filter of a read by key names what its index, global or local, does not hold.
   * (nubo-db/dynamodb-conformance {@code tests/tier3/error-messages/partiqlIndexQualifier}; of
   * Query, AppSync has been seen to pass it on.)
   */
  public static String filterNotProjected(String index, Collection<String> names) {
    return INVALID
        + "Secondary index "
        + index
        + " does not project one or more filter attributes: ["
        + String.join(", ", names)
        + "]";
  }

  /**
   * An ExclusiveStartKey of Query with a key attribute of another type: ExtendDB/extenddb pull
   * request 86, recorded in 2026; the classic edition is that of architect/dynalite {@code
   * test/query.js}.
   */
  public static String queryStartKeyOfOtherType(Edition edition) {
    return switch (edition) {
      case V2026_10 -> START_KEY_INVALID;
      case CLASSIC -> KEY_DOES_NOT_FIT;
    };
  }

  /** An ExclusiveStartKey that lies in another segment. */
  public static String startKeyOfOtherSegment(int total, int segment) {
    return START_KEY_INVALID
        + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
        + "TotalSegments: "
        + total
        + " Segment: "
        + segment;
  }

  /** Segment is not below TotalSegments. */
  public static String segmentOutOfRange(int segment, int total) {
    return "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
        + "Segment: "
        + segment
        + " is not less than TotalSegments: "
        + total;
  }

  /** Select and a projection contradict each other. */
  public static String selectWithProjection(String parameter, String select) {
    return "Cannot specify the "
        + parameter
        + " when choosing to get "
        + (select.equals("COUNT") ? "only the Count" : select);
  }

  /**
   * What Query says of Select beside a projection, and of Select without one: the newer edition
   * counts it, and does not in Scan (ExtendDB/extenddb {@code
   * tests/rust/src/wording_parity_validation.rs}, paritysuite/dynamodb-conformance pull request
   * 66).
   */
  public static String selectInQuery(String text, Edition edition) {
    return switch (edition) {
      case V2026_10 -> "1 validation error detected: " + text;
      case CLASSIC -> text;
    };
  }

  /**
   * More is sent to a transaction than it may write. scylladb/scylladb {@code
   * test/alternator/test_transact.py} asserts a part of the text; the whole, with its repetition,
   * is in the tests of a driver that runs against the service.
   */
  public static String transactionPayloadTooLarge(long bytes) {
    String text = "Transaction payload size cannot exceed 4MB. Payload Size: ";
    return text + ": " + text + bytes;
  }

  /** The message of a canceled transaction, with the codes of its reasons. */
  public static String transactionCanceled(List<String> codes) {
    return "Transaction cancelled, please refer cancellation reasons for specific reasons ["
        + String.join(", ", codes)
        + "]";
  }
}
