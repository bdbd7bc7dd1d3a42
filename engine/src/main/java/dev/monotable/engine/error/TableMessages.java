package dev.monotable.engine.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What AWS says of the definition of tables and indexes. Where nothing else is noted, as
 * architect/dynalite recorded it from the service ({@code validations/createTable.js}, {@code
 * validations/updateTable.js}). {@code [ack]} is the finding DDB-TABLE of that number in {@code
 * docs/api-quirks} of aws-controllers-k8s/dynamodb-controller, recorded in October 2026.
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

  /** [ack] 015. */
  public static final String NOTHING_TO_UPDATE =
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
          + "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
          + "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
          + "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required";

  /** [ack] 433, 382, as all that must be alone or cannot be together. */
  public static final String ENCRYPTION_ALONE =
      INVALID + "Server-Side Encryption modification must be the only operation in the request";

  public static final String CLASS_ALONE =
      INVALID + "TableClass modification must be the only operation in the request";
  public static final String PROTECTION_ALONE =
      INVALID + "DeletionProtection modification must be the only operation in the request";
  public static final String WARM_THROUGHPUT_ALONE =
      INVALID + "WarmThroughput must be the only operation in the request";
  public static final String ON_DEMAND_WITH_OTHERS =
      INVALID
          + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request";
  public static final String STREAM_WITH_THROUGHPUT =
      INVALID + "You cannot modify stream status while updating table IOPS";

  /** [ack] 174, as the next two. */
  public static final String INDEX_WITH_THROUGHPUT =
      INVALID + "You cannot create or delete index while updating table IOPS";

  public static final String INDEX_WITH_STREAM =
      INVALID + "You cannot create or delete index while changing stream status";
  public static final String INDEX_WITH_WARM_THROUGHPUT =
      INVALID + "Create global secondary index cannot be specified when updating WarmThroughput";

  /** [ack] 057, 056. */
  public static final String UPDATED_UNITS_REQUIRED =
      INVALID + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED";

  public static final String UPDATED_UNITS_WITH_PAY_PER_REQUEST =
      INVALID + "ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST";

  /** [ack] 160. */
  public static final String INDEX_UPDATE_TWICE =
      INVALID
          + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object";

  /** [ack] 079, 082. */
  public static final String ENCRYPTED_BY_DEFAULT =
      INVALID + "Table is already encrypted by default";

  public static final String ENCRYPTED_WITH_KEY =
      INVALID
          + "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if "
          + "you want to change Master Key";

  /** [ack] 036, 031. */
  public static final String ENCRYPTION_TYPE_WHEN_OFF =
      INVALID + "SSEType can not be specified if Enabled is false";

  public static final String ENCRYPTION_KEY_WHEN_OFF =
      INVALID + "KMSMasterKeyId can not be specified if Enabled is false";
  public static final String ENCRYPTION_TYPE_REQUIRED =
      INVALID + "SSEType KMS is required if KMSMasterKeyId is specified";
  public static final String ENCRYPTION_AES = INVALID + "SSEType AES256 is not supported";

  /** [ack] 442. */
  public static final String UNKNOWN_CLASS =
      "Invalid table-class parameter provided. Please try again with a valid table-class value: "
          + "[STANDARD, STANDARD_INFREQUENT_ACCESS].";

  /** [ack] 123. */
  public static final String KEY_ATTRIBUTE_TWICE =
      "The KeySchema contains multiple key attributes with the same name";

  public static final String HASH_AFTER_RANGE =
      INVALID + "All HASH key attributes must precede RANGE key attributes in the KeySchema";
  public static final String INDEX_UPDATE_EMPTY =
      INVALID
          + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
          + "GlobalSecondaryIndexUpdate.Delete must not be null";
  public static final String INDEX_EXISTS = "Attempting to create an index which already exists";
  public static final String ONE_INDEX_AT_A_TIME =
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
          + "table";

  /** [ack] 035, as the next. */
  public static final String STREAM_VIEW_REQUIRED =
      INVALID + "Table is being created with a stream enabled, UpdateViewType is required";

  public static final String STREAM_VIEW_FORBIDDEN =
      INVALID
          + "Table is being created with a stream disabled, UpdateViewType should not be specified";

  /** [ack] 050, as the next. */
  public static final String UPDATED_STREAM_VIEW_REQUIRED =
      INVALID + "If stream is being enabled then UpdateViewType is required";

  public static final String UPDATED_STREAM_VIEW_FORBIDDEN =
      INVALID + "If stream is being disabled, then UpdateViewType must not be specified";
  public static final String TTL_ENABLED = "TimeToLive is already enabled";
  public static final String TTL_DISABLED = "TimeToLive is already disabled";
  public static final String TTL_CHANGED_TOO_OFTEN =
      "Time to live has been modified multiple times within a fixed interval";

  private TableMessages() {}

  /** Of DescribeTimeToLive: [ack] 115, 118. */
  public static String timeToLiveUnknown(String status) {
    return "Cannot describe time to live while table is in "
        + status
        + " state: Current table state is "
        + status;
  }

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

  /** Two definitions of one attribute: [ack] 127. */
  public static String duplicateDefinition(String name) {
    return "Attribute Name is duplicated: " + name;
  }

  /** More key attributes of a kind than an index may have: [ack] 123. */
  public static String tooManyKeyAttributes(String keyType) {
    return INVALID
        + "The KeySchema exceeds the maximum allowed number of "
        + keyType
        + " key attributes";
  }

  /** An attribute is projected twice: [ack] 126. */
  public static String projectedTwice(String name) {
    return INVALID + "Duplicate element in NonKeyAttributes: " + name;
  }

  /** An index is added without a definition of its key attributes: [ack] 162. */
  public static String definitionsMissing(String index) {
    return INVALID + "AttributeDefinitions is not specified for index: " + index;
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

  /** An index of a new provisioned table without throughput: [ack] 128. */
  public static String indexUnitsRequired(String index) {
    return INVALID + "ProvisionedThroughput is not specified for index: " + index;
  }

  /** An index is added to a table that pays by request, with throughput: [ack] 442. */
  public static String addedIndexUnitsWithPayPerRequest(String index) {
    return INVALID
        + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
        + index
        + " when BillingMode is PAY_PER_REQUEST";
  }

  /** An index is added to a provisioned table, without throughput: [ack] 152. */
  public static String addedIndexUnitsRequired(String index) {
    return INVALID
        + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: "
        + index;
  }

  /** A table becomes provisioned, and not all its indexes are given throughput: [ack] 152. */
  public static String updatedIndexUnitsRequired(String index) {
    return INVALID + "ProvisionedThroughput must be specified for index: " + index;
  }

  /** An index of a table that pays by request is given throughput, or nothing: [ack] 152, 456. */
  public static String updatedIndexUnitsWithPayPerRequest(String index) {
    return INVALID
        + "The only Updates for index: "
        + index
        + " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, "
        + "WarmThroughput";
  }

  /** WarmThroughput with nothing in it: [ack] 456. */
  public static String indexWarmThroughputEmpty(String index) {
    return INVALID
        + "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond "
        + "specified for index: "
        + index;
  }

  /** More global indexes than a table may have, by UpdateTable: [ack] 169. */
  public static String addedTooManyGlobalIndexes(int limit) {
    return "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of "
        + limit;
  }

  /** There is no such index: [ack] 446. */
  public static String indexNotFound(String index, String table) {
    return "Requested resource not found: Index " + index + " for table " + table;
  }

  /**
   * A local index is to be changed: [ack] 442.
   *
   * @param action {@code delete} or {@code update}
   */
  public static String notGlobal(String action, String index) {
    return "Cannot " + action + " an index that is not a GlobalSecondaryIndex: " + index;
  }

  /** OnDemandThroughput of a new provisioned table, or of its index: [ack] 128. */
  public static String onDemandWhenProvisioned(String member, @Nullable String index) {
    return INVALID
        + member
        + " for OnDemandThroughput "
        + (index == null ? "" : "for index: " + index + " ")
        + "cannot be specified when table BillingMode is PROVISIONED.";
  }

  /** The same by UpdateTable: [ack] 059, 153. */
  public static String updatedOnDemandWhenProvisioned(String member, @Nullable String index) {
    return INVALID
        + member
        + " for OnDemandThroughput "
        + (index == null ? "" : "for index : " + index + " ")
        + "cannot be specified when the table BillingMode is PROVISIONED";
  }

  /** OnDemandThroughput of no units: [ack] 039, 128. */
  public static String onDemandOutOfRange(String member, @Nullable String index) {
    return INVALID
        + "Requested "
        + member
        + " for OnDemandThroughput for "
        + (index == null ? "table" : "index : " + index)
        + " is outside of valid range";
  }

  /** WarmThroughput below what a new table on demand has: [ack] 039, 128. */
  public static String warmBelowOnDemand(String member, @Nullable String index) {
    return requestedWarm(member, index)
        + " is lower than initial throughput for OnDemand. See: "
        + "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
        + "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
  }

  /** WarmThroughput below the provisioned throughput of a new table: [ack] 039. */
  public static String warmBelowProvisioned(
      String member, @Nullable String index, String provisioned) {
    return requestedWarm(member, index)
        + " is lower than "
        + provisioned
        + " of ProvisionedThroughput";
  }

  /** WarmThroughput is to be less than it is: [ack] 059, 155. */
  public static String warmDecreased(String member, @Nullable String index) {
    return requestedWarm(member, index)
        + " is lower than current WarmThroughput, decreasing WarmThroughput is not supported";
  }

  private static String requestedWarm(String member, @Nullable String index) {
    return INVALID
        + "Requested "
        + member
        + " for WarmThroughput for "
        + (index == null ? "table" : "index " + index);
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

  /** Throughput is to become what it is; of an index: [ack] 164. */
  public static String sameThroughput(long read, long write, @Nullable String index) {
    String subject = index == null ? "the table" : "index " + index;
    return "The provisioned throughput for "
        + (index == null ? subject : "the " + subject)
        + " will not change. The requested value equals the current value. "
        + "Current ReadCapacityUnits provisioned for "
        + subject
        + ": "
        + read
        + ". Requested ReadCapacityUnits: "
        + read
        + ". Current WriteCapacityUnits provisioned for "
        + subject
        + ": "
        + write
        + ". Requested WriteCapacityUnits: "
        + write
        + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
        + "higher limits.";
  }
}
