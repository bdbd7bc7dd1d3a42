package dev.monotable.engine.error;

import java.util.List;

/**
 * What AWS says of the definition of tables and indexes. Where nothing else is noted, as
 * architect/dynalite recorded it from the service ({@code validations/createTable.js}, {@code
 * validations/updateTable.js}).
 */
public final class TableMessages {
  private static final String INVALID = "One or more parameter values were invalid: ";

  public static final String UNITS_WITH_PAY_PER_REQUEST =
      INVALID
          + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
          + "PAY_PER_REQUEST";
  public static final String UNITS_REQUIRED =
      INVALID
          + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
          + "PROVISIONED";
  public static final String KEY_WITHOUT_DEFINITION =
      "Invalid KeySchema: Some index key attribute have no definition";
  public static final String SAME_NAME_TWICE =
      "Both the Hash Key and the Range Key element in the KeySchema have the same name";
  public static final String FIRST_NOT_HASH =
      "Invalid KeySchema: The first KeySchemaElement is not a HASH key type";
  public static final String SECOND_NOT_RANGE =
      "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type";
  public static final String DEFINITION_COUNT =
      INVALID
          + "Number of attributes in KeySchema does not exactly match number of attributes defined "
          + "in AttributeDefinitions";
  public static final String LOCAL_WITHOUT_RANGE =
      INVALID
          + "Table KeySchema does not have a range key, which is required when specifying a "
          + "LocalSecondaryIndex";
  public static final String DELETION_PROTECTED =
      "Resource cannot be deleted as it is currently protected against deletion. "
          + "Disable deletion protection first.";
  public static final String NOTHING_TO_UPDATE =
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
          + "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required";
  public static final String INDEX_UPDATE_EMPTY =
      INVALID
          + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
          + "GlobalSecondaryIndexUpdate.Delete must not be null";
  public static final String INDEX_EXISTS = "Attempting to create an index which already exists";
  public static final String ONE_INDEX_AT_A_TIME =
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
          + "table";
  public static final String STREAM_VIEW_REQUIRED =
      INVALID + "StreamViewType must be specified when StreamEnabled is true";
  public static final String STREAM_VIEW_FORBIDDEN =
      INVALID + "StreamViewType must not be specified when StreamEnabled is false";

  /** [ack] DDB-TABLE-050, as the next. */
  public static final String UPDATED_STREAM_VIEW_REQUIRED =
      INVALID + "If stream is being enabled then UpdateViewType is required";

  public static final String UPDATED_STREAM_VIEW_FORBIDDEN =
      INVALID + "If stream is being disabled, then UpdateViewType must not be specified";
  public static final String TTL_ENABLED = "TimeToLive is already enabled";
  public static final String TTL_DISABLED = "TimeToLive is already disabled";
  public static final String TTL_CHANGED_TOO_OFTEN =
      "Time to live has been modified multiple times within a fixed interval";

  private TableMessages() {}

  /** More capacity than can be asked for. */
  public static String unitsOutOfBounds(long value, String member) {
    return "Given value " + value + " for " + member + " is out of bounds";
  }

  /** Key attributes that no definition names. */
  public static String keysNotDefined(List<String> keys, List<String> definitions) {
    return INVALID
        + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
        + keys
        + ", AttributeDefinitions: "
        + definitions;
  }

  /** Definitions of attributes that are part of no key. */
  public static String definitionsNotUsed(List<String> definitions, List<String> keys) {
    return INVALID
        + "Some AttributeDefinitions are not used. AttributeDefinitions: "
        + definitions
        + ", keys used: "
        + keys;
  }

  /** Two definitions of one attribute. */
  public static String duplicateDefinition(String name) {
    return INVALID + "Duplicate AttributeName in AttributeDefinitions: " + name;
  }

  /** A list of indexes with nothing in it. */
  public static String noIndexes(String member) {
    return INVALID + "List of " + member + " is empty";
  }

  /** A local index without a sort key. */
  public static String localIndexWithoutRange(String index) {
    return INVALID + "Index KeySchema does not have a range key for index: " + index;
  }

