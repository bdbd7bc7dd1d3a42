package dev.monotable.engine.commit;

import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/** The result of a write of one item. */
public final class WriteOutcome {
  private final TableLayout layout;
  private final @Nullable Item before;
  private final @Nullable Item after;
  private final @Nullable CollectionSize collection;
  private final @Nullable ItemChange change;

  private WriteOutcome(
      TableLayout layout,
      @Nullable Item before,
      @Nullable Item after,
      @Nullable CollectionSize collection,
      @Nullable ItemChange change) {
    this.layout = layout;
    this.before = before;
    this.after = after;
    this.collection = collection;
    this.change = change;
  }

  /** Returns the result of a change. */
  static WriteOutcome of(ItemChange change, @Nullable CollectionSize collection) {
    return new WriteOutcome(change.layout(), change.before(), change.after(), collection, change);
  }

  /** Returns the result of a condition check that holds. */
  public static WriteOutcome checked(TableLayout layout, @Nullable Item item) {
    return new WriteOutcome(layout, item, item, null, null);
  }

  /**
   * Returns the result of a write that changes nothing, because its item is missing.
   *
   * @param collection the size of its item collection; null if the table has no local index
   */
  static WriteOutcome nothing(TableLayout layout, @Nullable CollectionSize collection) {
    return new WriteOutcome(layout, null, null, collection, null);
  }

  /** Returns the layout of the table at the commit. */
  public TableLayout layout() {
    return layout;
  }

  /** Returns the item before the write, or null. */
  public @Nullable Item before() {
    return before;
  }

  /** Returns the item after the write, or null. */
  public @Nullable Item after() {
    return after;
  }

  /** Returns the size of the item collection after the write; null without a local index. */
  public @Nullable CollectionSize collection() {
    return collection;
  }

  /** Returns how the entry of an index changed; null if it did not, or if the index has none. */
  public IndexChange.@Nullable Kind indexChange(AccessPath index) {
    return change == null || change.keepsItem()
        ? null
        : index.change(change.keyedBefore(), change.keyedAfter());
  }

  /**
   * Returns the bytes charged to an index that is {@linkplain AccessPath#isMeasuredInBytes
   * measured} in them. Computes them, since few callers ask.
   */
  public long indexBytes(AccessPath index) {
    return change == null || change.keepsItem()
        ? 0
        : index.writeBytes(change.keyedBefore(), change.keyedAfter());
  }

  /** Returns the size of the entry that the item has in an index after the write; 0 without one. */
  public int entryBytes(AccessPath index) {
    KeyedItem entry = change == null ? null : index.entry(change.keyedAfter());
    return entry == null ? 0 : index.entryBytes(entry.item());
  }

  /** Returns the write units charged to an index. Computes them, since few callers ask. */
  public int indexUnits(AccessPath index) {
    return change == null || change.keepsItem()
        ? 0
        : index.writeUnits(change.keyedBefore(), change.keyedAfter());
  }
}
