package dev.monotable.design.ledger;

/**
 * The number of requests that named a partition key value of a table or index.
 *
 * @param value the value as text; the values of a key with several attributes, separated by commas
 * @param reads the number of reads of it
 * @param writes the number of writes of its items or index entries
 * @param created the number of items that writes created
 */
public record KeyUse(String value, long reads, long writes, long created) {
  /** Returns the reads or the writes. */
  public long uses(boolean ofWrites) {
    return ofWrites ? writes : reads;
  }
}
