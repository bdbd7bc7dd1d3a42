package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

import java.util.List;

/**
 * Faults of vector indexes, of the vectors of items, and of SearchVectors.
 *
 * <p>The sources are recordings of 2026: <i>parity</i> (nubo-db and
 * paritysuite/dynamodb-conformance, {@code tests/tier3/error-messages/}{searchVectors,
 * vectorIndexes, vectorWrites}), <i>extenddb</i> (ExtendDB/extenddb {@code crates/core}) and
 * <i>dynoxide</i> (nubo-db/dynoxide {@code src/actions}).
 */
public sealed interface VectorFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements VectorFault, FaultText {
    // Definitions. Source: parity vectorIndexes, unless noted otherwise.
    PAY_PER_REQUEST_ONLY(invalid("Vector indexes are only supported for PAY_PER_REQUEST tables")),
    /** Source: extenddb, a switch beside changes of vector indexes, 2026-08-19. */
    PAY_PER_REQUEST_BESIDE_UPDATES(
        invalid("Tables with vector indexes must be in PAY_PER_REQUEST mode")),
    SCHEMA_NOT_DEFINED(
        invalid("One element in SearchSchema is not defined in attribute definitions")),
    DIMENSIONS(invalid("Number of dimensions must be between 1 and %s inclusive.")),
    TOO_MANY(invalid("VectorIndex count exceeds the per-table limit of %s")),
    /** Source: extenddb {@code vector_index_update_rules}, 2026-08-13. */
    ADDED_TOO_MANY(
        "Subscriber limit exceeded: Number of vector secondary indexes exceeds per-table limit of"
            + " %s"),
    OTHER_DIMENSIONS(
        invalid(
            "Conflicting attribute definition for '%s'. All VectorIndexes on the same vector "
                + "attribute must use the same dimensions.")),
    /** Source: extenddb, 2026-08-13. */
    VECTOR_DEFINED(
        invalid(
            "Conflicting attribute definition for '%s'. An attribute cannot be defined in "
                + "AttributeDefinitions when used as a VectorAttribute.")),
    /** Source: dynoxide {@code tests/vector_indexes.rs}, eu-west-2 and us-east-1, 2026-08-12. */
    SCHEMA_NAME_TWICE(invalid("SearchSchema contains a duplicate AttributeName")),
    /** Source: extenddb, 2026-08-06; also for the next one. */
    SCHEMA_HASHES(
        invalid(
            "Value '%s' at 'SearchSchema' failed to satisfy constraint: Member must have HASH "
                + "count less than or equal to 1")),
    SCHEMA_FILTERS(
        invalid(
            "Value '%s' at 'SearchSchema' failed to satisfy constraint: Member must have "
                + "INLINE_FILTER count less than or equal to %s")),
    /** Unverified; as of global secondary indexes. */
    UPDATE_TWICE(invalid("Only one vector index action is allowed per VectorIndexUpdate object")),
    /** Unverified; as of global secondary indexes. */
    UPDATE_EMPTY(
        invalid("One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null")),
    /** Unverified; as of global secondary indexes. */
    UPDATED_TWICE(
        invalid("Only one vector index update per index is allowed simultaneously. Index: %s")),

    // Writes. Source of the first three: extenddb, 2026-08-19 and 2026-08-24.
    NOT_A_LIST(
        Text.TWICE + "Invalid type for parameter %s, Expected: L, Actual: %s. IndexName: %s"),
    OTHER_SIZE(
        Text.TWICE + "Invalid size for parameter %s, Expected: %s, Actual: %s. IndexName: %s"),
    OUT_OF_RANGE(
        Text.TWICE
            + "Invalid value for parameter %s[%s], Value: %s is outside valid range "
            + "[-3.4028235E38, 3.4028235E38]. IndexName: %s"),
    /** Source: parity vectorWrites and extenddb. */
    NOT_A_NUMBER(
        Text.ONCE
            + "Invalid type for parameter %s[%s], Expected: 32-bit floating point number, "
            + "Actual: %s. IndexName: %s"),
    /** Source: extenddb and dynoxide, 2026-08-14. */
    SCHEMA_TYPE_MISMATCH(
        Text.ONCE + "Attribute '%s' type mismatch. Expected: %s, Actual: %s. IndexName: %s"),
    /** Source: extenddb; unverified. */
    FILTER_TOO_LONG(
        invalid("Size limit exceeded for SearchSchema attribute '%s': maximum %s bytes")),
    /** Ours: the memory for the vectors of an index is full. */
    NO_MEMORY(
        "Monotable has no memory left for more vectors: delete items or vector indexes, or raise "
            + "the limit of %s bytes for the vectors of an index"),

