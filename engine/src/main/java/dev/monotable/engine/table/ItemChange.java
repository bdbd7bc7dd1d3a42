package dev.monotable.engine.table;

import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TieBreaker;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * A change of one item: everything that a write hands to those who keep something up to date with
 * the items of its table. Without an item before it is an insert, without one after a delete. What
 * several of them need, such as the places of attributes, is found when the first one asks, and
 * once. For one thread.
 */
public final class ItemChange {
  private final TableLayout layout;
  private final byte[] primaryKey;
  private final @Nullable Item before;
  private final @Nullable KeyedItem after;
  private final boolean byService;
  private @Nullable KeyedItem keyedBefore;
  private @Nullable TieBreaker tieBreaker;

  /**
   * @param layout of the table
   * @param primaryKey of the item, in the table's tree
   * @param before the item before; null to insert
   * @param after the item after; null to delete
   * @param byService whether TTL deletes the item rather than a request
   */
  public ItemChange(
      TableLayout layout,
      byte[] primaryKey,
      @Nullable Item before,
      @Nullable KeyedItem after,
      boolean byService) {
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change needs an item");
    }
    this.layout = layout;
    this.primaryKey = primaryKey;
    this.before = before;
    this.after = after;
    this.byService = byService;
  }

  /** The layout of the table. */
  public TableLayout layout() {
    return layout;
  }

  /** The key of the item in the table's tree; not to be modified. */
  public byte[] primaryKey() {
    return primaryKey;
  }

  /** The item before, or null. */
  public @Nullable Item before() {
    return before;
  }

  /** The item after, or null. */
  public @Nullable Item after() {
    return after == null ? null : after.item();
  }

  /** The item before with its places, or null. */
  public @Nullable KeyedItem keyedBefore() {
    KeyedItem keyed = keyedBefore;
    if (keyed == null && before != null) {
      keyed = layout.keyed(before);
      keyedBefore = keyed;
    }
    return keyed;
  }

  /** The item after with its places, or null. */
  public @Nullable KeyedItem keyedAfter() {
    return after;
  }

  /** Whether TTL deletes the item rather than a request. */
  public boolean byService() {
    return byService;
  }

  /** Whether the table keeps the very object that it had: nothing that refers to it changes. */
  public boolean keepsItem() {
    return after != null && after.item() == before;
  }

  /** Whether both items are there and have the same value. */
  public boolean keepsValue() {
    return before != null && after != null && before.equals(after.item());
  }

  /** By how many bytes the table grows. */
  public long growth() {
    long now = after == null ? 0 : after.item().size();
    return before == null ? now : now - before.size();
  }

  /** The tie breaker of the item, which is the same before and after. */
  TieBreaker tieBreaker(KeyBuilder builder, KeyedItem item) {
    TieBreaker known = tieBreaker;
    if (known == null) {
      known = layout.table().keys().tieBreaker(builder, item);
      tieBreaker = known;
    }
    return known;
  }
}
