package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.value.Item;

/**
 * The entries of a secondary index. An entry's key is that of the index followed by the {@link
 * dev.monotable.engine.storage.Tie} of the base item, which makes it unique; its value is the whole
 * base item, shared with the table, and is projected when it is read.
 *
 * @param bytes of the projected entries
 */
public record IndexState(PersistentTree<Item> entries, long bytes) {
  public static final IndexState EMPTY = new IndexState(PersistentTree.empty(), 0);
}
