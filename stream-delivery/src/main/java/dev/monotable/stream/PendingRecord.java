package dev.monotable.stream;

import dev.monotable.model.Record;
import dev.monotable.model.StreamRecord;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.Objects;

/**
 * A record that was read from a stream and is to be delivered.
 *
 * @param bytes its share of the payload of an invocation
 */
record PendingRecord(
    Record record, String sequenceNumber, Item keys, Instant createdAt, long bytes) {
  static PendingRecord of(Record record) {
    StreamRecord change = Objects.requireNonNull(record.dynamodb());
    return new PendingRecord(
        record,
        Objects.requireNonNull(change.sequenceNumber()),
        Objects.requireNonNull(change.keys()),
        Objects.requireNonNull(change.approximateCreationDateTime()),
        Objects.requireNonNull(change.sizeBytes()));
  }

  /** Returns whether a record is more than some seconds old. */
  boolean isOlderThan(long seconds, Instant now) {
    return createdAt.plusSeconds(seconds).isBefore(now);
  }
}
