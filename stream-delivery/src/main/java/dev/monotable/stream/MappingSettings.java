package dev.monotable.stream;

import dev.monotable.stream.event.FilterCriteria;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an event source mapping.
 *
 * @param onFailure the destination of discarded batches; null if there is none
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html">Lambda
 *     parameters for Amazon DynamoDB event source mappings</a>
 */
record MappingSettings(
    Batching batching,
    Retries retries,
    Start start,
    FilterCriteria filter,
    String functionName,
    @Nullable Consumer<? super DiscardedBatch> onFailure,
    Execution execution) {
  static final int UNLIMITED = -1;

  /**
   * The rules by which batches are formed.
   *
   * @param tumblingWindow null without windows
   */
  record Batching(
      int batchSize,
      Duration maximumBatchingWindow,
      int parallelizationFactor,
      @Nullable Duration tumblingWindow) {}

  /**
   * The place where the mapping begins to read.
   *
   * @param timestamp null without one
   */
  record Start(StartingPosition position, @Nullable Instant timestamp) {
    Start {
      if ((position == StartingPosition.AT_TIMESTAMP) != (timestamp != null)) {
        throw new IllegalArgumentException(
            "startingPosition AT_TIMESTAMP and startingPositionTimestamp need each other");
      }
    }

    /**
     * Returns the time at which the mapping begins to read.
     *
     * @throws IllegalArgumentException if it is in the future
     */
    Instant requireTime(Instant now) {
      Instant time = Objects.requireNonNull(timestamp);
      if (time.isAfter(now)) {
        throw new IllegalArgumentException("startingPositionTimestamp is in the future: " + time);
      }
      return time;
    }
  }

  /**
   * The rules after an error.
   *
   * @param maximumRetryAttempts {@link #UNLIMITED} until the records expire
   * @param maximumRecordAge null until the records expire
   */
  record Retries(
      int maximumRetryAttempts,
      @Nullable Duration maximumRecordAge,
      boolean bisectBatchOnFunctionError,
      boolean reportBatchItemFailures) {
    /** Returns whether a batch is retried until its records expire. */
    boolean isForEver() {
      return maximumRetryAttempts == UNLIMITED && maximumRecordAge == null;
    }
  }

  /**
   * The rules by which the handler is called.
   *
   * @param executor runs batches of different lanes at the same time; null for one after the other
   * @param automatic whether batches are also delivered in the background
   */
  record Execution(@Nullable Executor executor, boolean automatic) {}

  /**
   * Returns these settings, for a handler that cannot return a state.
   *
   * @throws IllegalArgumentException if they have tumbling windows
   */
  MappingSettings withoutWindows() {
    if (batching.tumblingWindow() != null) {
      throw new IllegalArgumentException(
          "a handler with tumbling windows must be one of onTimeWindowEvent or onJson");
    }
    return this;
  }
}
