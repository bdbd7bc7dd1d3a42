package dev.monotable.engine.table;

import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds what follows from the items of a table: the entries of its indexes and the sizes of its
 * item collections, faster than the changes of each item would. For one thread and one use.
 */
public final class EntriesBuilder {
  private final TableLayout layout;
  private final KeyBuilder builder = new KeyBuilder();
  private final List<AccessPath> paths;
  private final List<IndexState.Builder> indexes = new ArrayList<>();
  private final TreeBuilder<CollectionSize> collections = new TreeBuilder<>();
  private byte @Nullable [] collection;
  private long collectionItems;
  private long collectionBytes;

  /** Creates a builder for all indexes of a table. */
  public EntriesBuilder(TableLayout layout) {
    this.layout = layout;
    this.paths = layout.indexes();
    paths.forEach(path -> indexes.add(path.index().type().build(path)));
  }

  /** Adds an item; the items are added in the order of their primary keys. */
  public void add(KeyedItem item) {
    long size = addEntries(item);
    if (layout.hasLocalIndexes()) {
      addToCollection(item, size);
    }
  }

  /** Adds the entries of an item to all indexes; returns its size in the table and local ones. */
  private long addEntries(KeyedItem item) {
    long total = item.item().size();
    for (int i = 0; i < paths.size(); i++) {
      AccessPath path = paths.get(i);
      if (path.hasEntry(item)) {
        indexes.get(i).add(item, builder);
        total += path.isLocal() ? path.projection().size(item.item()) : 0;
      }
    }
    return total;
  }

  private void addToCollection(KeyedItem item, long size) {
    byte[] key = layout.table().keys().collectionKey(builder, item);
    if (!Arrays.equals(key, collection)) {
      endCollection();
      collection = key;
    }
    collectionItems++;
    collectionBytes += size;
  }

  private void endCollection() {
    byte[] key = collection;
    if (key != null) {
      collections.add(key, key.length, new CollectionSize(collectionItems, collectionBytes));
    }
    collectionItems = 0;
    collectionBytes = 0;
  }

  /** Sets the indexes and the sizes of item collections of a table, which has the items. */
  public void finish(TableState.Builder next) {
    for (int i = 0; i < paths.size(); i++) {
      next.index(paths.get(i), indexes.get(i).build());
    }
    if (layout.hasLocalIndexes()) {
      endCollection();
      next.collections(collections.build());
    }
  }
}
