package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

/**
 * Faults of the operations on global tables of version 2017.11.29, and on the auto scaling of
 * global tables.
 */
public sealed interface GlobalTableFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements GlobalTableFault, FaultText {
    /** Source: DDB-GLOBALTABLE-004, for DescribeGlobalTable. */
    NOT_FOUND("Global table not found: Global table with name: '%s' does not exist."),
    /** The operations on settings say less. Source: DDB-GLOBALTABLESETTINGS-001. */
    SETTINGS_NOT_FOUND("Global table with name: '%s' does not exist."),
    /** The table is no global table of version 2019.11.21. Source: DDB-TABLE-187. */
    CURRENT_NOT_FOUND("Global table with name: '%s' does not exist."),
    // The texts of these three follow those of the last ones, and are unverified.
    ALREADY_EXISTS("Global table already exists: Global table with name: '%s' already exists."),
    REPLICA_EXISTS("Replica already exists: Table: '%s' is already a replica in region: '%s'."),
    REPLICA_NOT_FOUND("Replica not found: Table: '%s' is not a replica in region: '%s'."),
    /** Source: aws-controllers-k8s/community, issue 1034. */
    TABLE_NOT_FOUND("Table not found: Table: '%s' not found in region: '%s'."),
    /** An empty list, without anything else. Source: DDB-GLOBALTABLE-004. */
    NO_REPLICAS("One or more parameter values were invalid"),

    /**
     * AWS creates none any longer, and adds no replicas. Recorded in us-east-1, us-east-2,
     * us-west-2 and eu-west-1. Source: DDB-GLOBALTABLE-002.
     */
    UNSUPPORTED_VERSION(
        invalid(
            "DynamoDB global tables version 2017.11.29 is not supported. We recommend using"
                + " DynamoDB global tables version 2019.11.21, instead of version 2017.11.29"
                + " (Legacy).")),

    // What the API reference requires of replicas. The texts are not known.
    REGION_REQUIRED(invalid("RegionName must be specified for each replica")),
    REGION_TWICE(invalid("The region '%s' was specified more than once")),
    ONE_ACTION(invalid("Each ReplicaUpdate must have exactly one of the actions Create, Delete")),
    CURRENT_VERSION(
        invalid("Table '%s' in region '%s' is a replica of a global table of version 2019.11.21")),
    LEGACY_VERSION(invalid("Table '%s' is a replica of a global table of version 2017.11.29")),
    STREAM_REQUIRED(
        invalid(
            "Table '%s' in region '%s' must have a stream with the view type NEW_AND_OLD_IMAGES")),
    NOT_EMPTY(invalid("Table '%s' in region '%s' must not contain any data")),
    OTHER_KEYS(
        invalid("Table '%s' in region '%s' must have the primary key of the other replicas")),
    OTHER_INDEXES(invalid("Table '%s' in region '%s' must have the indexes of the other replicas")),
    OTHER_CAPACITY(
        invalid("Table '%s' in region '%s' must have the write capacity of the other replicas")),

    // Source: DDB-TABLE-255, and the texts of ValidationExceptions in ack-api-quirks.
    NOTHING_TO_UPDATE(failed("because at least one update parameter must be specified.")),
    NOTHING_TO_UPDATE_IN(
        failed("because at least one update parameter must be specified for region: ‘%s’.")),
    REGIONS_TWICE(failed("because the regions: ‘[%s]’ were specified more than once.")),
    /** Source: DDB-TABLE-446. */
    NO_REPLICA_IN(failed("because a replica does not exist in regions: ‘[%s]’.")),
    /** Source: DDB-TABLE-291. */
    NO_INDEXES(failed("because the global secondary indexes with names: ‘[%s]’ do not exist.")),
    /** Source: DDB-TABLE-446. */
    NO_INDEX_IN(
        failed("because a global secondary index with name: ‘%s’ does not exist in region: ‘%s’.")),
    /** As the last three, of a global table of version 2017.11.29. Unverified. */
    SETTINGS_OF_NO_REPLICA(failed("because a replica does not exist in regions: ‘[%s]’.")),
    SETTINGS_OF_NO_INDEX(
        failed("because the global secondary indexes with names: ‘[%s]’ do not exist.")),
    SETTINGS_OF_NO_INDEX_IN(
        failed("because a global secondary index with name: ‘%s’ does not exist in region: ‘%s’.")),
    /** The quotation marks are AWS's own. Source: DDB-TABLE-317. */
    ON_DEMAND(
        "Failed to update global table with name ‘%s‘. Replicas %s BillingMode is PayPerRequest."
            + " You must convert table's BillingMode to PROVISIONED to set parameters: %s."),

    // Source: DDB-TABLE-241 and -242.
    SCALING_REQUIRES(failed(": Parameters %s are required unless auto scaling is being disabled.")),
    SCALING_FORBIDS(
        "Failed to update settings for global table with name ‘%s’: Parameters %s must be left"
            + " blank when disabling auto scaling."),
    // Source: DDB-TABLE-239 and -253. Application Auto Scaling reports these, and AWS adds the id
    // of its request.
    OTHER_ROLE(
        "User: arn:aws:sts::%s:assumed-role/AWSServiceRoleForDynamoDBReplication is not authorized"
            + " to perform: iam:PassRole on resource: %s because no identity-based policy allows"
            + " the iam:PassRole action"),
    MAXIMUM_BELOW_MINIMUM("Maximum capacity cannot be less than minimum capacity"),
    TARGET_IMPOSSIBLE(
        "For target tracking scaling, target value must be between '8.51592E-109' and"
            + " '1.174271E108', but was '%s'."),
    TARGET_OUT_OF_BOUNDS(
        "For predefined metric type %s, target value must be between '10.0' and '90.0', but was"
            + " '%s'.");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    private static String failed(String reason) {
      return "Failed to update settings for global table with name: ‘%s’"
          + (reason.startsWith(":") ? reason : " " + reason);
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case NOT_FOUND, SETTINGS_NOT_FOUND -> ErrorCode.GLOBAL_TABLE_NOT_FOUND;
        case ALREADY_EXISTS -> ErrorCode.GLOBAL_TABLE_ALREADY_EXISTS;
        case REPLICA_EXISTS -> ErrorCode.REPLICA_ALREADY_EXISTS;
        case REPLICA_NOT_FOUND, SETTINGS_OF_NO_REPLICA -> ErrorCode.REPLICA_NOT_FOUND;
        case TABLE_NOT_FOUND -> ErrorCode.TABLE_NOT_FOUND;
        case CURRENT_NOT_FOUND, NO_REPLICA_IN, NO_INDEXES, NO_INDEX_IN ->
            ErrorCode.RESOURCE_NOT_FOUND;
        case SETTINGS_OF_NO_INDEX, SETTINGS_OF_NO_INDEX_IN -> ErrorCode.INDEX_NOT_FOUND;
        default -> ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
