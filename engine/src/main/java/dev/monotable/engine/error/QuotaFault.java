package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.GUIDE;
import static dev.monotable.engine.error.Phrases.phrase;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
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
   * More tables than may change at the same time. Source: serverless/serverless, issue 2622; the
   * number is that of the service model.
   */
  record TooManyChanges(int limit) implements QuotaFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Subscriber limit exceeded: Only %s tables can be created, updated, or deleted"
              + " simultaneously",
          limit);
    }
  }

  /**
   * More decreases of provisioned throughput than a day may have. Source:
   * ansible-collections/community.aws, issue 1558.
   *
   * @param first the number of decreases without a wait
   * @param seconds the wait before each other decrease
   * @param today the number of decreases on this UTC day
   * @param last the time of the last one
   * @param next the time from which on another one is possible
   */
  record TooManyDecreases(int first, long seconds, long today, String last, String next)
      implements QuotaFault {
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern(
                "EEEE, MMMM d, yyyy 'at' h:mm:ss a 'Coordinated Universal Time'", Locale.US)
            .withZone(ZoneOffset.UTC);

    @Override
    public String text(Wording wording) {
      return phrase(
          "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given"
              + " UTC day. After the first %s decreases, each subsequent decrease in the same UTC"
              + " day can be performed at most once every %s seconds. Number of decreases today:"
              + " %s. Last decrease at %s. Next decrease can be made at %s",
          first, seconds, today, last, next);
    }

    /** Returns the fault with its times as texts. */
    public static TooManyDecreases since(int first, long seconds, long today, Instant last) {
      return new TooManyDecreases(
          first, seconds, today, TIME.format(last), TIME.format(last.plusSeconds(seconds)));
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
