package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import java.util.List;

/** Faults of table definitions and settings, and of changes of them. */
public sealed interface TableFault extends Fault {
  /** Faults without data. */
  enum Plain implements TableFault {
    NOT_FOUND(ErrorCode.RESOURCE_NOT_FOUND),
    DELETION_PROTECTED,
    NOTHING_TO_UPDATE,
    ENCRYPTION_ALONE,
    CLASS_ALONE,
    PROTECTION_ALONE,
    ENCRYPTED_BY_DEFAULT,
    ENCRYPTED_WITH_KEY,
    ENCRYPTION_TYPE_WHEN_OFF,
    ENCRYPTION_KEY_WHEN_OFF,
    ENCRYPTION_TYPE_REQUIRED,
    ENCRYPTION_AES,
    UNKNOWN_CLASS,
    STREAM_VIEW_REQUIRED,
    STREAM_VIEW_FORBIDDEN,
    UPDATED_STREAM_VIEW_REQUIRED,
    UPDATED_STREAM_VIEW_FORBIDDEN,
    TTL_ENABLED,
    TTL_DISABLED,
    TTL_CHANGED_TOO_OFTEN;

    private final ErrorCode code;

    Plain() {
      this(ErrorCode.VALIDATION);
    }

    Plain(ErrorCode code) {
      this.code = code;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Faults of the key schema, without data. */
  enum PlainSchema implements TableFault {
    KEY_WITHOUT_DEFINITION,
    SAME_NAME_TWICE,
    FIRST_NOT_HASH,
    SECOND_NOT_RANGE,
    DEFINITION_COUNT,
    KEY_ATTRIBUTE_TWICE,
    HASH_AFTER_RANGE;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No table has this name. Operations on tables such as DescribeTable report the name. */
  record NoSuchTable(String name) implements TableFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_NOT_FOUND;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** DescribeTimeToLive while the table is being created or deleted. */
  record TimeToLiveUnknown(String status) implements TableFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Key attributes without an attribute definition. */
  record KeysNotDefined(List<String> keys, List<String> definitions) implements TableFault {
    public KeysNotDefined {
      keys = Echo.of(keys);
      definitions = Echo.of(definitions);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Attribute definitions that no key uses. */
  record DefinitionsNotUsed(List<String> definitions, List<String> keys) implements TableFault {
    public DefinitionsNotUsed {
      definitions = Echo.of(definitions);
      keys = Echo.of(keys);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Two definitions of the same attribute. */
  record DuplicateDefinition(String name) implements TableFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** More key attributes of one key type than an index may have. */
  record TooManyKeyAttributes(String keyType) implements TableFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** CreateTable with the name of an existing table. */
  record AlreadyExists(String name) implements TableFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_IN_USE;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A request enables a stream that is already enabled. */
  record StreamEnabled(String table) implements TableFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A request disables a stream that is not enabled. */
  record StreamDisabled(String table) implements TableFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A request changes TTL with another attribute than the current one. */
  record TtlOtherAttribute(String current) implements TableFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. Unless noted otherwise, architect/dynalite
   * recorded them from the service ({@code validations/createTable.js}, {@code
   * validations/updateTable.js}). {@code [ack]} is the finding DDB-TABLE with that number in {@code
   * docs/api-quirks} of aws-controllers-k8s/dynamodb-controller, recorded in October 2026.
   */
  interface TableWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case NOT_FOUND -> "Requested resource not found";
        case DELETION_PROTECTED ->
            "Resource cannot be deleted as it is currently protected against deletion. "
                + "Disable deletion protection first.";
        // [ack] 015.
        case NOTHING_TO_UPDATE ->
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
                + "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
                + "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
                + "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required";
        // [ack] 433, 382, also for the other members that cannot be combined.
        case ENCRYPTION_ALONE ->
            Phrases.INVALID
                + "Server-Side Encryption modification must be the only operation in the request";
        case CLASS_ALONE ->
            Phrases.INVALID + "TableClass modification must be the only operation in the request";
        case PROTECTION_ALONE ->
            Phrases.INVALID
                + "DeletionProtection modification must be the only operation in the request";
        // [ack] 079, 082.
        case ENCRYPTED_BY_DEFAULT -> Phrases.INVALID + "Table is already encrypted by default";
        case ENCRYPTED_WITH_KEY ->
            Phrases.INVALID
                + "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if "
                + "you want to change Master Key";
        // [ack] 036, 031.
        case ENCRYPTION_TYPE_WHEN_OFF ->
            Phrases.INVALID + "SSEType can not be specified if Enabled is false";
        case ENCRYPTION_KEY_WHEN_OFF ->
            Phrases.INVALID + "KMSMasterKeyId can not be specified if Enabled is false";
        case ENCRYPTION_TYPE_REQUIRED ->
            Phrases.INVALID + "SSEType KMS is required if KMSMasterKeyId is specified";
        case ENCRYPTION_AES -> Phrases.INVALID + "SSEType AES256 is not supported";
        // [ack] 442.
        case UNKNOWN_CLASS ->
            "Invalid table-class parameter provided. Please try again with a valid table-class value: "
                + "[STANDARD, STANDARD_INFREQUENT_ACCESS].";
        // [ack] 035, also for the next.
        case STREAM_VIEW_REQUIRED ->
            Phrases.INVALID
                + "Table is being created with a stream enabled, UpdateViewType is required";
        case STREAM_VIEW_FORBIDDEN ->
            Phrases.INVALID
                + "Table is being created with a stream disabled, UpdateViewType should not be specified";
        // [ack] 050, also for the next.
        case UPDATED_STREAM_VIEW_REQUIRED ->
            Phrases.INVALID + "If stream is being enabled then UpdateViewType is required";
        case UPDATED_STREAM_VIEW_FORBIDDEN ->
            Phrases.INVALID
                + "If stream is being disabled, then UpdateViewType must not be specified";
        case TTL_ENABLED -> "TimeToLive is already enabled";
        case TTL_DISABLED -> "TimeToLive is already disabled";
        case TTL_CHANGED_TOO_OFTEN ->
            "Time to live has been modified multiple times within a fixed interval";
      };
    }

    /** Returns the message for a fault without data. */
    default String text(PlainSchema fault) {
      return switch (fault) {
        case KEY_WITHOUT_DEFINITION ->
            "Invalid KeySchema: Some index key attribute have no definition";
        case SAME_NAME_TWICE ->
            "Both the Hash Key and the Range Key element in the KeySchema have the same name";
        case FIRST_NOT_HASH ->
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type";
        case SECOND_NOT_RANGE ->
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type";
        case DEFINITION_COUNT ->
            Phrases.INVALID
                + "Number of attributes in KeySchema does not exactly match number of attributes defined "
                + "in AttributeDefinitions";
        // [ack] 123.
        case KEY_ATTRIBUTE_TWICE ->
            "The KeySchema contains multiple key attributes with the same name";
        case HASH_AFTER_RANGE ->
            Phrases.INVALID
                + "All HASH key attributes must precede RANGE key attributes in the KeySchema";
      };
    }

    default String text(NoSuchTable fault) {
      return Phrases.NOT_FOUND + ": Table: " + fault.name() + " not found";
    }

    /** [ack] 115, 118. */
    default String text(TimeToLiveUnknown fault) {
      return "Cannot describe time to live while table is in "
          + fault.status()
          + " state: Current table state is "
          + fault.status();
    }

    default String text(KeysNotDefined fault) {
      return Phrases.INVALID
          + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
          + fault.keys()
          + ", AttributeDefinitions: "
          + fault.definitions();
    }

    default String text(DefinitionsNotUsed fault) {
      return Phrases.INVALID
          + "Some AttributeDefinitions are not used. AttributeDefinitions: "
          + fault.definitions()
          + ", keys used: "
          + fault.keys();
    }

    /** [ack] 127. */
    default String text(DuplicateDefinition fault) {
      return "Attribute Name is duplicated: " + fault.name();
    }

    /** [ack] 123. */
    default String text(TooManyKeyAttributes fault) {
      return Phrases.INVALID
          + "The KeySchema exceeds the maximum allowed number of "
          + fault.keyType()
          + " key attributes";
    }

    default String text(AlreadyExists fault) {
      return "Table already exists: " + fault.name();
    }

    default String text(StreamEnabled fault) {
      return "Table already has an enabled stream: TableName: " + fault.table();
    }

    default String text(StreamDisabled fault) {
      return "Table has no stream to disable: TableName: " + fault.table();
    }

    default String text(TtlOtherAttribute fault) {
      return "TimeToLive is active on a different AttributeName: current AttributeName is "
          + fault.current();
    }
  }
}
