package dev.monotable.engine.storage;

/**
 * What an item's entries in all indexes end in. An entry that ended in the item's whole key would
 * be distinct by construction, and would take half again the memory: entries are not neighbours of
 * their collection's, so that nothing of it would be shared.
 *
 * @param order the first eight bytes of the hash by which DynamoDB orders entries of equal index
 *     keys
 * @param identity another hash of the same key, that also tells {@code a} and {@code bc} from
 *     {@code ab} and {@code c}, which DynamoDB's does not
 */
public record TieBreaker(long order, long identity) {
  static final int LENGTH = 2 * Long.BYTES;
}
