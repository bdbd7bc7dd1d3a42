package dev.monotable.engine.error;

import java.util.List;

/**
 * What AWS says of a change that another one, still under way, does not allow. Where nothing else
 * is noted, as recorded in October 2026 in aws-controllers-k8s/dynamodb-controller {@code
 * docs/api-quirks}: the catalogue in {@code details/DDB-TABLE-444.md}, and the findings named.
 */
public final class InUseMessages {
  private static final String IN_USE = "Attempt to change a resource which is still in use: ";

  /** DDB-TABLE-002. */
  public static final String DELETED_DURING_STREAM_CHANGE =
      IN_USE + "Cannot delete table while stream is being enabled/disabled.";

  /** DDB-TABLE-150. */
  public static final String DELETED_DURING_INDEX_CHANGE =
      IN_USE + "Cannot delete table while indexes are being created, updated, or deleted.";

  public static final String ENCRYPTION_UPDATING =
      IN_USE + "Server-Side Encryption is still being updated";

  private InUseMessages() {}

  /** DDB-TABLE-001. */
  public static String creating(String table) {
    return IN_USE + "Table is being created: " + table;
  }

  /** DDB-TABLE-008. */
  public static String deleting(String table) {
    return IN_USE + "Table is being deleted: " + table;
  }

  /** Of TTL, in other words than the rest: DDB-TABLE-115. */
  public static String creatingForTimeToLive(String table) {
    return IN_USE + "Table " + table + " is being created";
  }

  /** DeleteTable while the table is changed: DDB-TABLE-063. */
  public static String updating(String table) {
    return IN_USE + "Table: " + table + " is in the process of being updated.";
  }

  /** Throughput or billing mode while either is changed: DDB-TABLE-370. */
  public static String throughputUpdating(String table) {
    return IN_USE + "Table IOPS are currently being updated. Table: " + table;
  }

  /** The stream while it is changed. */
  public static String streamUpdating(String table, String label, String operation) {
    return IN_USE
        + "A stream status change is currently in progress. Table: "
        + table
        + streamTail(label, operation);
  }

  /** The stream while the throughput is changed: DDB-TABLE-369. */
  public static String streamDuringThroughput(String table) {
    return IN_USE
        + "Can't enable or disable stream while table IOPS are being updated. Table: "
        + table;
  }

  /** An index while the throughput is changed: DDB-TABLE-175. */
  public static String indexDuringThroughput(String table) {
    return IN_USE
        + "Can't create or delete indexes while table IOPS are being updated. Table: "
        + table;
  }

  /** The table class while the throughput is changed; as the two before. */
  public static String classDuringThroughput(String table) {
    return IN_USE + "Can't update table class while table IOPS are being updated. Table: " + table;
  }

  /**
   * Anything else while the stream is changed.
   *
   * @param what such as {@code change table IOPS}
   */
  public static String duringStream(String what, String table, String label, String operation) {
    return IN_USE
        + "Can't "
        + what
        + " when stream status is being updated. Table: "
        + table
        + streamTail(label, operation);
  }

  private static String streamTail(String label, String operation) {
    return " Stream: " + label + " Operation: " + operation;
  }

  /** Anything else while the table class is changed: DDB-TABLE-286. */
  public static String duringClass(String what, String table, String tableClass) {
    return IN_USE
        + "Can't "
        + what
        + " when a table class update is in progress. Table: "
        + table
        + " TableClassUpdateInProgress: "
        + tableClass;
  }

  /**
   * Anything else while an index is made or deleted: DDB-TABLE-163, -376.
   *
   * @param change {@code created} or {@code deleted}
   */
  public static String duringIndex(String what, String change, String table, List<String> indexes) {
    return IN_USE
        + "Can't "
        + what
        + " when an index is being "
        + change
        + ". Table: "
        + table
        + " Indexes: ["
        + String.join(", ", indexes)
        + "]";
  }

  /**
   * OnDemandThroughput while something else is changed: DDB-TABLE-286, -369, -375, -458.
   *
   * @param change such as {@code BillingMode update is in progress}
   */
  public static String onDemandDuring(String change) {
    return IN_USE + "OnDemandThroughput cannot be updated while " + change;
  }

  /** An index that is being made is made again. */
  public static String indexCreating(String table, String index) {
    return IN_USE + "Index is being created. " + indexTail(table, index);
  }

  /** An index that is not being filled yet is changed; two spaces, as recorded. */
  public static String indexNotBackfilling(String table, String index) {
    return IN_USE + "Index is being created but is not backfilling yet. " + indexTail(table, index);
  }

  /** An index that is not being filled yet is deleted: DDB-TABLE-149. */
  public static String indexAllocating(String table, String index) {
    return IN_USE
        + "Index creation is in resource allocation phase. Retry deletion during backfilling phase "
        + "or when the index is active."
        + indexTail(table, index);
  }

  /** DDB-TABLE-135. */
  public static String indexUpdating(String table, String index) {
    return IN_USE + "Index is being updated." + indexTail(table, index);
  }

  /** DDB-TABLE-163. */
  public static String indexDeleting(String table, String index) {
    return IN_USE + "Index is being deleted." + indexTail(table, index);
  }

  private static String indexTail(String table, String index) {
    return " Table: " + table + " Index: " + index;
  }
}
