package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.notValid;

import dev.monotable.value.AttributeType;

/** Faults of keys, of key attributes in items, and of updates of key attributes. */
public sealed interface KeyFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements KeyFault, FaultText {
    MISMATCH("The provided key element does not match the schema"),
    PARTITION_KEY_TOO_LONG(
        "One or more parameter values were invalid: Size of hashkey has exceeded the "
            + "maximum size limit of2048 bytes"),
    SORT_KEY_TOO_LONG(
        "One or more parameter values were invalid: Aggregated size of all range keys "
            + "has exceeded the size limit of 1024 bytes"),
    UPDATED_INDEX_KEY_TYPE(
        "The update expression attempted to update the secondary index key to unsupported type"),
    // From the list of reasons on the AWS page API_TransactWriteItems.html.
    UPDATED_INDEX_KEY_TOO_LONG(
        "The update expression attempted to update the secondary index key beyond "
            + "allowed size limits"),
    /** A key attribute is missing in an item to put. */
    MISSING_KEY(invalid("Missing the key %s in the item")),
    /** A key attribute of an item to put does not have the defined type. */
    KEY_TYPE_MISMATCH(invalid("Type mismatch for key %s expected: %s actual: %s")),
    /** An index key attribute of an item to put does not have the defined type. */
    INDEX_KEY_TYPE_MISMATCH(
        invalid("Type mismatch for Index Key %s Expected: %s Actual: %s IndexName: %s")),
    /** UpdateItem writes an attribute of the primary key. */
    UPDATED_KEY(invalid("Cannot update attribute %s. This attribute is part of the key")),
    /** A document path goes into a key attribute of the table. */
    KEY_NOT_SCALAR(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are "
            + "not allowed: Key: %s"),
    /** A document path goes into a key attribute of an index. */
    INDEX_KEY_NOT_SCALAR(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are "
            + "not allowed: IndexKey: %s");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** A key attribute is an empty string or binary. */
  record EmptyKey(String name, AttributeType type) implements KeyFault {
    @Override
    public String text(Wording wording) {
      return notValid(
          "The AttributeValue for a key attribute cannot contain an empty %s value. Key: %s",
          type == AttributeType.B ? "binary" : "string", name);
    }
  }

  /** An index key attribute of an item to put is an empty string or binary. */
  record EmptyIndexKey(String name, AttributeType type, String index) implements KeyFault {
    @Override
    public String text(Wording wording) {
      return notValid(
          "A value specified for a secondary index key is not supported. The "
              + "AttributeValue for a key attribute cannot contain an empty %s value. IndexName: "
              + "%s, IndexKey: %s",
          type == AttributeType.B ? "binary" : "string", index, name);
    }
  }

  /**
   * UpdateItem sets an index key attribute to an empty string or binary. Source: parity {@code
   * tests/tier3/error-messages/indexKeyValues}.
   */
  record EmptyUpdatedIndexKey(AttributeType type) implements KeyFault {
    @Override
    public String text(Wording wording) {
      return notValid(
          "The update expression attempted to update a secondary index key to a value that "
              + "is not supported. The AttributeValue for a key attribute cannot contain an "
              + "empty %s value.",
          type == AttributeType.B ? "binary" : "string");
    }
  }

  /**
   * Returns whether a key attribute of the table or of an index is empty. Such a fault fails a
   * whole transaction request, instead of canceling the transaction (parity {@code
   * tests/tier3/error-messages/transactIndexKeys}).
   */
  default boolean isOfEmptyKey() {
    return this instanceof EmptyKey
        || this instanceof EmptyIndexKey
        || this instanceof EmptyUpdatedIndexKey;
  }
}
