package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.value.Item;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of an item that a Kinesis destination has not received.
 *
 * @param sequenceNumber greater than that of every earlier change in the database
 * @param eventId the ID of the record, in the form of a UUID
 * @param createdAt the time of the change
 * @param keys the primary key of the item
 * @param oldImage the item before the change; null for an insert
 * @param newImage the item after the change; null for a removal
 * @param byService whether TTL removed the item, and not a request
 */
@Experimental
public record KinesisChange(
    long sequenceNumber,
    String eventId,
    Instant createdAt,
    Item keys,
    @Nullable Item oldImage,
    @Nullable Item newImage,
    boolean byService) {}
