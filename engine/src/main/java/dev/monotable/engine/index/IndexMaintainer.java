package dev.monotable.engine.index;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries of a table's indexes in step with its items. It is told of every change as the
 * item before and the item after: no item before is an insert, none after a delete. Nothing is
 * written only where neither the entry's key nor the item changed; nothing is charged where neither
 * its key nor what it projects changed. For one thread.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes">What
 *     index writes cost</a>
 */
public final class IndexMaintainer {
  private final TableLayout layout;

  /** Offsets of an index's key attributes in the item before and after. */
  private final int[] oldAt = new int[KeySchema.MOST_ATTRIBUTES];

  private final int[] newAt = new int[KeySchema.MOST_ATTRIBUTES];

  /** The tie of the item of that primary key, which all its entries in all indexes share. */
  private byte @Nullable [] tied;

  private int tie;

  public IndexMaintainer(TableLayout layout) {
    this.layout = layout;
  }

  /**
   * An index after a change of one item.
   *
   * @param index its position among the definition's indexes
   * @param primaryKey of the item, the same array for each index
   */
  public IndexState update(
      int index, IndexState state, byte[] primaryKey, @Nullable Item before, @Nullable Item after) {
    if (before == after) {
      return state;
    }
    // What has an entry; the index is sparse.
    Item old = before != null && layout.findIndexKey(index, before, oldAt) ? before : null;
    Item now = after != null && layout.findIndexKey(index, after, newAt) ? after : null;
    PersistentTree<Item> entries = state.entries();
    long bytes = state.bytes();
    if (old != null) {
      bytes -= layout.projectedSize(index, old);
      if (now == null || !layout.isSameIndexKey(index, old, oldAt, now, newAt)) {
        KeyBuilder key = key(index, old, oldAt, primaryKey);
        entries = entries.without(key.array(), key.length());
      }
    }
    if (now != null) {
      bytes += layout.projectedSize(index, now);
      KeyBuilder key = key(index, now, newAt, primaryKey);
      entries = entries.with(key.array(), key.length(), now);
    }
    return old != null || now != null ? new IndexState(entries, bytes) : state;
  }

  /** The key of an entry, in this thread's builder. */
  private KeyBuilder key(int index, Item item, int[] at, byte[] primaryKey) {
    KeyBuilder key = KeyBuilder.ofThread();
    if (tied != primaryKey) {
      tie = layout.tieHash(key, item);
      tied = primaryKey;
    }
    return layout.indexKey(key, index, item, at, primaryKey, tie);
  }

  /** The write units that a change of one item costs in an index. */
  public static int units(
      TableLayout layout, int index, @Nullable Item before, @Nullable Item after) {
    if (before == after) {
      return 0;
    }
    int[] oldAt = new int[KeySchema.MOST_ATTRIBUTES];
    int[] newAt = new int[KeySchema.MOST_ATTRIBUTES];
    Item old = before != null && layout.findIndexKey(index, before, oldAt) ? before : null;
    Item now = after != null && layout.findIndexKey(index, after, newAt) ? after : null;
    int oldSize = old == null ? 0 : layout.projectedSize(index, old);
    int newSize = now == null ? 0 : layout.projectedSize(index, now);
    if (old != null && now != null && layout.isSameIndexKey(index, old, oldAt, now, newAt)) {
      return layout.projectsSame(index, old, now)
          ? 0
          : CapacityUnits.write(Math.max(oldSize, newSize));
    }
    return (old == null ? 0 : CapacityUnits.write(oldSize))
        + (now == null ? 0 : CapacityUnits.write(newSize));
  }
}
