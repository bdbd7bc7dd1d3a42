package dev.monotable.stream;

import dev.monotable.stream.DiscardedBatch.Condition;
import dev.monotable.stream.MappingSettings.Batching;
import dev.monotable.stream.MappingSettings.Retries;
import dev.monotable.stream.StreamBatch.Window;
import dev.monotable.stream.StreamFunction.Response;
import dev.monotable.stream.event.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of a shard whose batches are delivered one after the other. A shard has as many lanes as
 * the parallelization factor says; all records of an item are in one lane, so their order is kept.
 *
 * <p>Records that were read are pending. Batches are formed of them from the front; while a batch
 * has not succeeded and was not discarded, nothing after it is delivered. A batch that is split or
 * partly done remains at the front, so records never change their order.
 *
 * <p>Not safe for use by multiple threads.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html">How
 *     Lambda processes records from stream and queue-based event sources</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html">Configuring
 *     partial batch response with DynamoDB and Lambda</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html">Implementing
 *     stateful DynamoDB stream processing in Lambda</a>
 */
final class DeliveryLane {
  /** The payload of an invocation. */
  private static final long MAX_BATCH_BYTES = 6L << 20;

  /** The state of a window, in JSON. */
  private static final long MAX_STATE_BYTES = 1L << 20;

  /** The time for which Lambda waits for records of a window that has ended. */
  private static final Duration WINDOW_GRACE = Duration.ofMinutes(2);

  /** Receives the batches that a lane discards. */
  @FunctionalInterface
  interface Discards {
    void discard(Condition condition, RecordBatch batch, Instant now);
  }

  private final String streamArn;
  private final String shardId;
  private final Batching batching;
  private final Retries retries;
  private final long maxAgeSeconds;
  private final Discards discards;
  private final Deque<PendingRecord> pending = new ArrayDeque<>();
  private final Deque<RecordBatch> batches = new ArrayDeque<>();
  private int size;
  private long bytes;
  private @Nullable Instant windowStart;
  private Map<String, Object> windowState = Map.of();
  private boolean windowTooLarge;

  DeliveryLane(
      String streamArn,
      String shardId,
      MappingSettings settings,
      long retentionSeconds,
      Discards discards) {
    this.streamArn = streamArn;
    this.shardId = shardId;
    this.batching = settings.batching();
    this.retries = settings.retries();
    Duration maxAge = retries.maximumRecordAge();
    this.maxAgeSeconds =
        maxAge == null ? retentionSeconds : Math.min(retentionSeconds, maxAge.toSeconds());
    this.discards = discards;
  }

  void add(PendingRecord record) {
    pending.addLast(record);
    size++;
    bytes += record.bytes();
  }

  private void release(List<PendingRecord> records) {
    for (PendingRecord record : records) {
      size--;
      bytes -= record.bytes();
    }
  }

  /** Returns the number of records that are not delivered. */
  int size() {
    return size;
  }

  /** Returns the size of the records that are not delivered. */
  long bytes() {
    return bytes;
  }

  /** Returns whether nothing is left to do, not even the end of a window. */
  boolean isDone() {
    return size == 0 && batches.isEmpty() && windowStart == null;
  }

  /** Returns the first batch that has failed, or null. */
  @Nullable RecordBatch findFailed() {
    RecordBatch first = batches.peekFirst();
    return first == null || first.recentFailures() == 0 ? null : first;
  }

  /** Returns the batch that is delivered again, or null. */
  @Nullable RecordBatch findRetried() {
    RecordBatch first = batches.peekFirst();
    return first == null || first.invocations() == 0 ? null : first;
  }

  /** Returns the first record that is not delivered, or null. */
  @Nullable PendingRecord findFirst() {
    RecordBatch first = batches.peekFirst();
    return first == null || first.size() == 0 ? pending.peekFirst() : first.records().get(0);
  }

  /** Forgets how often the first batch has failed. */
  void forgetFailures() {
    RecordBatch first = batches.peekFirst();
    if (first != null) {
      first.forgetFailures();
    }
  }

  /**
   * Returns the batch that is due, or null if none is. Discards records that are too old.
   *
   * @param closed whether the shard has no more records
   */
  @Nullable StreamBatch next(Instant now, boolean closed) {
    while (true) {
      RecordBatch first = batches.peekFirst();
      if (first == null) {
        first = form(now, closed);
        if (first == null) {
          return null;
        }
        batches.addFirst(first);
      }
      if (first.notBefore().isAfter(now)) {
        return null;
      }
      int tooOld = tooOld(first, now);
      if (tooOld == 0) {
        return invocation(first);
      }
      batches.removeFirst();
      discard(Condition.RECORD_AGE_EXCEEDED, first.part(0, tooOld), now);
      if (tooOld < first.size()) {
        batches.addFirst(first.part(tooOld, first.size()));
      }
    }
  }

  private void discard(Condition condition, RecordBatch batch, Instant now) {
    release(batch.records());
    discards.discard(condition, batch, now);
  }

  private int tooOld(RecordBatch batch, Instant now) {
    int count = 0;
    while (count < batch.size() && batch.records().get(count).isOlderThan(maxAgeSeconds, now)) {
      count++;
    }
    return count;
  }

  private StreamBatch invocation(RecordBatch batch) {
    Instant start = windowStart;
    Duration length = batching.tumblingWindow();
    Window window =
        start == null || length == null
            ? null
            : new Window(start, start.plus(length), windowState, batch.size() == 0, windowTooLarge);
    String first = batch.size() == 0 ? shardId : batch.records().get(0).sequenceNumber();
    return new StreamBatch(
        streamArn,
        shardId,
        batch.records(),
        StreamBatch.requestId(streamArn, first, batch.invocations()),
        window);
  }

