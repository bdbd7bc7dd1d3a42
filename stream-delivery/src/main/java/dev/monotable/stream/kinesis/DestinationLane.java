package dev.monotable.stream.kinesis;

import dev.monotable.engine.KinesisChange;
import dev.monotable.engine.KinesisDestinationStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a destination: when it may be tried next, and the times that the last records have.
 * The database stores the records to be written. Not safe for use by multiple threads.
 */
final class DestinationLane {
  // The bounds of PutRecords, and of a record with its partition key.
  private static final int MAX_RECORDS = 500;
  private static final int MAX_BYTES = 5 << 20;
  private static final int MAX_RECORD_BYTES = 1 << 20;

  /** The number of items whose last time is known. */
  private static final int MAX_TIMES = 10_000;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final int MAX_DOUBLINGS = 8;

  private final KinesisJson json;

  /** The times of the last records by their partition keys, the ones used last at the end. */
  private final Map<String, Long> times =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_TIMES;
        }
      };

  private @Nullable Object precision;
  private int failures;
  private Instant nextAttempt = Instant.MIN;

  /** Read by other threads, too. */
  private volatile @Nullable KinesisException lastFailure;

  DestinationLane(KinesisJson json) {
    this.json = json;
  }

  /**
   * The next records of a destination.
   *
   * @param records at most 500 and 5 MB
   * @param tooLarge changes whose records are larger than a stream accepts. AWS skips them, too
   */
  record Batch(List<KinesisRecord> records, List<KinesisChange> tooLarge) {}

  /**
   * Forms the next batch.
   *
   * @param changes that the destination has not received, in order
   * @param oneOfEachKey whether the batch has at most one record with each partition key
   */
  Batch batch(
      KinesisDestinationStatus destination, List<KinesisChange> changes, boolean oneOfEachKey) {
    if (precision != destination.precision()) {
      precision = destination.precision();
      times.clear(); // they are in another unit
    }
    Map<String, Long> inBatch = new HashMap<>();
    List<KinesisRecord> records = new ArrayList<>();
    List<KinesisChange> tooLarge = new ArrayList<>();
    long bytes = 0;
    for (KinesisChange change : changes) {
      String key = KinesisJson.partitionKey(change.keys());
      Long before = inBatch.get(key);
      if (before != null && oneOfEachKey) {
        continue;
      }
      KinesisRecord record =
          json.record(destination, change, time(destination, change, key, before));
      int size = record.data().length + key.length();
      if (size > MAX_RECORD_BYTES) {
        tooLarge.add(change);
        continue;
      }
      bytes += size;
      if (records.size() == MAX_RECORDS || bytes > MAX_BYTES) {
        break;
      }
      inBatch.put(key, record.creationTime());
      records.add(record);
    }
    return new Batch(records, tooLarge);
  }

  /**
   * Returns the time of a record, which is later than that of the item's change before it.
   *
   * @see <a
   *     href="https://github.com/awsdocs/amazon-dynamodb-developer-guide/blob/master/doc_source/kds.md">How
   *     Kinesis Data Streams works with DynamoDB</a>
   */
  private long time(
      KinesisDestinationStatus destination,
      KinesisChange change,
      String key,
      @Nullable Long inBatch) {
    long time = KinesisJson.time(change.createdAt(), destination);
    Long before = inBatch == null ? times.get(key) : inBatch;
    return before != null && time <= before ? before + 1 : time;
  }

  /** Returns whether the destination may be tried. */
  boolean isDue(Instant now) {
    return !now.isBefore(nextAttempt);
  }

  Instant nextAttempt() {
    return nextAttempt;
  }

  /** Returns how many attempts in a row have failed. */
  int failures() {
    return failures;
  }

  /** Returns what has failed last; null if the last attempt has succeeded. */
  @Nullable String lastFailure() {
    KinesisException last = lastFailure;
    return last == null ? null : last.getMessage();
  }

  /** Returns the exception that a handler has thrown last; null if there is none. */
  @Nullable Throwable lastCause() {
    KinesisException last = lastFailure;
    return last == null ? null : last.getCause();
  }

  /** Counts an attempt after which nothing of the batch is left. */
  void succeed(List<KinesisRecord> accepted) {
    remember(accepted);
    failures = 0;
    lastFailure = null;
  }

  /**
   * Counts an attempt after which some of the batch is left, or all. The next one follows after a
   * pause, which grows while no record is accepted.
   */
  void fail(List<KinesisRecord> accepted, KinesisException reason, Instant now) {
    remember(accepted);
    failures = accepted.isEmpty() ? failures + 1 : 1;
    lastFailure = reason;
    nextAttempt = now.plus(FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS)));
  }

  /** Lets the destination be tried at once. */
  void forgetFailures() {
    failures = 0;
    nextAttempt = Instant.MIN;
  }

  private void remember(List<KinesisRecord> accepted) {
    for (KinesisRecord record : accepted) {
      times.put(record.partitionKey(), record.creationTime());
    }
  }
}
