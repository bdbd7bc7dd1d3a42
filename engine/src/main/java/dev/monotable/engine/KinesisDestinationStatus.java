package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Kinesis destination of a table, with the changes that it has not received.
 *
 * @param tableName the name of the table
 * @param streamArn the ARN of the Kinesis data stream
 * @param status as DescribeKinesisStreamingDestination returns it
 * @param statusDescription why the destination could not be enabled; null if it could
 * @param precision of the times in records; null for the default, milliseconds, which records do
 *     not name
 * @param waiting the number of changes that it has not received
 * @param oldest when the first of them was made; null if there is none
 */
@Experimental
public record KinesisDestinationStatus(
    String tableName,
    String streamArn,
    String status,
    @Nullable String statusDescription,
    @Nullable ApproximateCreationDateTimePrecision precision,
    long waiting,
    @Nullable Instant oldest) {}
