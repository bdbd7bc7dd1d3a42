package dev.monotable.stream;

import dev.monotable.engine.EngineConfig;
import dev.monotable.stream.MappingSettings.Batching;
import dev.monotable.stream.MappingSettings.Execution;
import dev.monotable.stream.MappingSettings.Retries;
import dev.monotable.stream.StreamFunction.Response;
import dev.monotable.stream.event.FilterCriteria;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
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
  private MappingSettings settings = MappingSettings.DEFAULT;

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
    settings = settings.with(Objects.requireNonNull(value, "startingPosition"));
    return this;
  }

  /**
   * Sets the number of records of a batch at most; 100 by default. A batch also ends at 6 MB.
   *
   * @param value 1 to 10,000
   */
  public TableStream batchSize(int value) {
    Batching now = settings.batching();
    return with(
        new Batching(
            value, now.maximumBatchingWindow(), now.parallelizationFactor(), now.tumblingWindow()));
  }

  /**
   * Sets how long to wait for a full batch, by the clock of the database and from the time of the
   * first record; zero by default.
   *
   * @param value whole seconds, at most 300
   */
  public TableStream maximumBatchingWindow(Duration value) {
    Batching now = settings.batching();
    return with(
        new Batching(now.batchSize(), value, now.parallelizationFactor(), now.tumblingWindow()));
  }

  /**
   * Sets how many batches of a shard are delivered concurrently; 1 by default. The records of an
   * item are always delivered in order. Without an {@link #executor}, the batches are delivered in
   * turn, on one thread.
   *
   * @param value 1 to 10
   */
  public TableStream parallelizationFactor(int value) {
    Batching now = settings.batching();
    return with(
        new Batching(now.batchSize(), now.maximumBatchingWindow(), value, now.tumblingWindow()));
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
    Batching now = settings.batching();
    return with(
        new Batching(
            now.batchSize(), now.maximumBatchingWindow(), now.parallelizationFactor(), value));
  }

  /**
   * Sets how often a batch is retried after an error before it is discarded; -1, the default, until
   * its records expire.
   *
   * @param value -1 to 10,000
   */
  public TableStream maximumRetryAttempts(int value) {
    Retries now = settings.retries();
    return with(
        new Retries(
            value,
            now.maximumRecordAge(),
            now.bisectBatchOnFunctionError(),
            now.reportBatchItemFailures()));
  }

  /**
   * Sets the age from which records are discarded, by the clock of the database. By default, they
   * are discarded when they expire, after 24 hours.
   *
   * @param value whole seconds, 60 to 604,800
   */
  public TableStream maximumRecordAge(Duration value) {
    Retries now = settings.retries();
    return with(
        new Retries(
            now.maximumRetryAttempts(),
            value,
            now.bisectBatchOnFunctionError(),
            now.reportBatchItemFailures()));
  }

  /**
   * Splits a batch into two halves after an error, and delivers each of them. Splitting does not
   * count as a retry.
   */
  public TableStream bisectBatchOnFunctionError() {
    Retries now = settings.retries();
    return with(
        new Retries(
            now.maximumRetryAttempts(),
            now.maximumRecordAge(),
            true,
            now.reportBatchItemFailures()));
  }

  /**
   * Uses the failures that the handler returns. Without this, they are ignored, as on AWS.
   *
   * @see BatchResponse
   */
  public TableStream reportBatchItemFailures() {
    Retries now = settings.retries();
    return with(
        new Retries(
            now.maximumRetryAttempts(),
            now.maximumRecordAge(),
            now.bisectBatchOnFunctionError(),
            true));
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
    settings = settings.with(FilterCriteria.of(patterns));
    return this;
  }

  /**
   * Sets the destination of discarded batches, called on the thread that delivers. {@link
   * EventSourceMapping#discarded} lists them too.
   */
  public TableStream onFailure(Consumer<? super DiscardedBatch> destination) {
    settings = settings.withOnFailure(Objects.requireNonNull(destination, "destination"));
    return this;
  }

  /** Sets the name of the function, for its context and for discarded batches. */
  public TableStream functionName(String value) {
    settings = settings.withFunctionName(Objects.requireNonNull(value, "functionName"));
    return this;
  }

  /**
   * Runs batches of different shards, and of a shard with a {@link #parallelizationFactor}, at the
   * same time. Their order is then not repeatable; that of the records of an item is kept.
   *
   * @param value with a thread for each batch that is to run at the same time
   */
  public TableStream executor(Executor value) {
    Objects.requireNonNull(value, "executor");
    settings = settings.with(new Execution(value, settings.execution().automatic()));
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
    settings = settings.with(new Execution(settings.execution().executor(), true));
    return this;
  }

  private TableStream with(Batching value) {
    settings = settings.with(value);
    return this;
  }

  private TableStream with(Retries value) {
    settings = settings.with(value);
    return this;
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
    return attach(settings, JsonFunctions.of(handler, settings));
  }

  private EventSourceMapping attach(StreamFunction function) {
    return attach(settings.withoutWindows(), function);
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
    return settings;
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
