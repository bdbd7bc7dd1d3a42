package dev.monotable.engine.table;

import dev.monotable.value.Item;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of one item, as a stream tells it. The images are the items themselves; what a reader
 * sees of them is the stream view's business.
 *
 * @param sequenceNumber rises with every change of the database
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
