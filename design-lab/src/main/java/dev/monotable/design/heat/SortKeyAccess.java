package dev.monotable.design.heat;

/** The part of an item collection to which its requests go, which decides whether a split helps. */
public enum SortKeyAccess {
  /** To all its items alike. A split halves the traffic of each part. */
  SPREAD,
  /**
   * To its newest items, whose sort keys only increase, such as timestamps. After a split, all
   * traffic goes to the upper part.
   */
  LATEST,
  /** To one item, such as a counter. An item is in one partition. */
  ONE_ITEM
}
