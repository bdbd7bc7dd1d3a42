package dev.monotable.stream;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch that is to be delivered, with what has happened to it.
 *
 * <p>Not safe for use by multiple threads.
 */
final class RecordBatch {
  private static final long MAX_BACKOFF_SECONDS = 60;

  private final List<PendingRecord> records;
  private int invocations;
  private int retries;
  private int recentFailures;
  private Instant notBefore;
  private @Nullable Throwable error;

  /**
   * Creates a batch.
   *
   * @param records in the order of the stream; empty for the end of a tumbling window
   */
  RecordBatch(List<PendingRecord> records, Instant notBefore) {
    this.records = List.copyOf(records);
    this.notBefore = notBefore;
  }

  /** Returns a part of this batch, which keeps its counts. */
  RecordBatch part(int from, int to) {
    RecordBatch part = new RecordBatch(records.subList(from, to), notBefore);
    part.invocations = invocations;
    part.retries = retries;
    part.error = error;
    return part;
  }

  /** Returns a part of this batch that starts anew. */
  RecordBatch split(int from, int to) {
    return new RecordBatch(records.subList(from, to), notBefore);
  }

  List<PendingRecord> records() {
    return records;
  }

  int size() {
    return records.size();
  }

  /** Returns the time of the next invocation. */
  Instant notBefore() {
    return notBefore;
  }

  /** Returns how often the function was invoked with the batch. */
  int invocations() {
    return invocations;
  }

  /** Returns how many of the invocations count as a retry that failed, or as the first failure. */
  int retries() {
    return retries;
  }

  /** Returns the number of failures since {@link #forgetFailures}. */
  int recentFailures() {
    return recentFailures;
  }

  void forgetFailures() {
    recentFailures = 0;
  }

  /** Returns the last error; null if there was none. */
  @Nullable Throwable error() {
    return error;
  }

  /** Counts an invocation that failed. */
  void fail(@Nullable Throwable thrown) {
    invocations++;
    recentFailures++;
    error = thrown;
  }

  /** Lets a failure count for the maximum of retries, and sets the time of the next one. */
  void retryAfterBackoff(Instant now) {
    retries++;
    notBefore = now.plus(backoff(retries));
  }

  /**
   * Returns how long a mapping waits after an error, by the clock of the database. AWS does not
   * document the times; these are a second after the first error, doubled by each further one, a
   * minute at most.
   *
   * @param failures the number of errors in a row, at least 1
   */
  static Duration backoff(int failures) {
    return Duration.ofSeconds(failures > 6 ? MAX_BACKOFF_SECONDS : 1L << (failures - 1));
  }

  /** Returns the index of the record with a sequence number, or -1. */
  int indexOf(String sequenceNumber) {
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).sequenceNumber().equals(sequenceNumber)) {
        return i;
      }
    }
    return -1;
  }
}
