package dev.monotable.stream;

import dev.monotable.engine.EngineConfig;
import dev.monotable.stream.MappingSettings.Batching;
import dev.monotable.stream.MappingSettings.Execution;
import dev.monotable.stream.MappingSettings.Retries;
import dev.monotable.stream.MappingSettings.Start;
import dev.monotable.stream.StreamFunction.Response;
import dev.monotable.stream.event.FilterCriteria;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * The stream of a table, to which a test adds handlers. They receive records as functions of AWS
 * Lambda do:
 *
 * <pre>{@code
 * db.stream("Chat").onRecord(record -> audit(record));
 * dynamo.putItem(...);
 * db.stream("Chat").awaitDrained();
 * }</pre>
 *
 * <p>The first methods are the settings of the mapping, with the names, ranges and defaults of
 * Lambda, except that the starting position is {@link StartingPosition#TRIM_HORIZON} if none is
 * set. The methods that begin with {@code on}, except {@link #onFailure}, add a handler with the
 * settings so far:
 *
 * <pre>{@code
 * EventSourceMapping mapping =
 *     db.stream("Chat")
 *         .batchSize(10)
 *         .maximumRetryAttempts(2)
 *         .bisectBatchOnFunctionError()
 *         .filter("{\"eventName\": [\"INSERT\"]}")
 *         .onEvent(new ChatHandler());
 * }</pre>
 *
 * <p>Mappings belong to the database that the handle leads to when the handler is added. They end
 * with it, with {@code reset()}, or when they are closed. A fork begins without mappings. After
 * {@code restore()}, mappings continue with the records that are written from then on.
 *
 * <p>Not safe for use by multiple threads, unlike the mappings that it creates.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html">Lambda
 *     parameters for Amazon DynamoDB event source mappings</a>
 */
public final class TableStream extends LambdaEventSource {
  private final EventSourceMappings mappings;
  private final String tableName;
  private StartingPosition startingPosition = StartingPosition.TRIM_HORIZON;
  private @Nullable Instant startingPositionTimestamp;
  private int batchSize = 100;
  private Duration maximumBatchingWindow = Duration.ZERO;
  private int parallelizationFactor = 1;
  private @Nullable Duration tumblingWindow;
  private int maximumRetryAttempts = MappingSettings.UNLIMITED;
  private @Nullable Duration maximumRecordAge;
  private boolean bisectBatchOnFunctionError;
  private boolean reportBatchItemFailures;
  private FilterCriteria filter = FilterCriteria.NONE;
  private @Nullable Consumer<? super DiscardedBatch> onFailure;
  private String functionName = "function";
  private @Nullable Executor executor;
  private boolean automaticDelivery;

  TableStream(EventSourceMappings mappings, String tableName) {
    this.mappings = mappings;
    this.tableName = Objects.requireNonNull(tableName, "tableName");
  }

  /**
   * Enables the stream of the table at once, if it is not enabled. Tables of beans have no stream
   * at first.
   *
   * @throws IllegalArgumentException if the table does not exist, or its stream is enabled with
   *     another view
   */
  public TableStream enable(StreamViewType view) {
    return enableStream(view.toString());
  }

  /**
   * Enables the stream like {@link #enable}, for code without the AWS SDK.
   *
   * @param view such as {@code NEW_AND_OLD_IMAGES}
   * @throws IllegalArgumentException if there is no such view, the table does not exist, or its
   *     stream is enabled with another view
   */
  public TableStream enableStream(String view) {
    mappings.reads().enableStream(tableName, view);
    return this;
  }

  /** Sets where to begin; at the oldest record by default. */
  public TableStream startingPosition(StartingPosition value) {
    startingPosition = Objects.requireNonNull(value, "startingPosition");
    return this;
  }

  /**
   * Sets the time at which to begin, with {@link StartingPosition#AT_TIMESTAMP}: at the first
   * record of each shard whose {@code ApproximateCreationDateTime}, whole seconds, is not earlier.
   *
   * @param value not in the future, by the clock of the database
   */
  public TableStream startingPositionTimestamp(Instant value) {
    startingPositionTimestamp = Objects.requireNonNull(value, "startingPositionTimestamp");
    return this;
  }

  /**
   * Sets the number of records of a batch at most; 100 by default. A batch also ends at 6 MB.
   *
   * @param value 1 to 10,000
   */
  public TableStream batchSize(int value) {
    batchSize = requireRange("batchSize", value, 1, 10_000);
    return this;
  }

  /**
   * Sets how long to wait for a full batch, by the clock of the database and from the time of the
   * first record; zero by default.
   *
   * @param value whole seconds, at most 300
   */
  public TableStream maximumBatchingWindow(Duration value) {
    maximumBatchingWindow = requireSeconds("maximumBatchingWindow", value, 0, 300);
    return this;
  }

  /**
   * Sets how many batches of a shard are delivered concurrently; 1 by default. The records of an
   * item are always delivered in order. Without an {@link #executor}, the batches are delivered in
   * turn, on one thread.
   *
   * @param value 1 to 10
   */
  public TableStream parallelizationFactor(int value) {
    parallelizationFactor = requireRange("parallelizationFactor", value, 1, 10);
    return this;
  }

  /**
   * Sets the length of tumbling windows. The handler must be one of {@link #onTimeWindowEvent} or
   * {@link #onJson}.
   *
   * @param value whole seconds, 1 to 900
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html">Implementing
   *     stateful DynamoDB stream processing in Lambda</a>
   */
  public TableStream tumblingWindow(Duration value) {
    tumblingWindow = requireSeconds("tumblingWindow", value, 1, 900);
    return this;
  }

  /**
   * Sets how often a batch is retried after an error before it is discarded; -1, the default, until
   * its records expire.
   *
   * @param value -1 to 10,000
   */
  public TableStream maximumRetryAttempts(int value) {
    maximumRetryAttempts =
        requireRange("maximumRetryAttempts", value, MappingSettings.UNLIMITED, 10_000);
    return this;
  }

  /**
   * Sets the age from which records are discarded, by the clock of the database. By default, they
   * are discarded when they expire, after 24 hours.
   *
   * @param value whole seconds, 60 to 604,800
   */
  public TableStream maximumRecordAge(Duration value) {
    maximumRecordAge = requireSeconds("maximumRecordAge", value, 60, 604_800);
    return this;
  }

  /**
   * Splits a batch into two halves after an error, and delivers each of them. Splitting does not
   * count as a retry.
   */
  public TableStream bisectBatchOnFunctionError() {
    bisectBatchOnFunctionError = true;
    return this;
  }

  /**
   * Uses the failures that the handler returns. Without this, they are ignored, as on AWS.
   *
   * @see BatchResponse
   */
  public TableStream reportBatchItemFailures() {
    reportBatchItemFailures = true;
    return this;
  }

  /**
   * Delivers only records that match one of several patterns. They replace those that were set
   * before. Operators are {@code prefix}, {@code suffix}, {@code equals-ignore-case}, {@code
   * anything-but}, {@code numeric}, {@code exists} and {@code $or}. Numbers of DynamoDB are strings
   * in an event: {@code {"N": ["7"]}} can match, {@code numeric} cannot.
   *
   * @param patterns the {@code Pattern} of each filter, in JSON
   * @throws IllegalArgumentException if a pattern is invalid
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html">Control
   *     which events Lambda sends to your function</a>
   */
  public TableStream filter(String... patterns) {
    filter = FilterCriteria.of(patterns);
    return this;
  }

  /**
   * Sets the destination of discarded batches, called on the thread that delivers. {@link
   * EventSourceMapping#discarded} lists them too.
   */
  public TableStream onFailure(Consumer<? super DiscardedBatch> destination) {
    onFailure = Objects.requireNonNull(destination, "destination");
    return this;
  }

  /** Sets the name of the function, for its context and for discarded batches. */
  public TableStream functionName(String value) {
    functionName = Objects.requireNonNull(value, "functionName");
    return this;
  }

  /**
   * Runs batches of different shards, and of a shard with a {@link #parallelizationFactor}, at the
   * same time. Their order is then not repeatable; that of the records of an item is kept.
   *
   * @param value with a thread for each batch that is to run at the same time
   */
  public TableStream executor(Executor value) {
    executor = Objects.requireNonNull(value, "executor");
    return this;
  }

  /**
   * Delivers batches also in the background, when they are due by the clock of the database. One
   * thread does so for all mappings of the database, and looks for new records four times a second,
   * as Lambda does. {@link #awaitDrained()} still delivers everything at once.
   *
   * <p>In the background, an {@link AssertionError} of a handler is an error like any other.
   */
  public TableStream automaticDelivery() {
    automaticDelivery = true;
    return this;
  }

  private static int requireRange(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is not between " + least + " and " + most + ": " + value);
    }
    return value;
  }

  private static Duration requireSeconds(String name, Duration value, long least, long most) {
    if (value.toNanosPart() != 0 || value.toSeconds() < least || value.toSeconds() > most) {
      throw new IllegalArgumentException(
          name + " is not between " + least + " and " + most + " whole seconds: " + value);
    }
    return value;
  }

  /**
   * Adds a handler that receives the records one by one. Each is a batch of its own.
   *
   * @throws IllegalArgumentException if the table does not exist, or has no stream
   */
  public EventSourceMapping onRecord(RecordHandler handler) {
    Objects.requireNonNull(handler, "handler");
    batchSize(1);
    return attach(
        batch -> {
          for (Record record : SdkRecords.of(batch.records())) {
            handler.handle(record);
          }
          return Response.EMPTY;
        });
  }

  /**
   * Adds a handler that receives batches of the {@link #batchSize}.
   *
   * @throws IllegalArgumentException if the table does not exist, or has no stream
   */
  public EventSourceMapping onBatch(BatchHandler handler) {
    Objects.requireNonNull(handler, "handler");
    return attach(
        batch -> {
          handler.handle(SdkRecords.of(batch.records()));
          return Response.EMPTY;
        });
  }

  /**
   * Adds a handler that receives batches.
   *
   * @param size the number of records of a batch at most, 1 to 10,000
   * @throws IllegalArgumentException if the table does not exist, or has no stream
   */
  public EventSourceMapping onBatch(int size, BatchHandler handler) {
    return batchSize(size).onBatch(handler);
  }

  /**
   * Adds a handler that receives batches of the {@link #batchSize} and reports which records
   * failed. Sets {@link #reportBatchItemFailures}.
   *
   * @throws IllegalArgumentException if the table does not exist, or has no stream
   */
  public EventSourceMapping onReportingBatch(ReportingBatchHandler handler) {
    Objects.requireNonNull(handler, "handler");
    reportBatchItemFailures();
    return attach(
        batch -> {
          BatchResponse response = handler.handle(SdkRecords.of(batch.records()));
          return response == null
              ? Response.EMPTY
              : new Response(response.batchItemFailures(), null);
        });
  }

  /**
   * Adds a handler that receives batches of the {@link #batchSize} as JSON, such as an {@link
   * dev.monotable.stream.http.HttpFunction}.
   *
   * @throws IllegalArgumentException if there are tumbling windows and the parallelization factor
   *     is not 1, the table does not exist, or has no stream
   */
  public EventSourceMapping onJson(JsonHandler handler) {
    Objects.requireNonNull(handler, "handler");
    MappingSettings chosen = settings();
    return attach(chosen, JsonFunctions.of(handler, chosen));
  }

  private EventSourceMapping attach(StreamFunction function) {
    return attach(settings().withoutWindows(), function);
  }

  @Override
  EventSourceMapping attach(MappingSettings chosen, StreamFunction function) {
    Batching batching = chosen.batching();
    if (batching.tumblingWindow() != null && batching.parallelizationFactor() != 1) {
      throw new IllegalArgumentException(
          "tumbling windows need a parallelizationFactor of 1: "
              + batching.parallelizationFactor());
    }
    return mappings.add(tableName, chosen, function);
  }

  @Override
  MappingSettings settings() {
    return new MappingSettings(
        new Batching(batchSize, maximumBatchingWindow, parallelizationFactor, tumblingWindow),
        new Retries(
            maximumRetryAttempts,
            maximumRecordAge,
            bisectBatchOnFunctionError,
            reportBatchItemFailures),
        new Start(startingPosition, startingPositionTimestamp),
        filter,
        functionName,
        onFailure,
        new Execution(executor, automaticDelivery));
  }

  @Override
  EngineConfig config() {
    return mappings.reads().config();
  }

  /**
   * Delivers the records of all mappings of the database; see {@link
   * EventSourceMapping#awaitDrained()}.
   *
   * @return the batches of all mappings that were discarded and not returned before
   * @throws StreamNotDrainedException if records cannot be delivered
   */
  public List<DiscardedBatch> awaitDrained() {
    return awaitDrained(EventSourceMappings.TIMEOUT);
  }

  /**
   * Delivers the records of all mappings of the database; see {@link
   * EventSourceMapping#awaitDrained(Duration)}.
   *
   * @return the batches of all mappings that were discarded and not returned before
   * @throws StreamNotDrainedException if records cannot be delivered
   */
  public List<DiscardedBatch> awaitDrained(Duration timeout) {
    return mappings.awaitDrained(timeout);
  }
}
