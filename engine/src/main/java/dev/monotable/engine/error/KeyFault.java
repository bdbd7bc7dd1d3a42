package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;

/** Faults of keys, of key attributes in items, and of updates of key attributes. */
public sealed interface KeyFault extends Fault {
  /** Faults without data. */
  enum Plain implements KeyFault {
    MISMATCH,
    PARTITION_KEY_TOO_LONG,
    SORT_KEY_TOO_LONG,
    UPDATED_INDEX_KEY_TYPE,
    UPDATED_INDEX_KEY_TOO_LONG;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key attribute is missing in an item to put. */
  record MissingKey(String name) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key attribute of an item to put does not have the defined type. */
  record KeyTypeMismatch(String name, AttributeType expected, AttributeType actual)
      implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key attribute is an empty string or binary. */
  record EmptyKey(String name, AttributeType type) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index key attribute of an item to put does not have the defined type. */
  record IndexKeyTypeMismatch(
      String name, AttributeType expected, AttributeType actual, String index) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index key attribute of an item to put is an empty string or binary. */
  record EmptyIndexKey(String name, AttributeType type, String index) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** UpdateItem sets an index key attribute to an empty string or binary. */
  record EmptyUpdatedIndexKey(AttributeType type) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** UpdateItem writes an attribute of the primary key. */
  record UpdatedKey(String name) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A document path goes into a key attribute of the table. */
  record KeyNotScalar(String attribute) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A document path goes into a key attribute of an index. */
  record IndexKeyNotScalar(String attribute) implements KeyFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * Returns whether a key attribute of the table or of an index is empty. Such a fault fails a
   * whole transaction request, instead of canceling the transaction
   * (paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/transactIndexKeys}).
   */
  default boolean isOfEmptyKey() {
    return this instanceof EmptyKey
        || this instanceof EmptyIndexKey
        || this instanceof EmptyUpdatedIndexKey;
  }

  /** AWS's messages for these faults since October 2026. */
  interface KeyWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case MISMATCH -> "The provided key element does not match the schema";
        case PARTITION_KEY_TOO_LONG ->
            "One or more parameter values were invalid: "
                + "Size of hashkey has exceeded the maximum size limit of2048 bytes";
        case SORT_KEY_TOO_LONG ->
            "One or more parameter values were invalid: "
                + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";
        case UPDATED_INDEX_KEY_TYPE ->
            "The update expression attempted to update the secondary index key to unsupported type";
        // From the list of reasons on the AWS page API_TransactWriteItems.html.
        case UPDATED_INDEX_KEY_TOO_LONG ->
            "The update expression attempted to update the secondary index key beyond allowed size limits";
      };
    }

    default String text(MissingKey fault) {
      return Phrases.INVALID + "Missing the key " + fault.name() + " in the item";
    }

    default String text(KeyTypeMismatch fault) {
      return Phrases.INVALID
          + "Type mismatch for key "
          + fault.name()
          + " expected: "
          + fault.expected()
          + " actual: "
          + fault.actual();
    }

    default String text(EmptyKey fault) {
      return Phrases.NOT_VALID
          + "The AttributeValue for a key attribute cannot contain an empty "
          + (fault.type() == AttributeType.B ? "binary" : "string")
          + " value. Key: "
          + fault.name();
    }

    default String text(IndexKeyTypeMismatch fault) {
      return Phrases.INVALID
          + "Type mismatch for Index Key "
          + fault.name()
          + " Expected: "
          + fault.expected()
          + " Actual: "
          + fault.actual()
          + " IndexName: "
          + fault.index();
    }

    default String text(EmptyIndexKey fault) {
      return Phrases.NOT_VALID
          + "A value specified for a secondary index key is not supported. "
          + "The AttributeValue for a key attribute cannot contain an empty "
          + (fault.type() == AttributeType.B ? "binary" : "string")
          + " value. IndexName: "
          + fault.index()
          + ", IndexKey: "
          + fault.name();
    }

    /** paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/indexKeyValues}. */
    default String text(EmptyUpdatedIndexKey fault) {
      return Phrases.NOT_VALID
          + "The update expression attempted to update a secondary index key to a value that is not"
          + " supported. The AttributeValue for a key attribute cannot contain an empty "
          + (fault.type() == AttributeType.B ? "binary" : "string")
          + " value.";
    }

    default String text(UpdatedKey fault) {
      return Phrases.INVALID
          + "Cannot update attribute "
          + fault.name()
          + ". This attribute is part of the key";
    }

    default String text(KeyNotScalar fault) {
      return "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
          + " allowed: Key: "
          + fault.attribute();
    }

    default String text(IndexKeyNotScalar fault) {
      return "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
          + " allowed: IndexKey: "
          + fault.attribute();
    }
  }
}
