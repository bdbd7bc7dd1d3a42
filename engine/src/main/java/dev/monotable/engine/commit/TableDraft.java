package dev.monotable.engine.commit;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.index.IndexMaintainer;
import dev.monotable.engine.index.ItemChange;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryIndex;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table while a commit changes it. Every change of an item takes the same steps in the same
 * order: the table, its indexes, the times of expiry, the size of the item's collection, the
 * stream.
 */
public final class TableDraft {
  private final StateDraft draft;
  private final TableLayout layout;
  private final TreeEditor<Item> items;
  private final IndexMaintainer[] indexes;
  private long bytes;
  private final PersistentTree<Item> expiryBefore;
  private @Nullable TreeEditor<Item> expiry;
  private PersistentTree<CollectionSize> collections;
  private @Nullable StreamState stream;
  private final List<TableChange> changes;
  private final boolean usable;

  TableDraft(StateDraft draft, TableState table) {
    this.draft = draft;
    this.layout = table.layout();
    this.items = table.items().edit();
    this.indexes = new IndexMaintainer[table.indexes().size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = new IndexMaintainer(layout, i, table.indexes().get(i));
    }
    this.bytes = table.bytes();
    this.expiryBefore = table.expiry();
    this.collections = table.collections();
    this.stream = table.stream();
    this.changes = table.changes();
    this.usable = table.isUsable();
  }

  /** The table's layout; that of the moment of the commit. */
  public TableLayout layout() {
    return layout;
  }

  /** Whether items can be read and written; not while the table is being made or deleted. */
  public boolean isUsable() {
    return usable;
  }

  /** Whether a transaction that is done holds the item of that primary key. */
  public boolean isHeld(byte[] primaryKey) {
    return draft.isHeld(layout.definition(), primaryKey);
  }

  /** The item of that primary key as this commit sees it, or null. */
  public @Nullable Item find(byte[] primaryKey) {
    return items.seek(primaryKey, primaryKey.length);
  }

  /**
   * Puts, replaces or deletes an item.
   *
   * @param before what {@link #find} answers for the key
   * @param keyedAfter the item after; null to delete
   * @param byService whether TTL does it rather than a request
   * @throws DynamoException if the item's collection would outgrow its limit
   */
  public WriteOutcome write(
      byte[] primaryKey, @Nullable Item before, @Nullable KeyedItem keyedAfter, boolean byService) {
    Item after = keyedAfter == null ? null : keyedAfter.item();
    if (before == null && after == null) {
      return new WriteOutcome(layout, null, null, null);
    }
    if (!items.isAt(primaryKey)) {
      items.seek(primaryKey, primaryKey.length);
    }
    if (after == null) {
      items.unset();
    } else {
      items.set(after);
    }
    bytes += size(after) - size(before);
    long localBytes = indexes.length == 0 || before == after ? 0 : index(before, keyedAfter);
    expire(primaryKey, before, after);
    CollectionSize collection = null;
    if (layout.hasLocalIndexes()) {
      collection = resizeCollection(before, after, localBytes);
    }
    StreamState open = stream;
    if (open != null
        && open.closedAt() == null
        && (before == null || after == null || !before.equals(after))) {
      stream =
          StreamWriter.append(
              open, primaryKey, before, after, byService, draft.now(), draft.limits(), draft);
    }
    return new WriteOutcome(layout, before, after, collection);
  }

  private void expire(byte[] primaryKey, @Nullable Item before, @Nullable Item after) {
    long oldTime = before == null ? -1 : ExpiryIndex.expirySeconds(layout, before);
    long newTime = after == null ? -1 : ExpiryIndex.expirySeconds(layout, after);
    if (oldTime < 0 && newTime < 0) {
      return;
    }
    TreeEditor<Item> editor = expiry;
    if (editor == null) {
      editor = expiryBefore.edit();
      expiry = editor;
    }
    ExpiryIndex.update(editor, primaryKey, oldTime, newTime, after);
  }

  /** Has the indexes follow; by how many bytes the local ones grew. */
  private long index(@Nullable Item before, @Nullable KeyedItem after) {
    ItemChange change = new ItemChange(layout, before == null ? null : layout.keyed(before), after);
    long localBytes = 0;
    for (int i = 0; i < indexes.length; i++) {
      IndexMaintainer index = indexes[i];
      long old = index.bytes();
      index.update(change);
      if (!layout.isGlobal(i)) {
        localBytes += index.bytes() - old;
      }
    }
    return localBytes;
  }

  private static long size(@Nullable Item item) {
    return item == null ? 0 : item.size();
  }

  private CollectionSize resizeCollection(
      @Nullable Item before, @Nullable Item after, long localBytes) {
    Item present = after == null ? before : after;
    if (present == null) {
      throw new IllegalArgumentException("a change of nothing");
    }
    byte[] prefix = layout.partitionPrefix(present);
    CollectionSize old = collections.find(prefix);
    long oldItems = old == null ? 0 : old.items();
    long oldBytes = old == null ? 0 : old.bytes();
    CollectionSize next =
        new CollectionSize(
            oldItems + (after == null ? 0 : 1) - (before == null ? 0 : 1),
            oldBytes + size(after) - size(before) + localBytes);
    if (next.bytes() > draft.limits().maxItemCollectionBytes() && next.bytes() > oldBytes) {
      throw new DynamoException(
          ErrorCode.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED, Messages.ITEM_COLLECTION_TOO_LARGE);
    }
    collections = next.items() == 0 ? collections.without(prefix) : collections.with(prefix, next);
    return next;
  }

  TableState finish() {
    IndexState[] states = new IndexState[indexes.length];
    for (int i = 0; i < states.length; i++) {
      states[i] = indexes[i].state();
    }
    return new TableState(
        layout,
        items.tree(),
        bytes,
        List.of(states),
        expiry == null ? expiryBefore : expiry.tree(),
        collections,
        stream,
        changes);
  }
}
