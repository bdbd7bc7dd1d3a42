package dev.monotable.engine.table;

/**
 * The size of an item collection, in a table with local indexes.
 *
 * @param items in the table
 * @param bytes of those items and of their entries in local indexes
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections">Item
 *     collections</a>
 */
public record CollectionSize(long items, long bytes) {}
