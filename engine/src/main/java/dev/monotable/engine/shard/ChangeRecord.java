package dev.monotable.engine.shard;

import dev.monotable.value.Item;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record of a stream: one change of one item. It has both images; the stream view decides which
 * of them a reader gets.
 *
 * @param sequenceNumber greater than that of every earlier record of the database
 * @param oldItem null for an insert
 * @param newItem null for a removal
 * @param source what made the change; null if it was a request
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html">StreamRecord</a>
 */
public record ChangeRecord(
    long sequenceNumber,
    Instant createdAt,
    @Nullable Item oldItem,
    @Nullable Item newItem,
    @Nullable ChangeSource source) {
  /** The heap bytes of a record without images: the record, its time and its place in a tree. */
  private static final int RECORD_BYTES = 80;

  /** The heap bytes of an image besides its JSON: two object headers, fields and padding. */
  private static final int IMAGE_BYTES = 44;

  /** Returns whether TTL removed the item rather than a request. */
  public boolean byService() {
    return source != null && !source.isReplicated();
  }

  /**
   * Returns the approximate bytes of heap that the record and both images take. An image counts
   * even if it is also the item of a table, or an image of another record.
   */
  public int bytes() {
    return RECORD_BYTES + bytes(oldItem) + bytes(newItem);
  }

  private static int bytes(@Nullable Item image) {
    return image == null ? 0 : IMAGE_BYTES + image.jsonLength();
  }
}
