package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.GUIDE;
import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

import org.jspecify.annotations.Nullable;

/**
 * Faults of the throughput of tables and indexes.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface ThroughputFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements ThroughputFault, FaultText {
    UNITS_WITH_PAY_PER_REQUEST(
        invalid(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                + "BillingMode is PAY_PER_REQUEST")),
    UNITS_REQUIRED(
        invalid(
            "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
                + "BillingMode is PROVISIONED")),
    WARM_THROUGHPUT_ALONE(invalid("WarmThroughput must be the only operation in the request")),
    ON_DEMAND_WITH_OTHERS(
        invalid(
            "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request")),
    STREAM_WITH_THROUGHPUT(invalid("You cannot modify stream status while updating table IOPS")),
    // Source: DDB-TABLE-057, -056.
    UPDATED_UNITS_REQUIRED(
        invalid("ProvisionedThroughput must be specified when BillingMode is PROVISIONED")),
    UPDATED_UNITS_WITH_PAY_PER_REQUEST(
        invalid("ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST")),
    /** More capacity units than a request may ask for. */
    UNITS_OUT_OF_BOUNDS("Given value %s for %s is out of bounds"),
    /** ProvisionedThroughput for an index of a new on-demand table. */
    INDEX_UNITS_WITH_PAY_PER_REQUEST(
        invalid(
            "ProvisionedThroughput should not be specified for index: %s when BillingMode is "
                + "PAY_PER_REQUEST")),
    /** No ProvisionedThroughput for an index of a new provisioned table. Source: DDB-TABLE-128. */
    INDEX_UNITS_REQUIRED(invalid("ProvisionedThroughput is not specified for index: %s")),
    /**
     * An index with ProvisionedThroughput is added to an on-demand table. Source: DDB-TABLE-442.
     */
    ADDED_INDEX_UNITS_WITH_PAY_PER_REQUEST(
        invalid(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: %s "
                + "when BillingMode is PAY_PER_REQUEST")),
    /**
     * An index without ProvisionedThroughput is added to a provisioned table. Source:
     * DDB-TABLE-152.
     */
    ADDED_INDEX_UNITS_REQUIRED(
        invalid("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: %s")),
    /**
     * A table switches to provisioned mode without ProvisionedThroughput for all its indexes, or an
     * update of an index has no throughput. Source: DDB-TABLE-152.
     */
    UPDATED_INDEX_UNITS_REQUIRED(invalid("ProvisionedThroughput must be specified for index: %s")),
    /**
     * An update of an index of an on-demand table has ProvisionedThroughput, or no throughput at
     * all. Source: DDB-TABLE-152, -456.
     */
    UPDATED_INDEX_UNITS_WITH_PAY_PER_REQUEST(
        invalid(
            "The only Updates for index: %s when TableThroughputMode is PAY_PER_REQUEST can "
                + "be to OnDemandThroughput, WarmThroughput")),
    /** WarmThroughput of an index without members. Source: DDB-TABLE-456. */
    INDEX_WARM_THROUGHPUT_EMPTY(
        invalid(
            "WarmThroughput must have at least one of ReadUnitsPerSecond or "
                + "WriteUnitsPerSecond specified for index: %s"));

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** OnDemandThroughput for a new provisioned table or its index. Source: DDB-TABLE-128. */
  record OnDemandWhenProvisioned(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "%s for OnDemandThroughput %scannot be specified when table BillingMode is PROVISIONED.",
          member, index == null ? "" : "for index: " + index + " ");
    }
  }

  /**
   * OnDemandThroughput for a provisioned table or its index in UpdateTable. Source: DDB-TABLE-059,
   * -153.
   */
  record UpdatedOnDemandWhenProvisioned(String member, @Nullable String index)
      implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "%s for OnDemandThroughput %scannot be specified when the table BillingMode is "
              + "PROVISIONED",
          member, index == null ? "" : "for index : " + index + " ");
    }
  }

  /** A maximum of OnDemandThroughput is out of range. Source: DDB-TABLE-039, -128. */
  record OnDemandOutOfRange(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      return invalid(
          "Requested %s for OnDemandThroughput for %s is outside of valid range",
          member, index == null ? "table" : "index : " + index);
    }
  }

  /** WarmThroughput below that of a new on-demand table. Source: DDB-TABLE-039, -128. */
  record WarmBelowOnDemand(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "%s is lower than initial throughput for OnDemand. See: "
              + "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial",
          requestedWarm(member, index));
    }
  }

  /** WarmThroughput below the provisioned throughput of a new table. Source: DDB-TABLE-039. */
  record WarmBelowProvisioned(String member, @Nullable String index, String provisioned)
      implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "%s is lower than %s of ProvisionedThroughput",
          requestedWarm(member, index), provisioned);
    }
  }

  /** WarmThroughput would decrease. Source: DDB-TABLE-059, -155. */
  record WarmDecreased(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "%s is lower than current WarmThroughput, decreasing WarmThroughput is not supported",
          requestedWarm(member, index));
    }
  }

  /**
   * The requested throughput is the current one. Source: DDB-TABLE-164.
   *
   * @param index the name of the index; null for the table
   */
  record SameThroughput(long read, long write, @Nullable String index) implements ThroughputFault {
    @Override
    public String text(Wording wording) {
      String subject = index == null ? "the table" : "index " + index;
      return phrase(
              "The provisioned throughput for %s will not change. The requested value equals the current "
                  + "value. Current ReadCapacityUnits provisioned for %s: %s. Requested ReadCapacityUnits: "
                  + "%s. Current WriteCapacityUnits provisioned for %s: %s. Requested WriteCapacityUnits: "
                  + "%s.",
              index == null ? subject : "the " + subject,
              subject,
              read,
              read,
              subject,
              write,
              write)
          + GUIDE;
    }
  }

  private static String requestedWarm(String member, @Nullable String index) {
    return invalid(
        "Requested %s for WarmThroughput for %s",
        member, index == null ? "table" : "index " + index);
  }
}
