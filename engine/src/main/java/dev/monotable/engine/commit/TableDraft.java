package dev.monotable.engine.commit;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.stream.StreamAppender;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ChangeConsumer;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryEditor;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table while a commit changes it. Every change of an item is one {@link ItemChange}: the table
 * makes it, then each {@link ChangeConsumer} of the table follows, always in this order: the
 * indexes, the times of expiry, the sizes of item collections, the stream.
 */
public final class TableDraft {
  private final StateDraft draft;
  private final TableState start;
  private final TableLayout layout;
  private final TreeEditor<Item> items;
  private long bytes;

  /** Those that the table needs, in the order in which they follow a change. */
  private final List<ChangeConsumer> consumers;

  /** One of the consumers; null if the table has no local index. */
  private final @Nullable CollectionSizes collections;

  TableDraft(StateDraft draft, TableState table) {
    this.draft = draft;
    this.start = table;
    this.layout = table.layout();
    this.items = table.items().edit();
    this.bytes = table.bytes();
    List<AccessPath> indexes = layout.indexes();
    this.consumers = new ArrayList<>(indexes.size() + 3);
    this.collections = indexes.isEmpty() ? null : addIndexes(indexes, KeyBuilder.ofThread());
    if (table.definition().ttlAttribute() != null) {
      consumers.add(new ExpiryEditor(table.expiry()));
    }
    if (collections != null) {
      consumers.add(collections);
    }
    StreamState stream = table.stream();
    if (stream != null && stream.closedAt() == null) {
      consumers.add(new StreamAppender(stream, draft.limits(), draft, draft::now));
    }
  }

  /**
   * Adds an editor for each index; returns what counts the sizes of item collections, if there are
   * local indexes.
   */
  private @Nullable CollectionSizes addIndexes(List<AccessPath> indexes, KeyBuilder builder) {
    List<IndexEditor> local = layout.hasLocalIndexes() ? new ArrayList<>() : List.of();
    for (int i = 0; i < indexes.size(); i++) {
      AccessPath path = indexes.get(i);
      IndexEditor editor = start.index(path).edit(path, builder);
      consumers.add(editor);
      if (path.isLocal()) {
        local.add(editor);
      }
    }
    return local.isEmpty()
        ? null
        : new CollectionSizes(start.collections(), local, draft.limits(), builder);
  }

  /** The table's layout; that of the moment of the commit. */
  public TableLayout layout() {
    return layout;
  }

  /** Whether items can be read and written; not while the table is being created or deleted. */
  public boolean isUsable() {
    return start.isUsable();
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
   * @param before the answer of {@link #find} for the key
   * @param after the item after; null to delete
   * @param byService whether TTL does it rather than a request
   * @throws DynamoException if the item's collection grows beyond its limit
   */
  public WriteOutcome write(
      byte[] primaryKey, @Nullable Item before, @Nullable KeyedItem after, boolean byService) {
    if (before == null && after == null) {
      return WriteOutcome.unchanged(layout, null);
    }
    ItemChange change = new ItemChange(layout, primaryKey, before, after, byService);
    if (!items.isAt(primaryKey)) {
      items.seek(primaryKey, primaryKey.length);
    }
    if (after == null) {
      items.unset();
    } else {
      items.set(after.item());
    }
    bytes += change.growth();
    for (int i = 0; i < consumers.size(); i++) {
      consumers.get(i).update(change);
    }
    return WriteOutcome.of(change, collections == null ? null : collections.latest());
  }

  TableState finish() {
    TableState.Builder next = start.toBuilder().items(items.tree(), bytes);
    for (int i = 0; i < consumers.size(); i++) {
      consumers.get(i).finish(next);
    }
    return next.build();
  }
}
