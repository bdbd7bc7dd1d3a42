package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/** Faults of the throughput of tables and indexes. */
public sealed interface ThroughputFault extends Fault {
  /** Faults without data. */
  enum Plain implements ThroughputFault {
    UNITS_WITH_PAY_PER_REQUEST,
    UNITS_REQUIRED,
    WARM_THROUGHPUT_ALONE,
    ON_DEMAND_WITH_OTHERS,
    STREAM_WITH_THROUGHPUT,
    UPDATED_UNITS_REQUIRED,
    UPDATED_UNITS_WITH_PAY_PER_REQUEST;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** More capacity units than a request may ask for. */
  record UnitsOutOfBounds(long value, String member) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** ProvisionedThroughput for an index of a new on-demand table. */
  record IndexUnitsWithPayPerRequest(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No ProvisionedThroughput for an index of a new provisioned table. */
  record IndexUnitsRequired(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index with ProvisionedThroughput is added to an on-demand table. */
  record AddedIndexUnitsWithPayPerRequest(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index without ProvisionedThroughput is added to a provisioned table. */
  record AddedIndexUnitsRequired(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A table switches to provisioned mode without ProvisionedThroughput for all its indexes, or an
   * update of an index has no throughput.
   */
  record UpdatedIndexUnitsRequired(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * An update of an index of an on-demand table has ProvisionedThroughput, or no throughput at all.
   */
  record UpdatedIndexUnitsWithPayPerRequest(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** WarmThroughput of an index without members. */
  record IndexWarmThroughputEmpty(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** OnDemandThroughput for a new provisioned table or its index. */
  record OnDemandWhenProvisioned(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** OnDemandThroughput for a provisioned table or its index in UpdateTable. */
  record UpdatedOnDemandWhenProvisioned(String member, @Nullable String index)
      implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A maximum of OnDemandThroughput is out of range. */
  record OnDemandOutOfRange(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** WarmThroughput below that of a new on-demand table. */
  record WarmBelowOnDemand(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** WarmThroughput below the provisioned throughput of a new table. */
  record WarmBelowProvisioned(String member, @Nullable String index, String provisioned)
      implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** WarmThroughput would decrease. */
  record WarmDecreased(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * The requested throughput is the current one.
   *
   * @param index the name of the index; null for the table
   */
  record SameThroughput(long read, long write, @Nullable String index) implements ThroughputFault {
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
  interface ThroughputWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case UNITS_WITH_PAY_PER_REQUEST ->
            Phrases.INVALID
                + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                + "PAY_PER_REQUEST";
        case UNITS_REQUIRED ->
            Phrases.INVALID
                + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                + "PROVISIONED";
        case WARM_THROUGHPUT_ALONE ->
            Phrases.INVALID + "WarmThroughput must be the only operation in the request";
        case ON_DEMAND_WITH_OTHERS ->
            Phrases.INVALID
                + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request";
        case STREAM_WITH_THROUGHPUT ->
            Phrases.INVALID + "You cannot modify stream status while updating table IOPS";
        // [ack] 057, 056.
        case UPDATED_UNITS_REQUIRED ->
            Phrases.INVALID
                + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED";
        case UPDATED_UNITS_WITH_PAY_PER_REQUEST ->
            Phrases.INVALID
                + "ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST";
      };
    }

    default String text(UnitsOutOfBounds fault) {
      return "Given value " + fault.value() + " for " + fault.member() + " is out of bounds";
    }

    default String text(IndexUnitsWithPayPerRequest fault) {
      return Phrases.INVALID
          + "ProvisionedThroughput should not be specified for index: "
          + fault.index()
          + " when BillingMode is PAY_PER_REQUEST";
    }

    /** [ack] 128. */
    default String text(IndexUnitsRequired fault) {
      return Phrases.INVALID + "ProvisionedThroughput is not specified for index: " + fault.index();
    }

    /** [ack] 442. */
    default String text(AddedIndexUnitsWithPayPerRequest fault) {
      return Phrases.INVALID
          + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
          + fault.index()
          + " when BillingMode is PAY_PER_REQUEST";
    }

    /** [ack] 152. */
    default String text(AddedIndexUnitsRequired fault) {
      return Phrases.INVALID
          + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: "
          + fault.index();
    }

    /** [ack] 152. */
    default String text(UpdatedIndexUnitsRequired fault) {
      return Phrases.INVALID
          + "ProvisionedThroughput must be specified for index: "
          + fault.index();
    }

    /** [ack] 152, 456. */
    default String text(UpdatedIndexUnitsWithPayPerRequest fault) {
      return Phrases.INVALID
          + "The only Updates for index: "
          + fault.index()
          + " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, "
          + "WarmThroughput";
    }

    /** [ack] 456. */
    default String text(IndexWarmThroughputEmpty fault) {
      return Phrases.INVALID
          + "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond "
          + "specified for index: "
          + fault.index();
    }

    /** [ack] 128. */
    default String text(OnDemandWhenProvisioned fault) {
      return Phrases.INVALID
          + fault.member()
          + " for OnDemandThroughput "
          + (fault.index() == null ? "" : "for index: " + fault.index() + " ")
          + "cannot be specified when table BillingMode is PROVISIONED.";
    }

    /** [ack] 059, 153. */
    default String text(UpdatedOnDemandWhenProvisioned fault) {
      return Phrases.INVALID
          + fault.member()
          + " for OnDemandThroughput "
          + (fault.index() == null ? "" : "for index : " + fault.index() + " ")
          + "cannot be specified when the table BillingMode is PROVISIONED";
    }

    /** [ack] 039, 128. */
    default String text(OnDemandOutOfRange fault) {
      return Phrases.INVALID
          + "Requested "
          + fault.member()
          + " for OnDemandThroughput for "
          + (fault.index() == null ? "table" : "index : " + fault.index())
          + " is outside of valid range";
    }

    /** [ack] 039, 128. */
    default String text(WarmBelowOnDemand fault) {
      return requestedWarm(fault.member(), fault.index())
          + " is lower than initial throughput for OnDemand. See: "
          + "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
          + "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
    }

    /** [ack] 039. */
    default String text(WarmBelowProvisioned fault) {
      return requestedWarm(fault.member(), fault.index())
          + " is lower than "
          + fault.provisioned()
          + " of ProvisionedThroughput";
    }

    /** [ack] 059, 155. */
    default String text(WarmDecreased fault) {
      return requestedWarm(fault.member(), fault.index())
          + " is lower than current WarmThroughput, decreasing WarmThroughput is not supported";
    }

    /** [ack] 164. */
    default String text(SameThroughput fault) {
      String subject = fault.index() == null ? "the table" : "index " + fault.index();
      return "The provisioned throughput for "
          + (fault.index() == null ? subject : "the " + subject)
          + " will not change. The requested value equals the current value. "
          + "Current ReadCapacityUnits provisioned for "
          + subject
          + ": "
          + fault.read()
          + ". Requested ReadCapacityUnits: "
          + fault.read()
          + ". Current WriteCapacityUnits provisioned for "
          + subject
          + ": "
          + fault.write()
          + ". Requested WriteCapacityUnits: "
          + fault.write()
          + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
          + "higher limits.";
    }

    private static String requestedWarm(String member, @Nullable String index) {
      return Phrases.INVALID
          + "Requested "
          + member
          + " for WarmThroughput for "
          + (index == null ? "table" : "index " + index);
    }
  }
}
