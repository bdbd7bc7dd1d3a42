package dev.monotable.engine.index;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TieBreaker;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries of one index in step with the items of its table while a commit changes them.
 * It is told of every change as the item before and the item after. Nothing is written only where
 * neither the entry's key nor the item changed; nothing is charged where neither its key nor what
 * it projects changed. For one thread.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes">What
 *     index writes cost</a>
 */
public final class IndexMaintainer {
  private final TableLayout layout;
  private final int index;
  private final IndexState start;
  private @Nullable TreeEditor<Item> entries;
  private long bytes;

  /**
   * @param index its position among the definition's indexes
   */
  public IndexMaintainer(TableLayout layout, int index, IndexState start) {
    this.layout = layout;
    this.index = index;
    this.start = start;
    this.bytes = start.bytes();
  }

  /** Bytes of the projected entries as they are now. */
  public long bytes() {
    return bytes;
  }

  /** The index as it is now. */
  public IndexState state() {
    return entries == null ? start : new IndexState(entries.tree(), bytes);
  }

  /** Follows a change of one item. */
  public void update(ItemChange change) {
    // What has an entry; the index is sparse.
    KeyedItem old = withEntry(layout, index, change.before());
    KeyedItem now = withEntry(layout, index, change.after());
    if (old == null) {
      if (now != null) {
        insert(editor(), change, now);
      }
    } else if (now == null) {
      remove(editor(), change, old);
    } else if (layout.isSameIndexKey(index, old, now)) {
      replace(editor(), change, old, now);
    } else {
      TreeEditor<Item> editor = editor();
      editor.expectMore();
      remove(editor, change, old);
      insert(editor, change, now);
    }
  }

  private static @Nullable KeyedItem withEntry(
      TableLayout layout, int index, @Nullable KeyedItem item) {
    return item != null && layout.hasEntry(index, item) ? item : null;
  }

  private TreeEditor<Item> editor() {
    TreeEditor<Item> editor = entries;
    if (editor == null) {
      editor = start.entries().edit();
      entries = editor;
    }
    return editor;
  }

  private void insert(TreeEditor<Item> editor, ItemChange change, KeyedItem now) {
    if (seek(editor, change, now) != null) {
      throw new IllegalStateException("two items have the same key in an index");
    }
    set(editor, now);
  }

  private void set(TreeEditor<Item> editor, KeyedItem now) {
    editor.set(now.item());
    bytes += layout.projectedSize(index, now.item());
  }

  private void remove(TreeEditor<Item> editor, ItemChange change, KeyedItem old) {
    if (seekPresent(editor, change, old)) {
      editor.unset();
      bytes -= layout.projectedSize(index, old.item());
    }
  }

  private void replace(TreeEditor<Item> editor, ItemChange change, KeyedItem old, KeyedItem now) {
    if (seekPresent(editor, change, old)) {
      bytes -= layout.projectedSize(index, old.item());
    }
    set(editor, now);
  }

  /**
   * Goes to the entry of an item that was there before. An index to which the items that are older
   * than itself are still being added may not have it yet.
   *
   * <p>Mostly no other entry has the same values, so that the entry is found without the tie, whose
   * hash would take as long as the search.
   */
  private boolean seekPresent(TreeEditor<Item> editor, ItemChange change, KeyedItem old) {
    KeyBuilder key = layout.indexPrefix(KeyBuilder.ofThread(), index, old);
    return editor.seekCeiling(key.array(), key.length()) == old.item()
        || seek(editor, change, old) != null;
  }

  private @Nullable Item seek(TreeEditor<Item> editor, ItemChange change, KeyedItem item) {
    // The tie first: it is made by the same builder.
    TieBreaker tieBreaker = change.tieBreaker(item);
    KeyBuilder key = layout.indexPrefix(KeyBuilder.ofThread(), index, item).tieBreaker(tieBreaker);
    return editor.seek(key.array(), key.length());
  }

  /** The write units that a change of one item costs in an index. */
  public static int units(
      TableLayout layout, int index, @Nullable Item before, @Nullable Item after) {
    if (before == after) {
      return 0;
    }
    KeyedItem old = withEntry(layout, index, before == null ? null : layout.keyed(before));
    KeyedItem now = withEntry(layout, index, after == null ? null : layout.keyed(after));
    int oldSize = old == null ? 0 : layout.projectedSize(index, old.item());
    int newSize = now == null ? 0 : layout.projectedSize(index, now.item());
    if (old != null && now != null && layout.isSameIndexKey(index, old, now)) {
      return layout.projectsSame(index, old.item(), now.item())
          ? 0
          : CapacityUnits.write(Math.max(oldSize, newSize));
    }
    return (old == null ? 0 : CapacityUnits.write(oldSize))
        + (now == null ? 0 : CapacityUnits.write(newSize));
  }
}
