package dev.monotable.engine.table;

import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TieBreaker;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * A change of one item, from which each {@link ChangeConsumer} updates what it derives from the
 * items of a table. An insert has no item before the change, a delete has none after it. Values
 * that several consumers need, such as the places of attributes, are computed once, when the first
 * consumer asks for them. Not safe for use by multiple threads.
 */
public final class ItemChange {
  private final TableLayout layout;
  private final byte[] primaryKey;
  private final @Nullable Item before;
  private final @Nullable KeyedItem after;
  private final @Nullable ChangeSource source;
  private @Nullable KeyedItem keyedBefore;
  private @Nullable TieBreaker tieBreaker;

  /**
   * @param layout of the table
   * @param primaryKey of the item, in the table's tree
   * @param before the item before; null to insert
   * @param after the item after; null to delete
   * @param source what makes the change; null if it is a request
   */
  public ItemChange(
      TableLayout layout,
      byte[] primaryKey,
      @Nullable Item before,
      @Nullable KeyedItem after,
      @Nullable ChangeSource source) {
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change needs an item");
    }
    this.layout = layout;
    this.primaryKey = primaryKey;
    this.before = before;
    this.after = after;
    this.source = source;
  }

  /** Returns the layout of the table. */
  public TableLayout layout() {
    return layout;
  }

  /** Returns the key of the item in the table's tree; not to be modified. */
  public byte[] primaryKey() {
    return primaryKey;
  }

  /** Returns the item before the change; null for an insert. */
  public @Nullable Item before() {
    return before;
  }

  /** Returns the item after the change; null for a delete. */
  public @Nullable Item after() {
    return after == null ? null : after.item();
  }

  /** Returns the item before the change with its places; null for an insert. */
  public @Nullable KeyedItem keyedBefore() {
    KeyedItem keyed = keyedBefore;
    if (keyed == null && before != null) {
      keyed = layout.keyed(before);
      keyedBefore = keyed;
    }
    return keyed;
  }

  /** Returns the item after the change with its places; null for a delete. */
  public @Nullable KeyedItem keyedAfter() {
    return after;
  }

  /** Returns what makes the change; null if it is a request. */
  public @Nullable ChangeSource source() {
    return source;
  }

  /** Returns whether the table keeps the same object, so that no reference to it changes. */
  public boolean keepsItem() {
    return after != null && after.item() == before;
  }

  /** Returns whether the items before and after the change exist and are equal. */
  public boolean keepsValue() {
    return before != null && after != null && before.equals(after.item());
  }

  /** Returns by how many bytes the table grows; negative if it shrinks. */
  public long growth() {
    long now = after == null ? 0 : after.item().size();
    return before == null ? now : now - before.size();
  }

  /** Returns the tie breaker of the item, which is the same before and after. */
  public TieBreaker tieBreaker(KeyBuilder builder, KeyedItem item) {
    TieBreaker known = tieBreaker;
    if (known == null) {
      known = layout.table().keys().tieBreaker(builder, item);
      tieBreaker = known;
    }
    return known;
  }
}
