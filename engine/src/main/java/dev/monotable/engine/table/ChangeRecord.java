package dev.monotable.engine.table;

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
 * @param byService whether TTL removed the item rather than a request
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html">StreamRecord</a>
 */
public record ChangeRecord(
    long sequenceNumber,
    Instant createdAt,
    @Nullable Item oldItem,
    @Nullable Item newItem,
    boolean byService) {}
