package dev.monotable.design.ledger;

/**
 * The reads of a shape.
 *
 * @param read items and index entries that were evaluated and charged
 * @param returned items that were returned or counted
 * @param bytes the size of what was read, in DynamoDB's bytes
 * @param largestItems the largest number of items that one request returned
 * @param missing the number of GetItem reads of items that did not exist
 */
public record ReadCounts(long read, long returned, long bytes, long largestItems, long missing) {
  /** Nothing was read. */
  public static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0, 0);

  /** Returns the number of items that were read and not returned. */
  public long discarded() {
    return read - returned;
  }

  /** Returns the share of the items read that were not returned, between 0 and 1. */
  public double discardedShare() {
    return read == 0 ? 0 : (double) discarded() / read;
  }
}
