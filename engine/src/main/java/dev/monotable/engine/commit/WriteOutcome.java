package dev.monotable.engine.commit;

import dev.monotable.engine.index.IndexMaintainer;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * What a write of one item did.
 *
 * @param layout of the table at the commit
 * @param before the item before, or null
 * @param after the item after, or null
 * @param collection the size of the item's collection after the write; null where the table has no
 *     local index
 */
public record WriteOutcome(
    TableLayout layout,
    @Nullable Item before,
    @Nullable Item after,
    @Nullable CollectionSize collection) {

  /**
   * Write units charged to an index. They are counted when they are asked for, since few requests
   * want to know them.
   *
   * @param index its position among the definition's
   */
  public int indexUnits(int index) {
    return IndexMaintainer.units(layout, index, before, after);
  }
}
