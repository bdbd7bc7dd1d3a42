package dev.monotable.stream;

import dev.monotable.stream.event.FilterCriteria;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an event source mapping, in the ranges that Lambda accepts.
 *
 * @param onFailure the destination of discarded batches; null if there is none
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html">Lambda
 *     parameters for Amazon DynamoDB event source mappings</a>
 */
record MappingSettings(
    Batching batching,
    Retries retries,
    StartingPosition startingPosition,
    FilterCriteria filter,
    String functionName,
    @Nullable Consumer<? super DiscardedBatch> onFailure,
    Execution execution) {
  static final int UNLIMITED = -1;

  static final MappingSettings DEFAULT =
      new MappingSettings(
          new Batching(100, Duration.ZERO, 1, null),
          new Retries(UNLIMITED, null, false, false),
          StartingPosition.TRIM_HORIZON,
          FilterCriteria.NONE,
          "function",
          null,
          new Execution(null, false));

  /**
   * How batches are formed.
   *
   * @param tumblingWindow null without windows
   */
  record Batching(
      int batchSize,
      Duration maximumBatchingWindow,
      int parallelizationFactor,
      @Nullable Duration tumblingWindow) {
    Batching {
      requireRange("batchSize", batchSize, 1, 10_000);
      requireSeconds("maximumBatchingWindow", maximumBatchingWindow, 0, 300);
      requireRange("parallelizationFactor", parallelizationFactor, 1, 10);
      if (tumblingWindow != null) {
        requireSeconds("tumblingWindow", tumblingWindow, 1, 900);
      }
    }
  }

  /**
   * What happens after an error.
   *
   * @param maximumRetryAttempts {@link #UNLIMITED} until the records expire
   * @param maximumRecordAge null until the records expire
   */
  record Retries(
      int maximumRetryAttempts,
      @Nullable Duration maximumRecordAge,
      boolean bisectBatchOnFunctionError,
      boolean reportBatchItemFailures) {
    Retries {
      requireRange("maximumRetryAttempts", maximumRetryAttempts, UNLIMITED, 10_000);
      if (maximumRecordAge != null) {
        requireSeconds("maximumRecordAge", maximumRecordAge, 60, 604_800);
      }
    }

    /** Returns whether a batch is retried until its records expire. */
    boolean isForEver() {
      return maximumRetryAttempts == UNLIMITED && maximumRecordAge == null;
    }
  }

  /**
   * How the handler is called.
   *
   * @param executor runs batches of different lanes at the same time; null for one after the other
   * @param automatic whether batches are also delivered in the background
   */
  record Execution(@Nullable Executor executor, boolean automatic) {}

  MappingSettings with(Batching value) {
    return new MappingSettings(
        value, retries, startingPosition, filter, functionName, onFailure, execution);
  }

  MappingSettings with(Retries value) {
    return new MappingSettings(
        batching, value, startingPosition, filter, functionName, onFailure, execution);
  }

  MappingSettings with(StartingPosition value) {
    return new MappingSettings(
        batching, retries, value, filter, functionName, onFailure, execution);
  }

  MappingSettings with(FilterCriteria value) {
    return new MappingSettings(
        batching, retries, startingPosition, value, functionName, onFailure, execution);
  }

  MappingSettings withFunctionName(String value) {
    return new MappingSettings(
        batching, retries, startingPosition, filter, value, onFailure, execution);
  }

  MappingSettings withOnFailure(Consumer<? super DiscardedBatch> value) {
    return new MappingSettings(
        batching, retries, startingPosition, filter, functionName, value, execution);
  }

  MappingSettings with(Execution value) {
    return new MappingSettings(
        batching, retries, startingPosition, filter, functionName, onFailure, value);
  }

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

  private static void requireRange(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is not between " + least + " and " + most + ": " + value);
    }
  }

  private static void requireSeconds(String name, Duration value, long least, long most) {
    if (value.toNanosPart() != 0 || value.toSeconds() < least || value.toSeconds() > most) {
      throw new IllegalArgumentException(
          name + " is not between " + least + " and " + most + " whole seconds: " + value);
    }
  }
}
