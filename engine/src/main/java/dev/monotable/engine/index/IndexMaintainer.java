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
 * Keeps the entries of a table's indexes in step with its items. It is told of every change as the item
 * before and the item after: no item before is an insert, none after a delete. Nothing is written only
 * where neither the entry's key nor the item changed; nothing is charged where neither its key nor what
 * it projects changed. For one thread.
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
      int index,
      IndexState state,
      byte[] primaryKey,
      @Nullable Item before,
      @Nullable Item after) {
    if (before == after) {
      return state;
    }
    boolean had = before != null && layout.findIndexKey(index, before, oldAt);
    boolean has = after != null && layout.findIndexKey(index, after, newAt);
    PersistentTree<Item> entries = state.entries();
    long bytes = state.bytes();
    boolean stays = had && has && layout.isSameIndexKey(index, before, oldAt, after, newAt);
    if (had) {
      bytes -= layout.projectedSize(index, before);
      if (!stays) {
        KeyBuilder key = key(index, before, oldAt, primaryKey);
        entries = entries.without(key.array(), key.length());
      }
    }
    if (has) {
      bytes += layout.projectedSize(index, after);
      KeyBuilder key = key(index, after, newAt, primaryKey);
      entries = entries.with(key.array(), key.length(), after);
    }
    return had || has ? new IndexState(entries, bytes) : state;
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
    boolean had = before != null && layout.findIndexKey(index, before, oldAt);
    boolean has = after != null && layout.findIndexKey(index, after, newAt);
    int oldSize = had ? layout.projectedSize(index, before) : 0;
    int newSize = has ? layout.projectedSize(index, after) : 0;
    if (had && has && layout.isSameIndexKey(index, before, oldAt, after, newAt)) {
      return layout.projectsSame(index, before, after)
          ? 0
          : CapacityUnits.write(Math.max(oldSize, newSize));
    }
    return (had ? CapacityUnits.write(oldSize) : 0) + (has ? CapacityUnits.write(newSize) : 0);
  }
}
