package dev.monotable.engine.commit;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.kinesis.CaptureAppender;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.stream.StreamAppender;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ChangeConsumer;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryEditor;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table while a commit changes it. Every change of an item is one {@link ItemChange}: the draft
 * applies it to the items, and passes it to each {@link ChangeConsumer} of the table, always in
 * this order: the indexes, the expiry times, the sizes of item collections, the stream, the changes
 * for a Kinesis destination.
 */
public final class TableDraft {
  private static final ChangeConsumer[] NO_CONSUMERS = {};

  private final StateDraft draft;
  private final @Nullable TableDraft next;
  private final TableState start;
  private final TableLayout layout;
  private final TreeEditor<Item> items;
  private long bytes;

  /** The consumers that the table needs, in the order in which they receive a change. */
  private final ChangeConsumer[] consumers;

  /** One of the consumers; null if the table has no local index. */
  private final @Nullable CollectionSizes collections;

  /**
   * @param next the draft of another table of the commit; null if there is none
   */
  TableDraft(StateDraft draft, TableState table, @Nullable TableDraft next) {
    this.draft = draft;
    this.next = next;
    this.start = table;
    this.layout = table.layout();
    this.items = table.items().edit();
    this.bytes = table.bytes();
    List<AccessPath> indexes = layout.indexes();
    boolean expires = layout.expires();
    StreamState latest = table.stream();
    StreamState stream = latest == null || latest.closedAt() != null ? null : latest;
    StreamState capture = table.capture();
    KinesisDestination destination =
        capture == null ? null : KinesisDestinations.capturing(layout.definition(), draft.now());
    int count =
        indexes.size()
            + (expires ? 1 : 0)
            + (stream != null ? 1 : 0)
            + (destination != null ? 1 : 0);
    if (count == 0) {
      this.consumers = NO_CONSUMERS;
      this.collections = null;
      return;
    }
    KeyBuilder builder = KeyBuilder.ofThread();
    this.consumers = new ChangeConsumer[count + (layout.hasLocalIndexes() ? 1 : 0)];
    int at = 0;
    for (int i = 0; i < indexes.size(); i++) {
      AccessPath path = indexes.get(i);
      consumers[at++] = table.index(path).edit(path, builder);
    }
    if (expires) {
      consumers[at++] = new ExpiryEditor(table.expiry());
    }
    this.collections = layout.hasLocalIndexes() ? collectionSizes(table, builder) : null;
    if (collections != null) {
      consumers[at++] = collections;
    }
    if (stream != null) {
      consumers[at++] = new StreamAppender(stream, draft.limits(), draft, draft::now);
    }
    if (capture != null && destination != null) {
      consumers[at] = new CaptureAppender(capture, destination, draft, draft.now());
    }
  }

  private CollectionSizes collectionSizes(TableState table, KeyBuilder builder) {
    List<IndexEditor> local = new ArrayList<>();
    for (ChangeConsumer consumer : consumers) {
      if (consumer instanceof IndexEditor index && index.path().isLocal()) {
        local.add(index);
      }
    }
    return new CollectionSizes(table.collections(), local, draft.limits(), builder);
  }

  /** Returns the table's layout at the time of the commit. */
  public TableLayout layout() {
    return layout;
  }

  /** Returns whether items can be read and written; not while the table is created or deleted. */
  public boolean isUsable() {
    return start.isUsable();
  }

  /** Returns whether a committed transaction still holds an item. */
  public boolean isHeld(byte[] primaryKey) {
    return draft.isHeld(layout.definition(), primaryKey);
  }

  /** Returns the item of a primary key as this commit sees it; null if it does not exist. */
  public @Nullable Item find(byte[] primaryKey) {
    return items.seek(primaryKey, primaryKey.length);
  }

  /**
   * Returns the result of a write that changes nothing, because its item is missing.
   *
   * @param key the primary key of the item
   */
  public WriteOutcome nothing(KeyedItem key) {
    return WriteOutcome.nothing(layout, collections == null ? null : collections.of(layout, key));
  }

  /**
   * Writes or deletes an item.
   *
   * @param before the item that {@link #find} returns for the key
   * @param after the new item; null to delete, which requires an item before
   * @param source what makes the change; null if it is a request
   * @throws FaultException if the item's collection grows beyond its limit
   */
  public WriteOutcome write(
      byte[] primaryKey,
      @Nullable Item before,
      @Nullable KeyedItem after,
      @Nullable ChangeSource source) {
    ItemChange change = new ItemChange(layout, primaryKey, before, after, source);
    if (!items.isAt(primaryKey)) {
      items.seek(primaryKey, primaryKey.length);
    }
    if (after == null) {
      items.unset();
    } else {
      items.set(after.item());
    }
    bytes += change.growth();
    for (ChangeConsumer consumer : consumers) {
      consumer.update(change);
    }
    return WriteOutcome.of(change, collections == null ? null : collections.latest());
  }

  /** Returns the draft of another table of the commit; null if there is none. */
  @Nullable TableDraft next() {
    return next;
  }

  /** Returns the table before the changes. */
  TableState start() {
    return start;
  }

  TableState finish() {
    PersistentTree<Item> tree = items.tree();
    TableState.Builder next = start.toBuilder().items(tree).bytes(bytes);
    TableHistory history = start.history();
    if (history != null && tree != start.items()) {
      next.history(changed(history));
    }
    for (ChangeConsumer consumer : consumers) {
      consumer.finish(next);
    }
    return next.build();
  }

  /** Returns the history with what the table was before this commit. */
  private TableHistory changed(TableHistory history) {
    TableHistory next = history.changed(TableHistory.secondOf(draft.now()), start);
    PointInTimeRecovery recovery = PointInTimeRecovery.find(layout.definition());
    return next == history || recovery == null ? next : next.from(recovery.start(draft.now()));
  }
}
