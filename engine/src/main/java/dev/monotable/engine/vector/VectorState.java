package dev.monotable.engine.vector;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.SortingTreeBuilder;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a vector index, by the key of the index: those of a partition are a range of keys.
 * An index without a partition key has the entries in the order of the table's items.
 *
 * @param vectors the entries
 * @param bytes of the entries, the vectors with four bytes for each number
 */
public record VectorState(PersistentTree<VectorEntry> vectors, long bytes) implements IndexState {
  static final VectorState EMPTY = new VectorState(PersistentTree.empty(), 0);

  static VectorSettings settings(AccessPath path) {
    return (VectorSettings) Objects.requireNonNull(path.index().settings());
  }

  /** Returns the entry of an item; null if it has none. */
  private static @Nullable VectorEntry entry(AccessPath path, @Nullable KeyedItem item) {
    if (item == null || !path.hasEntry(item)) {
      return null;
    }
    VectorSettings settings = settings(path);
    float[] vector = Objects.requireNonNull(settings.vector(item.item()));
    return new VectorEntry(item.item(), vector, VectorMath.norm(settings.function(), vector));
  }

  @Override
  public long itemCount() {
    return vectors.size();
  }

  @Override
  public IndexEditor edit(AccessPath path, KeyBuilder builder) {
    return new Editor(this, path, builder);
  }

  @Override
  public void audit() {
    vectors.audit();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    TreeCursor<VectorEntry> cursor = vectors.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      text.append(cursor.value()).append('\n');
    }
    return text.toString();
  }

  /** Returns a builder of the state of an index. */
  static IndexState.Builder builder(AccessPath path) {
    return new Builder(path);
  }

  private static final class Builder implements IndexState.Builder {
    private final AccessPath path;
    private final SortingTreeBuilder<VectorEntry> entries = new SortingTreeBuilder<>();
    private long bytes;

    Builder(AccessPath path) {
      this.path = path;
    }

    @Override
    public void add(KeyedItem item, KeyBuilder keys) {
      entries.add(path.keys().treeKey(keys, item), Objects.requireNonNull(entry(path, item)));
      bytes += path.entryBytes(item.item());
    }

    @Override
    public IndexState build() {
      return new VectorState(entries.build(), bytes);
    }
  }

  private static final class Editor implements IndexEditor {
    private final VectorState start;
    private final AccessPath path;
    private final KeyBuilder keys;
    private @Nullable TreeEditor<VectorEntry> editor;
    private long bytes;

    Editor(VectorState start, AccessPath path, KeyBuilder keys) {
      this.start = start;
      this.path = path;
      this.keys = keys;
      this.bytes = start.bytes;
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
      return editor == null ? start : new VectorState(editor.tree(), bytes);
    }

    private TreeEditor<VectorEntry> entries() {
      TreeEditor<VectorEntry> entries = editor;
      if (entries == null) {
        entries = start.vectors.edit();
        editor = entries;
      }
      return entries;
    }

    @Override
    public void update(ItemChange change) {
      if (!change.keepsItem()) {
        set(change.keyedAfter(), remove(change.keyedBefore()));
      }
    }

    @Override
    public void backfill(ItemChange change) {
      KeyedItem item = change.keyedAfter();
      if (item != null && path.keys().isIn(item)) {
        byte[] key = path.keys().treeKey(keys, item);
        if (entries().seek(key, key.length) == null) {
          set(item, null);
        }
      }
    }

    /** Removes the entry of an item; returns it, or null if there was none. */
    private @Nullable VectorEntry remove(@Nullable KeyedItem old) {
      if (old == null || !path.keys().isIn(old)) {
        return null;
      }
      byte[] key = path.keys().treeKey(keys, old);
      VectorEntry removed = entries().remove(key, key.length);
      if (removed != null) {
        bytes -= path.entryBytes(removed.item());
      }
      return removed;
    }

    /** Checks that there is memory for one more vector, unless it replaces another. */
    private void requireRoom(@Nullable VectorEntry former) {
      long most = path.limits().vector().maxIndexBytes();
      if (former == null && (entries().size() + 1) * settings(path).vectorBytes() > most) {
        throw new FaultException(VectorFault.Plain.NO_MEMORY.with(most));
      }
    }

    /**
     * Adds the entry of an item, if it has one.
     *
     * @param former the entry of the item before, whose vector is kept if it is the same
     */
    private void set(@Nullable KeyedItem now, @Nullable VectorEntry former) {
      VectorEntry entry =
          former != null
                  && now != null
                  && settings(path).hasSameVector(former.item(), now.item())
                  && path.hasEntry(now)
              ? former.of(now.item())
              : entry(path, now);
      if (entry != null && now != null) {
        byte[] key = path.keys().treeKey(keys, now);
        requireRoom(former);
        entries().put(key, key.length, entry);
        bytes += path.entryBytes(now.item());
      }
    }
  }
}
