package dev.monotable.design.heat;

/**
 * The part of an item collection to which requests go, which decides whether a split helps.
 *
 * @param prefix what the sort keys of these items begin with. Items with other prefixes can be
 *     separated from them
 */
public record SortKeyAccess(Kind kind, String prefix) {
  /** To all items alike. */
  public static final SortKeyAccess SPREAD = new SortKeyAccess(Kind.SPREAD, "");

  /** To the newest items. */
  public static final SortKeyAccess LATEST = new SortKeyAccess(Kind.LATEST, "");

  /** To one item. */
  public static final SortKeyAccess ONE_ITEM = new SortKeyAccess(Kind.ONE_ITEM, "");

  /** To both ends of a queue. */
  public static final SortKeyAccess QUEUE = new SortKeyAccess(Kind.QUEUE, "");

  /** A part of the items with a prefix. */
  public enum Kind {
    /** All of them alike. A split halves the traffic of each part. */
    SPREAD,
    /**
     * The newest ones, whose sort keys only increase, such as timestamps. After a split, all
     * traffic goes to the upper part.
     */
    LATEST,
    /** One of them, such as a counter. An item is in one partition. */
    ONE_ITEM,
    /**
     * The first entries of an index, which are read and taken away, and the last ones, which are
     * added. Both ends move on, so that a split is soon behind them.
     */
    QUEUE
  }

  /** Returns this access to the items whose sort keys have a prefix. */
  public SortKeyAccess under(String newPrefix) {
    return new SortKeyAccess(kind, newPrefix);
  }

  /** Returns whether a split divides the traffic. */
  boolean isSpread() {
    return kind == Kind.SPREAD;
  }
}
