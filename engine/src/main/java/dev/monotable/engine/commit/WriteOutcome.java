package dev.monotable.engine.commit;

import dev.monotable.engine.table.CollectionSize;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * What a write of one item did.
 *
 * @param before the item before, or null
 * @param after the item after, or null
 * @param indexUnits write units charged to each index, in the order of the definition's; not to be
 *     modified
 * @param collection the size of the item's collection after the write; null where the table has no
 *     local index
 */
public record WriteOutcome(
    @Nullable Item before,
    @Nullable Item after,
    int[] indexUnits,
    @Nullable CollectionSize collection) {}
