package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/** Faults of tables and throughput that exceed the quotas of an account. */
public sealed interface QuotaFault extends Fault {
  @Override
  default ErrorCode code() {
    return ErrorCode.LIMIT_EXCEEDED;
  }

  /** More tables than the account may have. */
  record TooManyTables(int limit) implements QuotaFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * More provisioned units than a table or index may have.
   *
   * @param index the name of the index; null for the table
   */
  record UnitsAboveMaximum(
      String member, @Nullable String index, long units, String region, long maximum)
      implements QuotaFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** More provisioned units than the account may have. */
  record AccountUnitsAboveMaximum(
      String member, String region, long reserved, long limit, long requested)
      implements QuotaFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A maximum of OnDemandThroughput with more units than a table may have. */
  record OnDemandAboveMaximum(String member, @Nullable String index, String quota, String region)
      implements QuotaFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Warm throughput with more units than a table may have. */
  record WarmAboveMaximum(String member, @Nullable String index, String quota, String region)
      implements QuotaFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026, from
   * aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks}, DDB-TABLE-154, -170 and -171,
   * recorded in October 2026.
   */
  interface QuotaWording {
    /** hashicorp/terraform, pull request 14571. */
    default String text(TooManyTables fault) {
      return "Subscriber limit exceeded: There is a limit of "
          + fault.limit()
          + " tables per subscriber";
    }

    default String text(UnitsAboveMaximum fault) {
      return "The requested "
          + fault.member()
          + (fault.index() == null ? "" : " for index " + fault.index())
          + ", "
          + fault.units()
          + ", is above the per "
          + (fault.index() == null ? "table" : "index")
          + " maximum for the account in "
          + fault.region()
          + ". Per table maximum: "
          + fault.maximum()
          + "."
          + Phrases.GUIDE;
    }

    default String text(AccountUnitsAboveMaximum fault) {
      return "This request would have caused the "
          + fault.member()
          + " limit to be exceeded for the account in "
          + fault.region()
          + ". Current "
          + fault.member()
          + " reserved by the account: "
          + fault.reserved()
          + ". Limit: "
          + fault.limit()
          + ". Requested: "
          + fault.requested()
          + "."
          + Phrases.GUIDE;
    }

    default String text(OnDemandAboveMaximum fault) {
      return exceeds(
          fault.member()
              + " for OnDemandThroughput for "
              + (fault.index() == null ? "table" : "index : " + fault.index()),
          fault.quota(),
          fault.region());
    }

    default String text(WarmAboveMaximum fault) {
      return exceeds(
          fault.member()
              + " for WarmThroughput for "
              + (fault.index() == null ? "table" : "index " + fault.index()),
          fault.quota(),
          fault.region());
    }

    private static String exceeds(String what, String quota, String region) {
      return "Subscriber limit exceeded: Requested "
          + what
          + " exceeds "
          + quota
          + " of the account in region "
          + region;
    }
  }
}