    // Reads of other operations. Source: extenddb, 2026-08-20; parity vectorSearch/partiql.
    QUERY("Query operation not supported on this index type."),
    SCAN("Scan operation not supported on this index type"),

    // SearchVectors. Source: parity searchVectors, unless noted otherwise.
    TOP_K(
        "Provided TopK value '%s' is out of valid range. The value must be between 1 and %s"
            + " inclusive"),
    /** Source: parity vectorSearch/updateLifecycle. */
    BACKFILLING("Cannot search backfilling vector index: %s"),
    SEARCH_VALUES(
        "Search vector contains invalid values. All values in the search vector must be a 32-bit "
            + "floating-point number attribute"),
    SEARCH_DIMENSIONS("Input search vector dimension %s does not match vector index dimension %s"),
    COMPARATOR(Text.CONDITION + "Invalid comparator used in SearchConditionExpression"),
    NOT_IN_SCHEMA(
        "SearchConditionExpression must not contain any attributes that is not in SearchSchema. "
            + "Invalid attribute: %s"),
    /** Source: dynoxide, eu-west-2, 2026-08-19; also for the next one. */
    NESTED(
        Text.CONDITION + "SearchConditionExpression cannot have conditions on nested attributes"),
    ATTRIBUTE_TWICE(
        Text.CONDITION + "SearchConditionExpression must only contain one condition per attribute"),
    HASH_REQUIRED("SearchConditionExpression must be provided when SearchSchema has a HASH key"),
    /** Source: extenddb, us-east-1, 2026-08-19. */
    HASH_MISSING(
        "SearchConditionExpression must have all HASH attributes in configured SearchSchema"),
    /** Source: dynoxide, 2026-08-13. */
    CONDITION_TYPE(
        "Type of '%s' attribute in SearchConditionExpression (%s) does not match type in search "
            + "schema (%s)"),
    /** Unverified: the guide says that a response has 16 MB at most. */
    RESPONSE_TOO_LARGE("The response of SearchVectors exceeds the maximum size of %s bytes");

    /** Texts that others begin with. */
    private static final class Text {
      /** AWS says it twice, and with a space before the second full stop. */
      static final String TWICE =
          "One or more parameter values are not valid. One or more parameter values were invalid ."
              + " ";

      static final String ONCE = "One or more parameter values were invalid. ";
      static final String CONDITION = "Invalid SearchConditionExpression: ";
    }

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return this == ADDED_TOO_MANY || this == NO_MEMORY
          ? ErrorCode.LIMIT_EXCEEDED
          : ErrorCode.VALIDATION;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * A new index whose vector is an attribute with another definition. Source: extenddb, 2026-08-13
   * and 2026-08-24.
   *
   * @param existing the key that has the attribute; empty if it is the vector of another index
   * @param existingDimensions of that vector
   */
  record AttributeRedefined(
      String attribute,
      List<IndexFault.SchemaElement> existing,
      long existingDimensions,
      long dimensions)
      implements VectorFault {
    public AttributeRedefined {
      existing = List.copyOf(existing);
    }

    @Override
    public String text(Wording wording) {
      return invalid(
          "Attributes cannot be redefined. Please check that your attribute has the same "
              + "type as previously defined. Existing schema: %s New schema: %s",
          existing.isEmpty() ? schema(existingDimensions) : IndexFault.schema(existing),
          schema(dimensions));
    }

    private String schema(long size) {
      return "VectorIndexSchema:[VectorAttribute: key{" + attribute + ":L:" + size + "}]";
    }
  }
}
