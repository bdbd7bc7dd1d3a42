package dev.monotable.engine.sum;

import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Items by the sum of a list of whole numbers. */
public record SumIndex(PersistentTree<Item> items, long bytes) implements IndexState {
  static final SumIndex EMPTY = new SumIndex(PersistentTree.empty(), 0);

  /** Returns the items whose sum is at least this, by their sums. */
  public List<Item> atLeast(long sum) {
    List<Item> found = new ArrayList<>();
    byte[] from = sumKey(sum);
    TreeCursor<Item> cursor = items.cursor();
    for (boolean more = cursor.seekCeiling(from, from.length); more; more = cursor.next()) {
      found.add(cursor.value());
    }
    return found;
  }

  @Override
  public long itemCount() {
    return items.size();
  }

  @Override
  public IndexEditor edit(AccessPath path, KeyBuilder builder) {
    return new Editor(this, path, builder);
  }

  @Override
  public void audit() {
    items.audit();
  }

  @Override
  public String toString() {
    return atLeast(Long.MIN_VALUE).toString();
  }

  private static byte[] sumKey(long sum) {
    return ByteBuffer.allocate(Long.BYTES).putLong(sum ^ Long.MIN_VALUE).array();
  }

  /** The key of the index has no attributes, so its tree keys only tell items apart. */
  private static byte[] key(AccessPath path, KeyBuilder keys, KeyedItem item) {
    byte[] unique = path.keys().treeKey(keys, item);
    long sum = ((SumSettings) path.index().settings()).sum(item.item());
    return ByteBuffer.allocate(Long.BYTES + unique.length).put(sumKey(sum)).put(unique).array();
  }

  static IndexState.Builder builder(AccessPath path) {
    Editor editor = new Editor(EMPTY, path, new KeyBuilder());
    return new Builder() {
      @Override
      public void add(KeyedItem item, KeyBuilder keys) {
        editor.put(item);
      }

      @Override
      public IndexState build() {
        return editor.state();
      }
    };
  }

  private static final class Editor implements IndexEditor {
    private final AccessPath path;
    private final KeyBuilder keys;
    private final TreeEditor<Item> items;
    private long bytes;

    Editor(SumIndex start, AccessPath path, KeyBuilder keys) {
      this.path = path;
      this.keys = keys;
      this.items = start.items.edit();
      this.bytes = start.bytes;
    }

    @Override
    public AccessPath path() {
      return path;
    }

    @Override
    public void update(ItemChange change) {
      KeyedItem old = path.entry(change.keyedBefore());
      if (old != null) {
        byte[] key = key(path, keys, old);
        count(items.remove(key, key.length), -1);
      }
      put(path.entry(change.keyedAfter()));
    }

    @Override
    public void backfill(ItemChange change) {
      put(path.entry(change.keyedAfter()));
    }

    void put(@Nullable KeyedItem now) {
      if (now != null) {
        byte[] key = key(path, keys, now);
        count(items.put(key, key.length, now.item()), -1);
        count(now.item(), 1);
      }
    }

    private void count(@Nullable Item item, int sign) {
      bytes += item == null ? 0 : (long) sign * path.projection().size(item);
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public IndexState state() {
      return new SumIndex(items.tree(), bytes);
    }
  }
}
