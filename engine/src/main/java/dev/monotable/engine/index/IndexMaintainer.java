package dev.monotable.engine.index;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries of an index in step with the items of its table. It is told of every change as
 * the item before and the item after: no item before is an insert, none after a delete. Nothing is
 * written only where neither the entry's key nor the item changed; nothing is charged where neither
 * its key nor what it projects changed.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes">What
 *     index writes cost</a>
 */
public final class IndexMaintainer {
  private IndexMaintainer() {}

  /**
   * The index after a change of one item.
   *
   * @param index its position among the definition's indexes
   * @param units where the write units that the change costs in this index are added, at its position
   */
  public static IndexState update(
      TableLayout layout,
      int index,
      IndexState state,
      @Nullable Item before,
      @Nullable Item after,
      int[] units) {
    byte[] oldKey = before == null ? null : layout.indexKey(index, before);
    byte[] newKey = after == null ? null : layout.indexKey(index, after);
    PersistentTree<Item> entries = state.entries();
    long bytes = state.bytes();
    if (oldKey == null && newKey == null) {
      return state;
    }
    if (oldKey != null && newKey != null && Arrays.equals(oldKey, newKey)) {
      if (before == after) {
        return state;
      }
      if (!layout.projectsSame(index, before, after)) {
        int oldSize = layout.projectedSize(index, before);
        int newSize = layout.projectedSize(index, after);
        bytes += newSize - oldSize;
        units[index] += CapacityUnits.write(Math.max(oldSize, newSize));
      }
      return new IndexState(entries.with(newKey, after), bytes);
    }
    if (oldKey != null) {
      int size = layout.projectedSize(index, before);
      entries = entries.without(oldKey);
      bytes -= size;
      units[index] += CapacityUnits.write(size);
    }
    if (newKey != null) {
      int size = layout.projectedSize(index, after);
      entries = entries.with(newKey, after);
      bytes += size;
      units[index] += CapacityUnits.write(size);
    }
    return new IndexState(entries, bytes);
  }
}
