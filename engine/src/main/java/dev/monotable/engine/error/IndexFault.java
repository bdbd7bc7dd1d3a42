package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

import java.util.List;

/**
 * Faults of index definitions and of changes of indexes.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface IndexFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements IndexFault, FaultText {
    LOCAL_WITHOUT_RANGE(
        invalid(
            "Table KeySchema does not have a range key, which is required when specifying a "
                + "LocalSecondaryIndex")),
    // Source: DDB-TABLE-174, also for the next two.
    INDEX_WITH_THROUGHPUT(invalid("You cannot create or delete index while updating table IOPS")),
    INDEX_WITH_STREAM(invalid("You cannot create or delete index while changing stream status")),
    INDEX_WITH_WARM_THROUGHPUT(
        invalid("Create global secondary index cannot be specified when updating WarmThroughput")),
    // Source: DDB-TABLE-160.
    INDEX_UPDATE_TWICE(
        invalid(
            "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate"
                + " object")),
    INDEX_UPDATE_EMPTY(
        invalid(
            "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                + "GlobalSecondaryIndexUpdate.Delete must not be null")),
    INDEX_EXISTS("Attempting to create an index which already exists"),
    ONE_INDEX_AT_A_TIME(
        "Subscriber limit exceeded: Only 1 online index can be created or deleted "
            + "simultaneously per table"),
    /** An INCLUDE projection without attributes. */
    ATTRIBUTES_FOR_PROJECTION_MISSING(
        invalid("ProjectionType is INCLUDE, but NonKeyAttributes is not specified")),
    /** An attribute is projected twice. Source: DDB-TABLE-126. */
    PROJECTED_TWICE(invalid("Duplicate element in NonKeyAttributes: %s")),
    /** An index is added without AttributeDefinitions. Source: DDB-TABLE-162. */
    DEFINITIONS_MISSING(invalid("AttributeDefinitions is not specified for index: %s")),
    /** An empty list of indexes. */
    NO_INDEXES(invalid("List of %s is empty")),
    /** A local secondary index without a sort key. */
    LOCAL_INDEX_WITHOUT_RANGE(invalid("Index KeySchema does not have a range key for index: %s")),
    /** A local secondary index with another partition key than the table. */
    LOCAL_INDEX_OTHER_HASH(
        invalid(
            "Index KeySchema does not have the same leading hash key as table KeySchema for "
                + "index: %s. index hash key: %s, table hash key: %s")),
    /** A projection of an unknown type. */
    UNKNOWN_PROJECTION(invalid("Unknown ProjectionType: %s")),
    /** Non-key attributes for a projection that does not accept them. */
    ATTRIBUTES_NOT_FOR_PROJECTION(
        invalid("ProjectionType is %s, but NonKeyAttributes is specified")),
    /** Two indexes with the same name. */
    DUPLICATE_INDEX(invalid("Duplicate index name: %s")),
    /** Too many local secondary indexes. */
    TOO_MANY_LOCAL_INDEXES(
        invalid("Number of LocalSecondaryIndexes exceeds per-table limit of %s")),
    /** Too many global secondary indexes in CreateTable. */
    TOO_MANY_GLOBAL_INDEXES(
        invalid("GlobalSecondaryIndex count exceeds the per-table limit of %s")),
    /** A request changes the same index twice. */
    INDEX_UPDATED_TWICE(
        invalid(
            "Only one global secondary index update per index is allowed simultaneously. Index:"
                + " %s")),
    /** Too many global secondary indexes after an UpdateTable. Source: DDB-TABLE-169. */
    ADDED_TOO_MANY_GLOBAL_INDEXES(
        "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table "
            + "limit of %s"),
    /** The table has no index of this name. Source: DDB-TABLE-446. */
    INDEX_NOT_FOUND("Requested resource not found: Index %s for table %s");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case ADDED_TOO_MANY_GLOBAL_INDEXES, ONE_INDEX_AT_A_TIME -> ErrorCode.LIMIT_EXCEEDED;
        case INDEX_NOT_FOUND -> ErrorCode.RESOURCE_NOT_FOUND;
        default -> ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
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
   * A new index whose key attribute already has another type. Source: alternator {@code
   * test_gsi_updatetable.py} quotes AWS's message for keys of one attribute.
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
    public String text(Wording wording) {
      return invalid(
          "Attributes cannot be redefined. Please check that your attribute has the same "
              + "type as previously defined. Existing schema: %s New schema: %s",
          schema(existing), schema(added));
    }
  }

  /** What UpdateTable does with an index. */
  enum Action {
    UPDATE,
    DELETE
  }

  /** A change of a local secondary index. Source: DDB-TABLE-442. */
  record NotGlobal(Action action, String index) implements IndexFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Cannot %s an index that is not a GlobalSecondaryIndex: %s",
          switch (action) {
            case UPDATE -> "update";
            case DELETE -> "delete";
          },
          index);
    }
  }

  /** Returns a key schema as messages show it. */
  static String schema(List<SchemaElement> elements) {
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
}
