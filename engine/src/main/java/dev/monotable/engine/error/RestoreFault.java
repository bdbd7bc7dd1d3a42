package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalidRequest;

import org.jspecify.annotations.Nullable;

/**
 * Faults of a restored table: its name, and what the request overrides.
 *
 * <p>The source is DDB-TABLE-273 and -280 unless noted otherwise.
 */
public sealed interface RestoreFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements RestoreFault, FaultText {
    /** Source: DDB-TABLE-457, rst_target_empty. */
    TARGET_NAME_LENGTH(
        "TableName must be at least 3 characters long and at most 255 characters long"),
    /** The backup is in another Region. Source: DDB-TABLE-274. */
    OTHER_REGION(
        invalidRequest("sseSpecificationOverride must be provided for cross-region restores")),
    /** ProvisionedThroughput of an index is missing. */
    INDEX_UNITS_REQUIRED(invalidRequest("Must specify provisioned throughput for index %s")),
    /** An index that the source does not have, by its key and its projection. */
    OTHER_INDEX(
        invalidRequest(
            "Index %s does not match a secondary index that existed in the source table and "
                + "cannot be created during the restore operation")),
    /** Source: DDB-TABLE-219, -275. */
    TARGET_EXISTS("Table already exists: %s"),
    /** Source: DDB-TABLE-219. */
    TARGET_IN_RESTORE("Table: %s is already being restored from backup: %s"),
    /** Source: DDB-TABLE-350, -443. */
    TOO_MANY_RESTORES(
        "Subscriber limit exceeded: Only %s restore operations can be done simultaneously");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case TARGET_EXISTS -> ErrorCode.TABLE_ALREADY_EXISTS;
        case TARGET_IN_RESTORE -> ErrorCode.TABLE_IN_USE;
        case TOO_MANY_RESTORES -> ErrorCode.LIMIT_EXCEEDED;
        case TARGET_NAME_LENGTH, OTHER_REGION, INDEX_UNITS_REQUIRED, OTHER_INDEX ->
            ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** A rule of throughput that an override breaks. */
  enum Rule {
    UNITS_WITH_PAY_PER_REQUEST(
        "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST"),
    UNITS_WITHOUT_PROVISIONED(
        "Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED"),
    UNITS_REQUIRED(
        "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");

    private final String text;

    Rule(String text) {
      this.text = text;
    }
  }

  /**
   * Provisioned throughput that does not fit the billing mode.
   *
   * @param index the name of the index; null for the table
   */
  record Units(Rule rule, @Nullable String index) implements RestoreFault {
    @Override
    public String text(Wording wording) {
      return invalidRequest(rule.text + ofIndex(index));
    }
  }

  /**
   * A maximum on-demand throughput for a provisioned table.
   *
   * @param index the name of the index; null for the table
   */
  record OnDemandWhenProvisioned(String member, @Nullable String index) implements RestoreFault {
    @Override
    public String text(Wording wording) {
      return invalidRequest(
          "Cannot override "
              + member
              + " for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST"
              + ofIndex(index));
    }
  }

  /**
   * A maximum on-demand throughput that is out of range.
   *
   * @param index the name of the index; null for the table
   */
  record OnDemandOutOfRange(String member, @Nullable String index) implements RestoreFault {
    @Override
    public String text(Wording wording) {
      return invalidRequest(
          "Requested "
              + member
              + " for OnDemandThroughput is outside of valid range"
              + ofIndex(index));
    }
  }

  private static String ofIndex(@Nullable String index) {
    return index == null ? "" : " for index " + index;
  }
}