  /** A local index with another partition key than the table's. */
  public static String localIndexOtherHash(String index, String indexHash, String tableHash) {
    return INVALID
        + "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
        + index
        + ". index hash key: "
        + indexHash
        + ", table hash key: "
        + tableHash;
  }

  /** A projection of no known type. */
  public static String unknownProjection(String type) {
    return INVALID + "Unknown ProjectionType: " + type;
  }

  /** Attributes beside a projection that takes none. */
  public static String attributesNotForProjection(String type) {
    return INVALID + "ProjectionType is " + type + ", but NonKeyAttributes is specified";
  }

  /** INCLUDE without attributes. */
  public static String attributesForProjectionMissing() {
    return INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified";
  }

  /** Two indexes of one name. */
  public static String duplicateIndex(String name) {
    return INVALID + "Duplicate index name: " + name;
  }

  /** More local indexes than a table may have. */
  public static String tooManyLocalIndexes(int limit) {
    return INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of " + limit;
  }

  /** More global indexes than a table may have. */
  public static String tooManyGlobalIndexes(int limit) {
    return INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of " + limit;
  }

  /** Throughput of an index of a table that pays by request. */
  public static String indexUnitsWithPayPerRequest(String index) {
    return INVALID
        + "ProvisionedThroughput should not be specified for index: "
        + index
        + " when BillingMode is PAY_PER_REQUEST";
  }

  /** An index of a provisioned table without throughput. */
  public static String indexUnitsRequired(String index) {
    return INVALID + "ProvisionedThroughput must be specified for index: " + index;
  }

  /** Two changes of one index in a request. */
  public static String indexUpdatedTwice(String index) {
    return INVALID
        + "Only one global secondary index update per index is allowed simultaneously. Index: "
        + index;
  }

  /** CreateTable of a name that is taken. */
  public static String tableExists(String name) {
    return "Table already exists: " + name;
  }

  /** A change of a table that is not ready for one. */
  public static String tableInUse(String name) {
    return "Attempt to change a resource which is still in use: Table is being updated: " + name;
  }

  /** A stream is to be turned on where one is. */
  public static String streamEnabled(String table) {
    return "Table already has an enabled stream: TableName: " + table;
  }

  /** A stream is to be turned off where none is. */
  public static String streamDisabled(String table) {
    return "Table has no stream to disable: TableName: " + table;
  }

  /** TTL is to be turned off by the name of another attribute. */
  public static String ttlOtherAttribute(String current) {
    return "TimeToLive is active on a different AttributeName: current AttributeName is " + current;
  }

  /** Throughput is to become what it is. */
  public static String sameThroughput(long read, long newRead, long write, long newWrite) {
    return "The provisioned throughput for the table will not change. The requested value equals "
        + "the current value. Current ReadCapacityUnits provisioned for the table: "
        + read
        + ". Requested ReadCapacityUnits: "
        + newRead
        + ". Current WriteCapacityUnits provisioned for the table: "
        + write
        + ". Requested WriteCapacityUnits: "
        + newWrite
        + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
        + "higher limits.";
  }

  /** A resource that tags are asked of, and that is not there. */
  public static String resourceNotFound(String arn) {
    return "Requested resource not found: ResourcArn: " + arn + " not found";
  }

  /** A tag without a key, or with one of no length or too long: [ack] tag_empty_entry. */
  public static final String TAG_KEY_INVALID = "The Tag Key provided is invalid";

  /** A tag without a value, or with one too long: [ack] tag_key_only. */
  public static final String TAG_VALUE_INVALID = "The Tag Value provided is invalid";

  /** A request about tags that names no resource: architect/dynalite, listTagsOfResource. */
  public static final String NO_ARN = "Invalid TableArn";

  /** An ARN that is none. */
  public static String invalidArn(String arn) {
    return "Invalid TableArn: Invalid ResourceArn provided as input " + arn;
  }

  /** More tags than a table may have. */
  public static String tooManyTags(int limit) {
    return INVALID + "Too many tags: the limit is " + limit;
  }
}
