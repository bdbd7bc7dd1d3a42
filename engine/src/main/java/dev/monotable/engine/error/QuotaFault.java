package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.GUIDE;
import static dev.monotable.engine.error.Phrases.phrase;

import org.jspecify.annotations.Nullable;

/**
 * Faults of tables and throughput that exceed the quotas of an account.
 *
 * <p>The source is DDB-TABLE-154, -170 and -171 unless noted otherwise.
 */
public sealed interface QuotaFault extends Fault {
  @Override
  default ErrorCode code() {
    return ErrorCode.LIMIT_EXCEEDED;
  }

  /** More tables than the account may have. Source: hashicorp/terraform, pull request 14571. */
  record TooManyTables(int limit) implements QuotaFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Subscriber limit exceeded: There is a limit of %s tables per subscriber", limit);
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
    public String text(Wording wording) {
      return phrase(
              "The requested %s%s, %s, is above the per %s maximum for the account in %s. Per "
                  + "table maximum: %s.",
              member,
              index == null ? "" : " for index " + index,
              units,
              index == null ? "table" : "index",
              region,
              maximum)
          + GUIDE;
    }
  }

  /** More provisioned units than the account may have. */
  record AccountUnitsAboveMaximum(
      String member, String region, long reserved, long limit, long requested)
      implements QuotaFault {
    @Override
    public String text(Wording wording) {
      return phrase(
              "This request would have caused the %s limit to be exceeded for the account in "
                  + "%s. Current %s reserved by the account: %s. Limit: %s. Requested: %s.",
              member, region, member, reserved, limit, requested)
          + GUIDE;
    }
  }

  /** A maximum of OnDemandThroughput with more units than a table may have. */
  record OnDemandAboveMaximum(String member, @Nullable String index, String quota, String region)
      implements QuotaFault {
    @Override
    public String text(Wording wording) {
      return exceeds(
          member + " for OnDemandThroughput for " + (index == null ? "table" : "index : " + index),
          quota,
          region);
    }
  }

  /** Warm throughput with more units than a table may have. */
  record WarmAboveMaximum(String member, @Nullable String index, String quota, String region)
      implements QuotaFault {
    @Override
    public String text(Wording wording) {
      return exceeds(
          member + " for WarmThroughput for " + (index == null ? "table" : "index " + index),
          quota,
          region);
    }
  }

  private static String exceeds(String what, String quota, String region) {
    return phrase(
        "Subscriber limit exceeded: Requested %s exceeds %s of the account in region %s",
        what, quota, region);
  }
}
