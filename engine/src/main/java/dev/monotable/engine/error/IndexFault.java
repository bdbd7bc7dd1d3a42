package dev.monotable.engine.error;

import java.util.List;

/** Faults of index definitions and of changes of indexes. */
public sealed interface IndexFault extends Fault {
  /** Faults without data. */
  enum Plain implements IndexFault {
    LOCAL_WITHOUT_RANGE,
    INDEX_WITH_THROUGHPUT,
    INDEX_WITH_STREAM,
    INDEX_WITH_WARM_THROUGHPUT,
    INDEX_UPDATE_TWICE,
    INDEX_UPDATE_EMPTY,
    INDEX_EXISTS,
    ONE_INDEX_AT_A_TIME(ErrorCode.LIMIT_EXCEEDED),
    /** An INCLUDE projection without attributes. */
    ATTRIBUTES_FOR_PROJECTION_MISSING;

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

  /** An attribute is projected twice. */
  record ProjectedTwice(String name) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index is added without AttributeDefinitions. */
  record DefinitionsMissing(String index) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * An attribute of a key.
   *
   * @param type its type: S, N or B
   * @param keyType HASH or RANGE
   */
  record SchemaElement(String name, String type, String keyType) {}

  /**
   * A new index whose key attribute already has another type.
   *
   * @param existing the key that defines the attribute
   * @param added the key of the new index
   */
  record AttributeRedefined(List<SchemaElement> existing, List<SchemaElement> added)
      implements IndexFault {
    public AttributeRedefined {
      existing = List.copyOf(existing);
      added = List.copyOf(added);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An empty list of indexes. */
  record NoIndexes(String member) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A local secondary index without a sort key. */
  record LocalIndexWithoutRange(String index) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A local secondary index with another partition key than the table. */
  record LocalIndexOtherHash(String index, String indexHash, String tableHash)
      implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A projection of an unknown type. */
  record UnknownProjection(String type) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Non-key attributes for a projection that does not accept them. */
  record AttributesNotForProjection(String type) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Two indexes with the same name. */
  record DuplicateIndex(String name) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Too many local secondary indexes. */
  record TooManyLocalIndexes(int limit) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Too many global secondary indexes in CreateTable. */
  record TooManyGlobalIndexes(int limit) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Too many global secondary indexes after an UpdateTable. */
  record AddedTooManyGlobalIndexes(int limit) implements IndexFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.LIMIT_EXCEEDED;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The table has no index of this name. */
  record IndexNotFound(String index, String table) implements IndexFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_NOT_FOUND;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A request changes the same index twice. */
  record IndexUpdatedTwice(String index) implements IndexFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** What UpdateTable does with an index. */
  enum Action {
    UPDATE,
    DELETE
  }

  /** A change of a local secondary index. */
  record NotGlobal(Action action, String index) implements IndexFault {
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
  interface IndexWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case LOCAL_WITHOUT_RANGE ->
            Phrases.INVALID
                + "Table KeySchema does not have a range key, which is required when specifying a "
                + "LocalSecondaryIndex";
        // [ack] 174, also for the next two.
        case INDEX_WITH_THROUGHPUT ->
            Phrases.INVALID + "You cannot create or delete index while updating table IOPS";
        case INDEX_WITH_STREAM ->
            Phrases.INVALID + "You cannot create or delete index while changing stream status";
        case INDEX_WITH_WARM_THROUGHPUT ->
            Phrases.INVALID
                + "Create global secondary index cannot be specified when updating WarmThroughput";
        // [ack] 160.
        case INDEX_UPDATE_TWICE ->
            Phrases.INVALID
                + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object";
        case INDEX_UPDATE_EMPTY ->
            Phrases.INVALID
                + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                + "GlobalSecondaryIndexUpdate.Delete must not be null";
        case INDEX_EXISTS -> "Attempting to create an index which already exists";
        case ONE_INDEX_AT_A_TIME ->
            "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
                + "table";
        case ATTRIBUTES_FOR_PROJECTION_MISSING ->
            Phrases.INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified";
      };
    }

    /** [ack] 126. */
    default String text(ProjectedTwice fault) {
      return Phrases.INVALID + "Duplicate element in NonKeyAttributes: " + fault.name();
    }

    /** [ack] 162. */
    default String text(DefinitionsMissing fault) {
      return Phrases.INVALID + "AttributeDefinitions is not specified for index: " + fault.index();
    }

    /**
     * scylladb/scylladb {@code test/alternator/test_gsi_updatetable.py} quotes AWS's message for
     * keys of one attribute.
     */
    default String text(AttributeRedefined fault) {
      return Phrases.INVALID
          + "Attributes cannot be redefined. Please check that your attribute has the same type as "
          + "previously defined. Existing schema: "
          + schema(fault.existing())
          + " New schema: "
          + schema(fault.added());
    }

    private static String schema(List<SchemaElement> elements) {
      StringBuilder text = new StringBuilder("Schema:[");
      for (SchemaElement element : elements) {
        text.append(text.length() == "Schema:[".length() ? "" : ", ")
            .append("SchemaElement: key{")
            .append(element.name())
            .append(':')
            .append(element.type())
            .append(':')
            .append(element.keyType())
            .append('}');
      }
      return text.append(']').toString();
    }

    default String text(NoIndexes fault) {
      return Phrases.INVALID + "List of " + fault.member() + " is empty";
    }

    default String text(LocalIndexWithoutRange fault) {
      return Phrases.INVALID
          + "Index KeySchema does not have a range key for index: "
          + fault.index();
    }

    default String text(LocalIndexOtherHash fault) {
      return Phrases.INVALID
          + "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
          + fault.index()
          + ". index hash key: "
          + fault.indexHash()
          + ", table hash key: "
          + fault.tableHash();
    }

    default String text(UnknownProjection fault) {
      return Phrases.INVALID + "Unknown ProjectionType: " + fault.type();
    }

    default String text(AttributesNotForProjection fault) {
      return Phrases.INVALID
          + "ProjectionType is "
          + fault.type()
          + ", but NonKeyAttributes is specified";
    }

    default String text(DuplicateIndex fault) {
      return Phrases.INVALID + "Duplicate index name: " + fault.name();
    }

    default String text(TooManyLocalIndexes fault) {
      return Phrases.INVALID
          + "Number of LocalSecondaryIndexes exceeds per-table limit of "
          + fault.limit();
    }

    default String text(TooManyGlobalIndexes fault) {
      return Phrases.INVALID
          + "GlobalSecondaryIndex count exceeds the per-table limit of "
          + fault.limit();
    }

    /** [ack] 169. */
    default String text(AddedTooManyGlobalIndexes fault) {
      return "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of "
          + fault.limit();
    }

    /** [ack] 446. */
    default String text(IndexNotFound fault) {
      return "Requested resource not found: Index " + fault.index() + " for table " + fault.table();
    }

    default String text(IndexUpdatedTwice fault) {
      return Phrases.INVALID
          + "Only one global secondary index update per index is allowed simultaneously. Index: "
          + fault.index();
    }

    /** [ack] 442. */
    default String text(NotGlobal fault) {
      return "Cannot "
          + switch (fault.action()) {
            case UPDATE -> "update";
            case DELETE -> "delete";
          }
          + " an index that is not a GlobalSecondaryIndex: "
          + fault.index();
    }
  }
}
