package dev.monotable.engine.observe;

import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * A part of a request that was throttled.
 *
 * @param table the name of the table
 * @param index the name of the index whose throughput was exceeded; null for the table
 * @param key the partition key of the part, in the table or in that index; null if it has none, as
 *     a Scan
 * @param reason AWS's reason, such as {@code TableWriteKeyRangeThroughputExceeded}
 */
public record ThrottledKey(
    String table, @Nullable String index, @Nullable Item key, String reason) {}