  // ---- Forming batches ----

  /**
   * The batch that comes next.
   *
   * @param records the number of pending records in it; 0 for the end of a window
   * @param due when it is delivered
   */
  private record Plan(int records, Instant due) {}

  private @Nullable RecordBatch form(Instant now, boolean closed) {
    Plan plan = plan(now, closed);
    if (plan == null || plan.due().isAfter(now)) {
      return null;
    }
    List<PendingRecord> records = new ArrayList<>(plan.records());
    for (int i = 0; i < plan.records(); i++) {
      records.add(pending.removeFirst());
    }
    return new RecordBatch(records, now);
  }

  private @Nullable Plan plan(Instant now, boolean closed) {
    PendingRecord first = pending.peekFirst();
    Instant windowEnd = windowEnd(first);
    if (windowEnd != null) {
      boolean ended = first != null && !first.createdAt().isBefore(windowEnd);
      if (windowTooLarge || ended || (first == null && closed)) {
        return new Plan(0, now);
      }
      if (first == null) {
        return new Plan(0, windowEnd.plus(WINDOW_GRACE));
      }
    }
    return first == null ? null : plan(first, windowEnd, now, closed);
  }

  private Plan plan(PendingRecord first, @Nullable Instant windowEnd, Instant now, boolean closed) {
    int count = 0;
    long payload = 0;
    boolean full = closed;
    Iterator<PendingRecord> records = pending.iterator();
    while (records.hasNext()) {
      PendingRecord record = records.next();
      payload += record.bytes();
      if (count == batching.batchSize()
          || (count > 0 && payload > MAX_BATCH_BYTES)
          || (windowEnd != null && !record.createdAt().isBefore(windowEnd))) {
        full = true;
        break;
      }
      count++;
    }
    boolean atOnce = full || count == batching.batchSize();
    return new Plan(count, atOnce ? now : first.createdAt().plus(batching.maximumBatchingWindow()));
  }

  /** Returns the end of the window, which the first record opens if it is closed. */
  private @Nullable Instant windowEnd(@Nullable PendingRecord first) {
    Duration length = batching.tumblingWindow();
    if (length == null) {
      return null;
    }
    if (windowStart == null && first != null) {
      long second = first.createdAt().getEpochSecond();
      windowStart = Instant.ofEpochSecond(second - Math.floorMod(second, length.toSeconds()));
    }
    return windowStart == null ? null : windowStart.plus(length);
  }

  /** Returns when something is to be done next; null if nothing is left. */
  @Nullable Instant due(Instant now, boolean closed) {
    RecordBatch first = batches.peekFirst();
    if (first != null) {
      return first.notBefore();
    }
    Plan plan = plan(now, closed);
    return plan == null ? null : plan.due();
  }

  // ---- Results ----

  /** Ends the invocation with the first batch. */
  void complete(Response response, Instant now) {
    RecordBatch batch = batches.getFirst();
    List<@Nullable String> failures = response.failures();
    if (retries.reportBatchItemFailures() && failures != null && !failures.isEmpty()) {
      int failed = lowest(batch, failures);
      if (failed > 0) {
        resume(batch, failed, now);
      } else {
        fail(batch, null, now);
      }
      return;
    }
    if (batching.tumblingWindow() != null && batch.size() > 0 && response.state() == null) {
      fail(batch, new IllegalStateException("the response has no state"), now);
      return;
    }
    batches.removeFirst();
    release(batch.records());
    if (batch.size() == 0) {
      closeWindow();
    } else if (response.state() != null) {
      windowState = response.state();
      windowTooLarge =
          JsonText.write(windowState).getBytes(StandardCharsets.UTF_8).length > MAX_STATE_BYTES;
    }
  }

  /** Ends the invocation with the first batch by an error. */
  void fail(Throwable error, Instant now) {
    fail(batches.getFirst(), error, now);
  }

  /** Returns the index of the first record that failed; -1 if an identifier is invalid. */
  private static int lowest(RecordBatch batch, List<@Nullable String> failures) {
    int lowest = batch.size();
    for (String identifier : failures) {
      int index = identifier == null ? -1 : batch.indexOf(identifier);
      if (index < 0) {
        return -1;
      }
      lowest = Math.min(lowest, index);
    }
    return lowest;
  }

  /** Continues with the records from the first one that failed. */
  private void resume(RecordBatch batch, int failed, Instant now) {
    batch.fail(null);
    batches.removeFirst();
    release(batch.records().subList(0, failed));
    if (retries.bisectBatchOnFunctionError()) {
      batches.addFirst(batch.split(failed, batch.size()));
    } else {
      RecordBatch rest = batch.part(failed, batch.size());
      batches.addFirst(rest);
      retry(rest, now);
    }
  }

  private void fail(RecordBatch batch, @Nullable Throwable error, Instant now) {
    batch.fail(error);
    if (retries.bisectBatchOnFunctionError() && batch.size() > 1) {
      int middle = (batch.size() + 1) / 2;
      batches.removeFirst();
      batches.addFirst(batch.split(middle, batch.size()));
      batches.addFirst(batch.split(0, middle));
    } else {
      retry(batch, now);
    }
  }

  private void retry(RecordBatch batch, Instant now) {
    if (retries.maximumRetryAttempts() == MappingSettings.UNLIMITED
        || batch.retries() < retries.maximumRetryAttempts()) {
      batch.retryAfterBackoff(now);
      return;
    }
    batches.removeFirst();
    if (batch.size() == 0) {
      closeWindow();
    } else {
      discard(Condition.RETRY_ATTEMPTS_EXHAUSTED, batch, now);
    }
  }

  private void closeWindow() {
    windowStart = null;
    windowState = Map.of();
    windowTooLarge = false;
  }
}
