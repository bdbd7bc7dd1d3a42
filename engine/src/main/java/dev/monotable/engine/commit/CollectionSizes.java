package dev.monotable.engine.commit;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.ChangeConsumer;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the sizes of the item collections of a table with local indexes, and enforces their limit.
 * For one thread.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections.SizeLimit">Item
 *     collection size limit</a>
 */
final class CollectionSizes implements ChangeConsumer {
  private static final CollectionSize EMPTY = new CollectionSize(0, 0);

  private final Limits limits;
  private final KeyBuilder builder;
  private final List<IndexEditor> localIndexes;
  private PersistentTree<CollectionSize> sizes;

  /** The size of all entries of the local indexes. */
  private long localBytes;

  private @Nullable CollectionSize latest;

  /**
   * @param localIndexes of the table; they follow a change before this does
   */
  CollectionSizes(
      PersistentTree<CollectionSize> sizes,
      List<IndexEditor> localIndexes,
      Limits limits,
      KeyBuilder builder) {
    this.limits = limits;
    this.builder = builder;
    this.localIndexes = localIndexes;
    this.sizes = sizes;
    this.localBytes = sumOfLocalIndexes();
  }

  private long sumOfLocalIndexes() {
    long sum = 0;
    for (int i = 0; i < localIndexes.size(); i++) {
      sum += localIndexes.get(i).bytes();
    }
    return sum;
  }

  /**
   * Adds a change to the size of its item collection.
   *
   * @throws FaultException if the item collection grows beyond its limit
   */
  @Override
  public void update(ItemChange change) {
    KeyedItem after = change.keyedAfter();
    KeyedItem present = after == null ? change.keyedBefore() : after;
    if (present == null) {
      throw new IllegalArgumentException("a change needs an item");
    }
    long nowLocal = sumOfLocalIndexes();
    long growth = change.growth() + nowLocal - localBytes;
    localBytes = nowLocal;
    byte[] key = change.layout().table().keys().collectionKey(builder, present);
    CollectionSize old = sizes.find(key);
    long items =
        (old == null ? 0 : old.items())
            + (after == null ? 0 : 1)
            - (change.before() == null ? 0 : 1);
    CollectionSize next = new CollectionSize(items, (old == null ? 0 : old.bytes()) + growth);
    if (next.bytes() > limits.item().maxCollectionBytes() && growth > 0) {
      throw new FaultException(ItemFault.Plain.ITEM_COLLECTION_TOO_LARGE);
    }
    sizes = items == 0 ? sizes.without(key) : sizes.with(key, next);
    latest = next;
  }

  /** Returns the size of the item collection with this key or item; 0 if it has no items. */
  CollectionSize of(TableLayout layout, KeyedItem keyed) {
    CollectionSize size = sizes.find(layout.table().keys().collectionKey(builder, keyed));
    return size == null ? EMPTY : size;
  }

  /** Returns the size of the item collection of the latest change; null before the first. */
  @Nullable CollectionSize latest() {
    return latest;
  }

  @Override
  public void finish(TableState.Builder next) {
    next.collections(sizes);
  }
}
