package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * What AWS says of tables and throughput beyond the quotas of an account, always in a
 * LimitExceededException: aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks},
 * DDB-TABLE-154, -170 and -171, recorded in October 2026.
 */
public final class QuotaMessages {
  private static final String GUIDE =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
          + "limits.";

  private QuotaMessages() {}

  /** More tables than there may be: hashicorp/terraform, pull request 14571. */
  public static String tooManyTables(int limit) {
    return "Subscriber limit exceeded: There is a limit of " + limit + " tables per subscriber";
  }

  /**
   * More provisioned units than a table or index may have.
   *
   * @param index that they are of; null for a table's
   */
  public static String unitsAboveMaximum(
      String member, @Nullable String index, long units, String region, long maximum) {
    return "The requested "
        + member
        + (index == null ? "" : " for index " + index)
        + ", "
        + units
        + ", is above the per "
        + (index == null ? "table" : "index")
        + " maximum for the account in "
        + region
        + ". Per table maximum: "
        + maximum
        + "."
        + GUIDE;
  }

  /** More provisioned units than the account may have. */
  public static String accountUnitsAboveMaximum(
      String member, String region, long reserved, long limit, long requested) {
    return "This request would have caused the "
        + member
        + " limit to be exceeded for the account in "
        + region
        + ". Current "
        + member
        + " reserved by the account: "
        + reserved
        + ". Limit: "
        + limit
        + ". Requested: "
        + requested
        + "."
        + GUIDE;
  }

  /** On-demand bounds of more units than a table may have. */
  public static String onDemandAboveMaximum(
      String member, @Nullable String index, String quota, String region) {
    return exceeds(
        member + " for OnDemandThroughput for " + (index == null ? "table" : "index : " + index),
        quota,
        region);
  }

  /** Warm throughput of more units than a table may have. */
  public static String warmAboveMaximum(
      String member, @Nullable String index, String quota, String region) {
    return exceeds(
        member + " for WarmThroughput for " + (index == null ? "table" : "index " + index),
        quota,
        region);
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
