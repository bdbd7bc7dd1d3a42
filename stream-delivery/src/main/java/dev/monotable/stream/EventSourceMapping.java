package dev.monotable.stream;

import dev.monotable.engine.EngineConfig;
import dev.monotable.model.Shard;
import dev.monotable.stream.DiscardedBatch.BatchInfo;
import dev.monotable.stream.StreamDelivery.Due;
import dev.monotable.stream.StreamDelivery.Obstacle;
import dev.monotable.stream.StreamFunction.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A handler of a stream, with the behavior of an event source mapping of AWS Lambda. {@link
 * TableStream} creates it.
 *
 * <p>Without {@link TableStream#automaticDelivery}, nothing is delivered in the background: {@link
 * #awaitDrained} and {@link #deliverDue} invoke the handler on the thread that calls them. So a
 * test decides when records are delivered, its results are repeatable, and a breakpoint in the
 * handler stops the test.
 *
 * <p>Safe for use by multiple threads; one of them delivers at a time.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html">How
 *     Lambda processes records from stream and queue-based event sources</a>
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html">Using AWS Lambda with
 *     Amazon DynamoDB</a>
 */
public final class EventSourceMapping implements AutoCloseable {
  private static final int MAX_DISCARDED = 1_000;

  /** The largest number of unread records that are counted. */
  private static final int MAX_COUNTED = 10_000;

  private final EventSourceMappings mappings;
  private final String id;
  private final String tableName;
  private final MappingSettings settings;
  private final StreamFunction function;
  private final AtomicLong invocations = new AtomicLong();
  private final Deque<DiscardedBatch> discarded = new ArrayDeque<>();
  private volatile @Nullable StreamDelivery delivery;
  private final AtomicLong discards = new AtomicLong();

  /** The number of discarded batches that were returned; guarded by their list. */
  private long taken;

  /** The positions in the shards, as the thread that delivers has published it. */
  private volatile Map<String, ShardConsumer.Progress> progress = Map.of();

  private volatile boolean withoutStream;
  private volatile boolean closed;

  EventSourceMapping(
      EventSourceMappings mappings,
      String id,
      String tableName,
      MappingSettings settings,
      StreamFunction function) {
    this.mappings = mappings;
    this.id = id;
    this.tableName = tableName;
    this.settings = settings;
    this.function = function;
    String streamArn = mappings.reads().findStream(tableName);
    if (streamArn == null) {
      throw new IllegalArgumentException(
          "the table "
              + tableName
              + " has no stream: create it with a StreamSpecification, or enable it first");
    }
    StreamDelivery first = open(streamArn);
    switch (settings.start().position()) {
      case TRIM_HORIZON -> {}
      case LATEST -> first.skipToEnd();
      case AT_TIMESTAMP -> first.skipTo(settings.start().requireTime(mappings.now()));
    }
    progress = first.progress();
    this.delivery = first;
  }

  private StreamDelivery open(String streamArn) {
    return new StreamDelivery(mappings.reads(), settings, this::discard, streamArn);
  }

  /**
   * Continues after the records of the current state, because the database was restored. What was
   * not delivered of the former state is forgotten.
   */
  void restart() {
    String streamArn = findStream();
    StreamDelivery next = null;
    if (streamArn != null) {
      next = open(streamArn);
      next.skipToEnd();
    }
    progress = next == null ? Map.of() : next.progress();
    withoutStream = next == null;
    delivery = closed ? null : next;
  }

  private @Nullable String findStream() {
    try {
      return mappings.reads().findStream(tableName);
    } catch (IllegalArgumentException e) {
      return null; // the table does not exist in the state that was restored
    }
  }

  /** Returns what to deliver; null if the mapping is closed or the table has no stream. */
  private @Nullable StreamDelivery current() {
    StreamDelivery current = delivery;
    if (current == null && withoutStream && !closed) {
      String streamArn = findStream();
      if (streamArn != null) {
        current = open(streamArn);
        progress = Map.of();
        withoutStream = false;
        delivery = current;
      }
    }
    return current;
  }

  /** Returns the ID of the mapping, which is unique in the database. */
  public String id() {
    return id;
  }

  /** Returns the name of the table whose stream is read. */
  public String tableName() {
    return tableName;
  }

  /** Returns how often the handler was invoked. */
  public long invocations() {
    return invocations.get();
  }

  /**
   * Returns the batches that were discarded, oldest first; the last 1,000 of them. They are
   * discarded after {@link TableStream#maximumRetryAttempts}, {@link TableStream#maximumRecordAge},
   * or the 24 hours that a stream keeps records.
   */
  public List<DiscardedBatch> discarded() {
    synchronized (discarded) {
      return List.copyOf(discarded);
    }
  }

  /** Returns how many batches were discarded. */
  public long discards() {
    return discards.get();
  }

  /**
   * The records that a mapping has still to deliver.
   *
   * @param records the number of records, including those that the filter of the mapping will drop
   *     when they are read
   * @param isComplete whether all of them were counted; at most 10,000 that were not read are
   * @param oldest the time of the oldest record; null if there is none
   * @param retried the batches that are delivered again
   */
  public record Lag(
      int records, boolean isComplete, @Nullable Instant oldest, List<RetriedBatch> retried) {
    public Lag {
      retried = List.copyOf(retried);
    }
  }

  /**
   * A batch that has failed and is delivered again.
   *
   * @param records the number of its records; 0 for the end of a tumbling window
   * @param firstSequenceNumber that of its first record; null without records
   * @param invocations how often the function was invoked with it
   * @param nextAttempt when the function is invoked again, by the clock of the database
   * @param error the last error; null if the function has reported failures by its response
   */
  public record RetriedBatch(
      String shardId,
      int records,
      @Nullable String firstSequenceNumber,
      int invocations,
      Instant nextAttempt,
      @Nullable Throwable error) {}

  /**
   * Returns what this mapping has still to deliver. It does not wait for a handler that is running;
   * the records of that batch count.
   */
  public Lag lag() {
    StreamDelivery current = delivery;
    if (current == null) {
      return new Lag(0, true, null, List.of());
    }
    Map<String, ShardConsumer.Progress> known = progress;
    int records = 0;
    boolean complete = true;
    Instant oldest = null;
    List<RetriedBatch> retried = new ArrayList<>();
    for (ShardConsumer.Progress shard : known.values()) {
      records += shard.pending();
      oldest = earlier(oldest, shard.oldest());
      retried.addAll(shard.retried());
    }
    int unread = 0;
    for (Shard shard : mappings.reads().shards(current.streamArn())) {
      String shardId = Objects.requireNonNull(shard.shardId());
      ShardConsumer.Progress read = known.get(shardId);
      if (read != null && read.ended()) {
        continue;
      }
      int room = MAX_COUNTED + 1 - unread;
      String after = read == null ? null : read.lastRead();
      List<PendingRecord> rest = mappings.reads().after(current.streamArn(), shardId, after, room);
      unread += rest.size();
      oldest = earlier(oldest, rest.isEmpty() ? null : rest.get(0).createdAt());
      if (unread > MAX_COUNTED) {
        unread = MAX_COUNTED;
        complete = false;
        break;
      }
    }
    return new Lag(records + unread, complete, oldest, retried);
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.isBefore(one) ? other : one;
  }

  /** Returns the batches that were discarded since the last call, at most the last 1,000. */
  List<DiscardedBatch> takeDiscarded() {
    synchronized (discarded) {
      List<DiscardedBatch> all = List.copyOf(discarded);
      int fresh = (int) Math.min(discards.get() - taken, all.size());
      taken = discards.get();
      return all.subList(all.size() - fresh, all.size());
    }
  }

  /**
   * Delivers the records of all mappings of this database, until none is left, including those that
   * handlers write meanwhile. Gives up after a minute; see {@link #awaitDrained(Duration)}.
   *
   * @return the batches of this mapping that were discarded and not returned before
   * @throws StreamNotDrainedException if records cannot be delivered
   */
  public List<DiscardedBatch> awaitDrained() {
    return awaitDrained(EventSourceMappings.TIMEOUT);
  }

  /**
   * Delivers the records of all mappings of this database, until none is left, including those that
   * handlers write meanwhile. Handlers run on this thread.
   *
   * <p>Nothing waits for time to pass: where Lambda would wait for a batching window, a tumbling
   * window, the time before a retry, or a record that an injected fault delays, the clock of the
   * database is advanced.
   *
   * <p>An {@link AssertionError} of a handler ends this method at once, so a handler may contain
   * assertions. Every other error is an error of the function. If the mapping retries until the
   * records expire, which is the default, the method gives up after ten failures of the same batch
   * in a row.
   *
   * @param timeout real time after which to give up, between two invocations; for handlers that
   *     cause new records without end. A handler that does not return is ended by the time-out of
   *     the test
   * @return the batches of this mapping that were discarded and not returned before
   * @throws StreamNotDrainedException if records cannot be delivered; its cause is the error of the
   *     handler
   * @throws IllegalStateException if a handler calls this method, or the database is closed
   */
  public List<DiscardedBatch> awaitDrained(Duration timeout) {
    mappings.drain(timeout);
    return takeDiscarded();
  }

  /**
   * Delivers the batches of this mapping that are due by the clock of the database, on this thread.
   * The clock is not advanced: batches that wait for a window or for a retry remain.
   *
   * @return how often the handler was invoked
   * @throws StreamNotDrainedException if new records are due after a minute
   * @throws IllegalStateException if a handler calls this method, or the mapping is closed
   */
  public long deliverDue() {
    return mappings.deliverDue(this);
  }

  /** Ends the mapping; records are no longer delivered. Does nothing if it has ended. */
  @Override
  public void close() {
    closed = true;
    delivery = null;
    mappings.remove(this);
  }

  boolean isClosed() {
    return closed;
  }

  boolean isAutomatic() {
    return settings.execution().automatic();
  }

  // ---- Delivering ----

  /**
   * Reads records and delivers one batch of each lane that has one due.
   *
   * @return whether anything was read or delivered
   */
  boolean step() {
    StreamDelivery current = current();
    if (current == null) {
      return false;
    }
    boolean read = current.read(mappings.now());
    long before = discards.get();
    List<Due> due = current.due(mappings.now());
    publish(current);
    Executor executor = settings.execution().executor();
    if (executor == null) {
      for (Due next : due) {
        if (delivery != current) {
          break;
        }
        complete(next.lane(), invoke(next.batch()));
      }
    } else {
      invokeAll(executor, due);
    }
    publish(current);
    return read || !due.isEmpty() || discards.get() != before;
  }

  private void publish(StreamDelivery current) {
    if (delivery == current) {
      progress = current.progress();
    }
  }

  private void invokeAll(Executor executor, List<Due> due) {
    List<CompletableFuture<Result>> running = new ArrayList<>();
    for (Due next : due) {
      running.add(CompletableFuture.supplyAsync(() -> invoke(next.batch()), executor));
    }
    Throwable failure = null;
    for (int i = 0; i < due.size(); i++) {
      try {
        complete(due.get(i).lane(), running.get(i).join());
      } catch (CompletionException e) {
        failure = failure == null ? e.getCause() : failure;
      } catch (AssertionError e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw new IllegalStateException("the executor has failed", failure);
    }
  }

  /**
   * The result of an invocation.
   *
   * @param error null if the function has returned
   */
  private record Result(Response response, @Nullable Throwable error) {}

  private Result invoke(StreamBatch batch) {
    invocations.incrementAndGet();
    Thread thread = Thread.currentThread();
    mappings.enterHandler(thread);
    try {
      return new Result(function.invoke(batch), null);
    } catch (InterruptedException e) {
      thread.interrupt();
      return new Result(Response.EMPTY, e);
    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
      return new Result(Response.EMPTY, e);
    } finally {
      mappings.leaveHandler(thread);
    }
  }

  private void complete(DeliveryLane lane, Result result) {
    Throwable error = result.error();
    if (error == null) {
      lane.complete(result.response(), mappings.now());
      return;
    }
    lane.fail(error, mappings.now());
    if (error instanceof AssertionError assertion) {
      throw assertion;
    }
  }

  private void discard(
      DiscardedBatch.Condition condition,
      String streamArn,
      String shardId,
      RecordBatch batch,
      Instant now) {
    PendingRecord first = batch.records().get(0);
    PendingRecord last = batch.records().get(batch.size() - 1);
    EngineConfig config = mappings.reads().config();
    DiscardedBatch described =
        new DiscardedBatch(
            condition,
            batch.invocations(),
            "arn:aws:lambda:"
                + config.region()
                + ":"
                + config.account()
                + ":function:"
                + settings.functionName(),
            now,
            new BatchInfo(
                shardId,
                first.sequenceNumber(),
                last.sequenceNumber(),
                first.createdAt(),
                last.createdAt(),
                batch.size(),
                streamArn),
            batch.error());
    synchronized (discarded) {
      discards.incrementAndGet();
      discarded.addLast(described);
      if (discarded.size() > MAX_DISCARDED) {
        discarded.removeFirst();
      }
    }
    Consumer<? super DiscardedBatch> onFailure = settings.onFailure();
    if (onFailure != null) {
      onFailure.accept(described);
    }
  }

  /** Returns when something is to be done next; null if nothing is left. */
  @Nullable Instant nextDue() {
    StreamDelivery current = delivery;
    return current == null ? null : current.nextDue(mappings.now());
  }

  void forgetFailures() {
    StreamDelivery current = delivery;
    if (current != null) {
      current.forgetFailures();
    }
  }

  @Nullable Obstacle findObstacle(int attempts) {
    StreamDelivery current = delivery;
    return current == null ? null : current.findObstacle(attempts);
  }

  /** Reads what is not delivered, so that {@link #describePending} knows it. */
  void readAhead() {
    StreamDelivery current = delivery;
    if (current != null) {
      current.read(mappings.now());
    }
  }

  /** Returns what is not delivered, for messages; null if nothing is known to be left. */
  @Nullable String describePending() {
    StreamDelivery current = delivery;
    String pending = current == null ? null : current.describePending();
    return pending == null
        ? null
        : "table " + tableName + ": " + pending + " after " + invocations + " invocations";
  }

  @Override
  public String toString() {
    String pending = describePending();
    return pending == null ? "table " + tableName + ": drained" : pending;
  }
}
