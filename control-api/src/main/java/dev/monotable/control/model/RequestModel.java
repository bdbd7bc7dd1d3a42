package dev.monotable.control.model;

import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.text.FileValue;
import dev.monotable.text.RecordCodec.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests that were handled, and the faults that are injected into them. */
public final class RequestModel {
  private RequestModel() {}

  /** The kinds of faults; the JUnit extension has a method for each. */
  public enum FaultName {
    THROTTLE,
    UNPROCESSED,
    SERVER_ERROR,
    SERVER_ERROR_AFTERWARDS,
    DROP_CONNECTION,
    DROP_CONNECTION_AFTERWARDS,
    LATENCY,
    REAL_LATENCY,
    TRANSACTION_CONFLICT,
    TRANSACTION_IN_PROGRESS,
    PAGES_OF,
    STALE_READS,
    LAGGING_INDEX,
    LATE_RECORDS,
    REPEATED_RECORDS
  }

  /** A rule that injects a fault. */
  @Doc("A rule that injects a fault. Without the members that select requests, it hits all.")
  public record FaultToAdd(
      @Doc("The fault.") FaultName fault,
      @Doc("An operation, such as PutItem.") @Nullable String operation,
      @Doc("The name of a table.") @Nullable String table,
      @Doc("The name of an index.") @Nullable String index,
      @Doc("The partition key, or the primary key, of an item in DynamoDB JSON.")
          @Nullable FileValue key,
      @Doc("After how many faults the rule ends.") @Nullable Long times,
      @Doc("How many matching requests pass before the first fault.") @Nullable Long after,
      @Doc("The probability of the fault for each matching request, more than 0 and at most 1.")
          @Nullable Double probability,
      @Doc("The seed of all draws from now on. The rules that exist are removed.")
          @Nullable Long seed,
      @Doc("For `throttle`: the limit that is exceeded.") @Nullable ThroughputLimit limit,
      @Doc("For `unprocessed`: how many parts of a batch are unprocessed at most; default 1.")
          @Nullable Integer parts,
      @Doc("For `pagesOf`: how many items a page has at most.") @Nullable Integer items,
      @Doc("For `staleReads` and `laggingIndex`: how many commits the state is old.")
          @Nullable Integer commits,
      @Doc(
              "For `latency`, `realLatency` and `lateRecords`: the delay. For `staleReads` and"
                  + " `laggingIndex`: the age of the state.")
          @Nullable Duration duration) {}

  /** A rule with its counts. */
  @Doc("A rule with its counts.")
  public record FaultDescription(
      @Doc("The ID of the rule in its database.") String id,
      @Doc(
              "The rule as text, which the header `x-monotable-fault` of a response has if the rule"
                  + " has changed it.")
          String name,
      @Doc("How many requests have matched.") long matched,
      @Doc("How many faults were injected.") long injected) {}

  /** The rules of a database. */
  @Doc("The rules of a database.")
  public record FaultList(
      @Doc("The seed of all draws.") long seed,
      @Doc("The rules in the order in which they were added.") List<FaultDescription> faults) {}

  /** A part of a request that was throttled. */
  @Doc("A part of a request that was throttled.")
  public record ThrottledPart(
      @Doc("The name of the table.") String table,
      @Doc("The index whose throughput was exceeded; absent for the table.") @Nullable String index,
      @Doc("The partition key in the table or index, in DynamoDB JSON; absent for a Scan.")
          @Nullable RawJson key,
      @Doc("The reason, such as TableWriteKeyRangeThroughputExceeded.") String reason) {}

  /** A request that was handled. */
  @Doc("A request that was handled.")
  public record RequestEntry(
      @Doc("The number of the request, from 1.") @Nullable Long number,
      @Doc("When it began, by the clock of the database.") Instant time,
      @Doc("The operation.") String operation,
      @Doc("The tables that it names.") List<String> tables,
      @Doc("The index that it reads.") @Nullable String index,
      @Doc("The request on one line: access path, key condition and result.") String summary,
      @Doc("The number of items that were read.") long itemsRead,
      @Doc("The number of items that were returned.") long itemsReturned,
      @Doc("The size of what was read, in bytes.") long bytesRead,
      @Doc("The read capacity units that it consumed.") double readUnits,
      @Doc("The write capacity units that it consumed.") double writeUnits,
      @Doc("How long it took inside the server, in milliseconds.") double ms,
      @Doc("The number of unprocessed keys or items.") @Nullable Integer unprocessed,
      @Doc("True if the response says that there is more to read.") @Nullable Boolean more,
      @Doc("The fault rules that have hit it.") @Nullable List<String> faults,
      @Doc("Its parts that were throttled.") @Nullable List<ThrottledPart> throttled,
      @Doc("True if a fault dropped the connection.") @Nullable Boolean connectionDropped,
      @Doc("The error type.") @Nullable String error,
      @Doc("The message of the error.") @Nullable String message) {}

  /** A key that is accessed or throttled often. */
  @Doc("A key that is accessed or throttled often.")
  public record ContributorEntry(
      @Doc("The key, in DynamoDB JSON.") RawJson key,
      @Doc("The capacity units that accesses consumed, or the number of throttled requests.")
          double count,
      @Doc("By how much the count may be too high; absent for an exact one.")
          @Nullable Double error) {}

  /** The keys of a table or index that contribute most. */
  @Doc(
      "The most accessed and the most throttled keys of a table or index since Contributor Insights"
          + " was enabled for it, the first ones most.")
  public record ContributorList(
      @Doc("The name of the table.") String table,
      @Doc("The name of the index; absent for the table.") @Nullable String index,
      @Doc("Partition keys by the capacity units that they consumed.")
          List<ContributorEntry> accessedPartitionKeys,
      @Doc("Partition and sort keys by the capacity units that they consumed.")
          List<ContributorEntry> accessedKeys,
      @Doc("Partition keys by the number of throttled requests.")
          List<ContributorEntry> throttledPartitionKeys,
      @Doc("Partition and sort keys by the number of throttled requests.")
          List<ContributorEntry> throttledKeys) {}

  /** A page of requests. */
  @Doc("A page of requests, oldest first.")
  public record RequestPage(
      @Doc("The requests.") List<RequestEntry> requests,
      @Doc("The value of `after` for the next page; absent at the end.") @Nullable Long next,
      @Doc("How many older requests are no longer kept.") long dropped,
      @Doc(
              "When the server began to keep them, by the clock of the database; absent if that was"
                  + " before its first request.")
          @Nullable Instant since) {}

  /** An error. */
  @Doc("An error.")
  public record ControlError(
      @Doc("The type of the error, such as UnknownDatabase.") String error,
      @Doc("What is wrong, in a sentence.") String message) {}
}
