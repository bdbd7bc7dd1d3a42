package dev.monotable.engine.storage;

/**
 * The end of the keys of an item's entries in all indexes. It makes them unique and orders entries
 * of equal index keys. The item's whole key instead would take half again the memory: neighbours in
 * an index are mostly of other collections, so no prefix of it could be shared.
 *
 * @param order the first eight bytes of the hash by which DynamoDB orders entries of equal index
 *     keys
 * @param identity another hash of the same key, which also distinguishes {@code a} and {@code bc}
 *     from {@code ab} and {@code c}, which DynamoDB's does not
 */
public record TieBreaker(long order, long identity) {
  static final int LENGTH = 2 * Long.BYTES;
}
