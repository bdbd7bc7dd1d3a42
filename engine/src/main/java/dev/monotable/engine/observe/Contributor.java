package dev.monotable.engine.observe;

import dev.monotable.value.Item;

/**
 * A key that is accessed or throttled often.
 *
 * @param key the partition key, or the partition key and the sort key, of the table or index
 * @param count the capacity units that accesses consumed, or the number of throttled requests
 * @param error by how much the count may be too high; 0 unless there are many keys
 */
public record Contributor(Item key, double count, double error) {}
