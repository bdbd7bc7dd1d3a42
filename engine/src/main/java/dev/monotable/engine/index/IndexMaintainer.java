package dev.monotable.engine.index;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
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
  private final TableLayout layout;
  private @Nullable Item tied;
  private int tie;

  public IndexMaintainer(TableLayout layout) {
    this.layout = layout;
  }

  /**
   * The index after a change of one item.
   *
   * @param index its position among the definition's indexes
   * @param units where the write units that the change costs in this index are added, at its position
   */
  public IndexState update(
      int index, IndexState state, @Nullable Item before, @Nullable Item after, int[] units) {
    if (before != null && after != null && layout.hasSameIndexKey(index, before, after)) {
      return before == after || !layout.isIndexed(index, after)
          ? state
          : replaced(index, state, before, after, units);
    }
    IndexState next = state;
    if (before != null && layout.isIndexed(index, before)) {
      int size = layout.projectedSize(index, before);
      KeyBuilder key = key(index, before, before);
      units[index] += CapacityUnits.write(size);
      next =
          new IndexState(
              next.entries().without(key.array(), key.length()), next.bytes() - size);
    }
    if (after != null && layout.isIndexed(index, after)) {
      int size = layout.projectedSize(index, after);
      KeyBuilder key = key(index, after, before == null ? after : before);
      units[index] += CapacityUnits.write(size);
      next =
          new IndexState(
              next.entries().with(key.array(), key.length(), after), next.bytes() + size);
    }
    return next;
  }

  /** The index after a change that leaves the entry where it is. */
  private IndexState replaced(
      int index, IndexState state, Item before, Item after, int[] units) {
    long bytes = state.bytes();
    if (!layout.projectsSame(index, before, after)) {
      int oldSize = layout.projectedSize(index, before);
      int newSize = layout.projectedSize(index, after);
      bytes += newSize - oldSize;
      units[index] += CapacityUnits.write(Math.max(oldSize, newSize));
    }
    KeyBuilder key = key(index, after, before);
    return new IndexState(state.entries().with(key.array(), key.length(), after), bytes);
  }

  /**
   * The key of an entry, in this thread's builder.
   *
   * @param witness the same for each call about one change: its primary key, and with it the tie, is
   *     that of the item in all its versions, and is hashed for the first index only
   */
  private KeyBuilder key(int index, Item item, Item witness) {
    KeyBuilder key = KeyBuilder.ofThread();
    if (tied != witness) {
      tie = layout.tieHash(key, witness);
      tied = witness;
    }
    return layout.indexKey(key, index, item, tie);
  }
}
