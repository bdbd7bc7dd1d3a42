package dev.monotable.engine.index;

import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.SortingTreeBuilder;
import dev.monotable.engine.storage.TieBreaker;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyLayout;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * A global or local secondary index: a tree of items by {@linkplain KeyLayout#treeKey index key}.
 * The value of an entry is the whole item, shared with the table; it is projected when it is read.
 *
 * @param bytes of the projected entries
 */
record KeyIndex(PersistentTree<Item> entries, long bytes) implements IndexState {
  static final KeyIndex EMPTY = new KeyIndex(PersistentTree.empty(), 0);

  /** Returns a builder of the state of an index. */
  static IndexState.Builder builder(AccessPath path) {
    return new Builder(path);
  }

  @Override
  public long itemCount() {
    return entries.size();
  }

  @Override
  public IndexEditor edit(AccessPath path, KeyBuilder builder) {
    return new Editor(this, path, builder);
  }

  @Override
  public void audit() {
    entries.audit();
  }

  /** Adds up the entries of all items, and sorts them at the end. */
  private static final class Builder implements IndexState.Builder {
    private final AccessPath path;
    private final SortingTreeBuilder<Item> entries = new SortingTreeBuilder<>();
    private long bytes;

    Builder(AccessPath path) {
      this.path = path;
    }

    @Override
    public void add(KeyedItem item, KeyBuilder keys) {
      entries.add(path.keys().treeKey(keys, item), item.item());
      bytes += path.projection().size(item.item());
    }

    @Override
    public IndexState build() {
      return new KeyIndex(entries.build(), bytes);
    }
  }

  /**
   * Writes an entry unless neither its key nor the item changed: an entry refers to the item that
   * the table has.
   */
  private static final class Editor implements IndexEditor {
    private final KeyIndex start;
    private final AccessPath path;
    private final KeyBuilder builder;
    private @Nullable TreeEditor<Item> editor;
    private long bytes;

    Editor(KeyIndex start, AccessPath path, KeyBuilder builder) {
      this.start = start;
      this.path = path;
      this.builder = builder;
      this.bytes = start.bytes();
    }

    @Override
    public AccessPath path() {
      return path;
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public IndexState state() {
      return editor == null ? start : new KeyIndex(editor.tree(), bytes);
    }

    @Override
    public void update(ItemChange change) {
      if (change.keepsItem()) {
        return;
      }
      KeyedItem old = path.entry(change.keyedBefore());
      KeyedItem now = path.entry(change.keyedAfter());
      if (old == null) {
        if (now != null) {
          insert(entries(), change, now);
        }
      } else if (now == null) {
        remove(entries(), change, old);
      } else if (path.keys().isSame(old, now)) {
        replace(entries(), change, old, now);
      } else {
        TreeEditor<Item> entries = entries();
        entries.expectMore();
        remove(entries, change, old);
        insert(entries, change, now);
      }
    }

    @Override
    public void backfill(ItemChange change) {
      KeyedItem item = path.entry(change.keyedAfter());
      if (item != null) {
        TreeEditor<Item> entries = entries();
        if (seek(entries, change, item) == null) {
          set(entries, item);
        }
      }
    }

    private TreeEditor<Item> entries() {
      TreeEditor<Item> entries = editor;
      if (entries == null) {
        entries = start.entries.edit();
        editor = entries;
      }
      return entries;
    }

    private void insert(TreeEditor<Item> entries, ItemChange change, KeyedItem now) {
      if (seek(entries, change, now) != null) {
        throw new IllegalStateException("two items have the same key in an index");
      }
      set(entries, now);
    }

    private void set(TreeEditor<Item> entries, KeyedItem now) {
      entries.set(now.item());
      bytes += path.projection().size(now.item());
    }

    private void remove(TreeEditor<Item> entries, ItemChange change, KeyedItem old) {
      if (seekPresent(entries, change, old)) {
        entries.unset();
        bytes -= path.projection().size(old.item());
      }
    }

    private void replace(
        TreeEditor<Item> entries, ItemChange change, KeyedItem old, KeyedItem now) {
      if (seekPresent(entries, change, old)) {
        bytes -= path.projection().size(old.item());
      }
      set(entries, now);
    }

    /**
     * Seeks the entry of an item that existed before. An index that is still being backfilled may
     * not have it yet.
     *
     * <p>Other entries rarely have the same key values. Then the entry is found without the tie
     * breaker, whose hash would take as long as the search.
     */
    private boolean seekPresent(TreeEditor<Item> entries, ItemChange change, KeyedItem old) {
      path.keys().indexPrefix(builder, old);
      return entries.seekCeiling(builder.array(), builder.length()) == old.item()
          || seek(entries, change, old) != null;
    }

    private @Nullable Item seek(TreeEditor<Item> entries, ItemChange change, KeyedItem item) {
      TieBreaker tieBreaker = change.tieBreaker(builder, item);
      path.keys().indexPrefix(builder, item).tieBreaker(tieBreaker);
      return entries.seek(builder.array(), builder.length());
    }
  }
}
