package dev.monotable.control.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event source mappings. Their settings have the names, ranges and values of Lambda's, with a small
 * first letter.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html">CreateEventSourceMapping</a>
 */
public final class MappingModel {
  private MappingModel() {}

  /** A filter. */
  @Doc("A filter of records.")
  public record Filter(@Doc("The pattern, which is JSON in a string.") String pattern) {}

  /** The filters of a mapping. */
  @Doc("Filters: a record is delivered if it matches one of them.")
  public record FilterList(@Doc("The filters, at most 10.") List<Filter> filters) {}

  /** A request to create a mapping. */
  @Doc("An event source mapping to create: the stream of a table, and a function behind a URL.")
  public record EventSourceMappingToCreate(
      @Doc("The name of the table whose stream is read.") String table,
      @Doc(
              "The URL of the function, which receives the batches as Lambda's events by POST."
                  + " Without a path, it is that of Lambda's runtime interface emulator.")
          String url,
      @Doc(
              "Enables the stream of the table with this view, such as NEW_AND_OLD_IMAGES, if it is"
                  + " not enabled.")
          @Nullable String streamViewType,
      @Doc("The maximum number of records of a batch, 1 to 10000; 100 by default.")
          @Nullable Integer batchSize,
      @Doc("How long to wait for a full batch, 0 to 300 seconds; 0 by default.")
          @Nullable Integer maximumBatchingWindowInSeconds,
      @Doc("How many batches of a shard are formed at a time, 1 to 10; 1 by default.")
          @Nullable Integer parallelizationFactor,
      @Doc(
              "`TRIM_HORIZON` (the default) begins at the oldest record, `LATEST` after those that"
                  + " exist.")
          @Nullable String startingPosition,
      @Doc(
              "After how many retries a failed batch is discarded, 0 to 10000; -1, the default,"
                  + " until the records expire.")
          @Nullable Integer maximumRetryAttempts,
      @Doc(
              "After which age records are discarded, 60 to 604800 seconds; -1, the default, if"
                  + " never.")
          @Nullable Integer maximumRecordAgeInSeconds,
      @Doc("Whether a failed batch is split into two; false by default.")
          @Nullable Boolean bisectBatchOnFunctionError,
      @Doc("`ReportBatchItemFailures`, if the function returns which records have failed.")
          @Nullable List<String> functionResponseTypes,
      @Doc("The length of tumbling windows, 1 to 900 seconds; 0, the default, without windows.")
          @Nullable Integer tumblingWindowInSeconds,
      @Doc("Which records are delivered; all by default.") @Nullable FilterList filterCriteria,
      @Doc("The name of the function in the ARN of its events; `function` by default.")
          @Nullable String functionName,
      @Doc("How long an invocation may take, at most 15m; 1m by default.")
          @Nullable Duration timeout,
      @Doc(
              "Whether batches are also delivered in the background; false by default. Otherwise"
                  + " they are delivered by a drain only.")
          @Nullable Boolean automatic) {}

  /** A mapping. */
  @Doc("An event source mapping.")
  public record EventSourceMappingDescription(
      @Doc("The ID of the mapping.") String id,
      @Doc("The settings, as they were given.") EventSourceMappingToCreate settings,
      @Doc("How often the function was invoked.") long invocations,
      @Doc("How many batches were discarded.") long discarded,
      @Doc("What is still to be delivered.") DeliveryLag lag,
      @Doc("The batches that were discarded last, at most 10, oldest first.")
          List<DiscardedRecords> lastDiscarded) {}

  /** What is still to be delivered. */
  @Doc("What an event source mapping has still to deliver.")
  public record DeliveryLag(
      @Doc("The number of records, including those that its filters will drop.") int records,
      @Doc("Whether these are all; at most 10000 that were not read yet are counted.")
          boolean complete,
      @Doc("The time of the oldest record; absent if there is none.") @Nullable Instant oldest,
      @Doc("The batches that have failed and are delivered again.") List<RetriedRecords> retried) {}

  /** A batch that is delivered again. */
  @Doc("A batch that has failed and is delivered again.")
  public record RetriedRecords(
      @Doc("The shard of the records.") String shardId,
      @Doc("The number of records; 0 for the end of a tumbling window.") int batchSize,
      @Doc("The sequence number of the first record; absent without records.")
          @Nullable String startSequenceNumber,
      @Doc("How often the function was invoked with the batch.") int approximateInvokeCount,
      @Doc("When the function is invoked again, by the clock of the database.") Instant nextAttempt,
      @Doc("The last error; absent if the function has reported failures in its response.")
          @Nullable String error) {}

  /** The mappings of a database. */
  @Doc("The event source mappings of a database.")
  public record EventSourceMappingList(
      @Doc("The mappings in the order in which they were created.")
          List<EventSourceMappingDescription> eventSourceMappings) {}

  /** A request to deliver all records. */
  @Doc("How to deliver all records. All members are optional.")
  public record DrainToRun(
      @Doc("After which time to give up, at most 15m; 1m by default.")
          @Nullable Duration timeout) {}

  /** The result of delivering all records. */
  @Doc("The result of a drain: all records of all mappings of the database were delivered.")
  public record DrainResult(
      @Doc("How often the function of the mapping was invoked meanwhile.") long invocations,
      @Doc("The batches of the mapping that were discarded since its last drain, at most 1000.")
          List<DiscardedRecords> discarded) {}

  /** A batch that was discarded. */
  @Doc("A batch that was discarded, with the names of Lambda's on-failure destinations.")
  public record DiscardedRecords(
      @Doc("`RetryAttemptsExhausted` or `RecordAgeExceeded`.") String condition,
      @Doc("How often the function was invoked with the batch.") int approximateInvokeCount,
      @Doc("The shard of the records.") String shardId,
      @Doc("The sequence number of the first record.") String startSequenceNumber,
      @Doc("The sequence number of the last record.") String endSequenceNumber,
      @Doc("The number of records.") int batchSize,
      @Doc("The last error; absent if the function has reported failures in its response.")
          @Nullable String error) {}
}
