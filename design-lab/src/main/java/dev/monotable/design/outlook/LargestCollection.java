package dev.monotable.design.outlook;

/**
 * The largest item collection of one kind of partition keys, by the declared numbers of items.
 *
 * @param target the table, or the table and the index
 * @param keys the kind of its partition key values, such as <code>ROOM#{roomId}</code>
 * @param items the number of its items or index entries
 * @param bytes their size, with that of the entries of local indexes
 */
public record LargestCollection(String target, String keys, double items, double bytes) {}
