package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

/**
 * Faults of table definitions and settings, and of changes of them.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface TableFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements TableFault, FaultText {
    NOT_FOUND("Requested resource not found"),
    DELETION_PROTECTED(
        "Resource cannot be deleted as it is currently protected against deletion. "
            + "Disable deletion protection first."),
    // Source: DDB-TABLE-015.
    NOTHING_TO_UPDATE(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            + "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
            + "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
            + "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is "
            + "required"),
    // Source: DDB-TABLE-433, -382, also for the other members that cannot be combined.
    ENCRYPTION_ALONE(
        invalid("Server-Side Encryption modification must be the only operation in the request")),
    CLASS_ALONE(invalid("TableClass modification must be the only operation in the request")),
    PROTECTION_ALONE(
        invalid("DeletionProtection modification must be the only operation in the request")),
    // Source: DDB-TABLE-079, -082.
    ENCRYPTED_BY_DEFAULT(invalid("Table is already encrypted by default")),
    ENCRYPTED_WITH_KEY(
        invalid(
            "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId "
                + "parameter if you want to change Master Key")),
    // Source: DDB-TABLE-036, -031.
    ENCRYPTION_TYPE_WHEN_OFF(invalid("SSEType can not be specified if Enabled is false")),
    ENCRYPTION_KEY_WHEN_OFF(invalid("KMSMasterKeyId can not be specified if Enabled is false")),
    ENCRYPTION_TYPE_REQUIRED(invalid("SSEType KMS is required if KMSMasterKeyId is specified")),
    ENCRYPTION_AES(invalid("SSEType AES256 is not supported")),
    // Source: DDB-TABLE-442.
    UNKNOWN_CLASS(
        "Invalid table-class parameter provided. Please try again with a valid "
            + "table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS]."),
    // Source: DDB-TABLE-035, also for the next.
    STREAM_VIEW_REQUIRED(
        invalid("Table is being created with a stream enabled, UpdateViewType is required")),
    STREAM_VIEW_FORBIDDEN(
        invalid(
            "Table is being created with a stream disabled, UpdateViewType should not be"
                + " specified")),
    // Source: DDB-TABLE-050, also for the next.
    UPDATED_STREAM_VIEW_REQUIRED(
        invalid("If stream is being enabled then UpdateViewType is required")),
    UPDATED_STREAM_VIEW_FORBIDDEN(
        invalid("If stream is being disabled, then UpdateViewType must not be specified")),
    TTL_ENABLED("TimeToLive is already enabled"),
    TTL_DISABLED("TimeToLive is already disabled"),
    TTL_CHANGED_TOO_OFTEN("Time to live has been modified multiple times within a fixed interval"),
    KEY_WITHOUT_DEFINITION("Invalid KeySchema: Some index key attribute have no definition"),
    SAME_NAME_TWICE(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name"),
    FIRST_NOT_HASH("Invalid KeySchema: The first KeySchemaElement is not a HASH key type"),
    SECOND_NOT_RANGE("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"),
    DEFINITION_COUNT(
        invalid(
            "Number of attributes in KeySchema does not exactly match number of attributes "
                + "defined in AttributeDefinitions")),
    // Source: DDB-TABLE-123.
    KEY_ATTRIBUTE_TWICE("The KeySchema contains multiple key attributes with the same name"),
    HASH_AFTER_RANGE(
        invalid("All HASH key attributes must precede RANGE key attributes in the KeySchema")),
    /** Key attributes without an attribute definition. */
    KEYS_NOT_DEFINED(
        invalid(
            "Some index key attributes are not defined in AttributeDefinitions. Keys: [%s], "
                + "AttributeDefinitions: [%s]")),
    /** Attribute definitions that no key uses. */
    DEFINITIONS_NOT_USED(
        invalid(
            "Some AttributeDefinitions are not used. AttributeDefinitions: [%s], keys used: [%s]")),
    /** Two definitions of the same attribute. Source: DDB-TABLE-127. */
    DUPLICATE_DEFINITION("Attribute Name is duplicated: %s"),
    /** More key attributes of one key type than an index may have. Source: DDB-TABLE-123. */
    TOO_MANY_KEY_ATTRIBUTES(
        invalid("The KeySchema exceeds the maximum allowed number of %s key attributes")),
    /** A request enables a stream that is already enabled. */
    STREAM_ENABLED("Table already has an enabled stream: TableName: %s"),
    /** A request disables a stream that is not enabled. */
    STREAM_DISABLED("Table has no stream to disable: TableName: %s"),
    /** A request changes TTL with another attribute than the current one. */
    TTL_OTHER_ATTRIBUTE(
        "TimeToLive is active on a different AttributeName: current AttributeName is %s"),
    /** No table has this name. Operations on tables such as DescribeTable report the name. */
    NO_SUCH_TABLE("Requested resource not found: Table: %s not found"),
    /** Contributor Insights of an index that is missing or local. Source: DDB-TABLE-161, -137. */
    INSIGHTS_INDEX_NOT_FOUND("Requested resource not found: Index: %s not found for table: %s"),
    // Source: DDB-TABLE-116, also for the next.
    INSIGHTS_TABLE_NOT_ACTIVE(
        "Table or Index is not in a valid state to update Key Access Insights: TableStatus must be "
            + "ACTIVE to enable ContributorInsights."),
    INSIGHTS_INDEX_NOT_ACTIVE(
        "Table or Index is not in a valid state to update Key Access Insights: IndexStatus must be "
            + "ACTIVE to enable ContributorInsights."),
    /** CreateTable with the name of an existing table. */
    ALREADY_EXISTS("Table already exists: %s");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case NOT_FOUND, NO_SUCH_TABLE, INSIGHTS_INDEX_NOT_FOUND -> ErrorCode.RESOURCE_NOT_FOUND;
        case ALREADY_EXISTS -> ErrorCode.RESOURCE_IN_USE;
        default -> ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * DescribeTimeToLive while the table is being created or deleted. Source: DDB-TABLE-115, -118.
   */
  record TimeToLiveUnknown(String status) implements TableFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Cannot describe time to live while table is in %s state: Current table state is %s",
          status, status);
    }
  }
}
