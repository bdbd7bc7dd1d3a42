package dev.monotable.design.sample;

/**
 * The number of items that a sample keeps.
 *
 * @param views the number of tables and indexes
 * @param kinds the number of kinds of item collections in a table or index, and of kinds of items
 *     in an item collection
 * @param collections the number of item collections of each kind
 * @param items the number of items of each kind in an item collection
 * @param bytes the size of all items together, in DynamoDB's bytes
 */
public record SampleBounds(int views, int kinds, int collections, int items, long bytes) {
  /** 100 tables and indexes, 20 kinds, 4 collections and 4 items of each, 32 MB. */
  public static final SampleBounds DEFAULT = new SampleBounds(100, 20, 4, 4, 32L << 20);

  public SampleBounds {
    if (Math.min(Math.min(views, kinds), Math.min(collections, items)) < 1 || bytes < 1) {
      throw new IllegalArgumentException("every bound of a sample must be at least 1");
    }
  }
}
