package dev.monotable.engine.storage;

/**
 * The end of the keys of an item's entries in all indexes. It makes them unique and orders entries
 * with equal index keys. Using the item's whole primary key instead would take half as much memory
 * again: adjacent index entries mostly belong to different item collections, so no prefix of it
 * could be shared.
 *
 * @param order the first eight bytes of the hash by which DynamoDB orders entries with equal index
 *     keys
 * @param identity another hash of the same key, which also distinguishes {@code a} and {@code bc}
 *     from {@code ab} and {@code c}; DynamoDB's hash does not
 */
public record TieBreaker(long order, long identity) {
  static final int LENGTH = 2 * Long.BYTES;
}
