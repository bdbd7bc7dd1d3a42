package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/** What can be wrong with the throughput of a table or an index. */
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

  /** More capacity than can be asked for. */
  record UnitsOutOfBounds(long value, String member) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Throughput of an index of a table that pays by request. */
  record IndexUnitsWithPayPerRequest(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index of a new provisioned table without throughput. */
  record IndexUnitsRequired(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index is added to a table that pays by request, with throughput. */
  record AddedIndexUnitsWithPayPerRequest(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index is added to a provisioned table, without throughput. */
  record AddedIndexUnitsRequired(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A table becomes provisioned, and not all its indexes are given throughput. */
  record UpdatedIndexUnitsRequired(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An index of a table that pays by request is given throughput, or nothing. */
  record UpdatedIndexUnitsWithPayPerRequest(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** WarmThroughput with nothing in it. */
  record IndexWarmThroughputEmpty(String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** OnDemandThroughput of a new provisioned table, or of its index. */
  record OnDemandWhenProvisioned(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The same by UpdateTable. */
  record UpdatedOnDemandWhenProvisioned(String member, @Nullable String index)
      implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** OnDemandThroughput of no units. */
  record OnDemandOutOfRange(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** WarmThroughput below what a new table on demand has. */
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

  /** WarmThroughput is to be less than it is. */
  record WarmDecreased(String member, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Throughput is to become what it is; of an index. */
  record SameThroughput(long read, long write, @Nullable String index) implements ThroughputFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * The service's texts on these faults since October 2026. Where nothing else is noted, as
   * architect/dynalite recorded it from the service ({@code validations/createTable.js}, {@code
   * validations/updateTable.js}). {@code [ack]} is the finding DDB-TABLE of that number in {@code
   * docs/api-quirks} of aws-controllers-k8s/dynamodb-controller, recorded in October 2026.
   */
  interface ThroughputWording {
    /** The text on a fault without data. */
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
