package dev.monotable.engine.journal;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.SortingTreeBuilder;
import dev.monotable.engine.storage.TreeBuilder;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.EntriesBuilder;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryIndex;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table while it is read: its items first, and everything that is derived from them at the end.
 */
final class TableReplay {
  private @Nullable TableDefinition definition;
  private List<TableChange> pending = List.of();
  private @Nullable String stream;
  private @Nullable String capture;
  private @Nullable HistoryReplay history;
  private long bytes;
  private long changes;

  /** Collects items in ascending order, as a whole state has them; null afterwards. */
  private @Nullable TreeBuilder<Item> first = new TreeBuilder<>();

  /** The items, once there was another change. */
  private @Nullable TreeEditor<Item> items;

  /** Returns the definition; null if it was not read, because a file is damaged. */
  @Nullable TableDefinition definition() {
    return definition;
  }

  /** Returns the history. */
  HistoryReplay history() {
    HistoryReplay present = history;
    if (present == null) {
      present = new HistoryReplay();
      history = present;
    }
    return present;
  }

  /** Returns how often an item was put or deleted. */
  long changes() {
    return changes;
  }

  /** Returns the items so far. */
  TableHistory.Version version() {
    return new TableHistory.Version(items().tree(), bytes, 0);
  }

  /** Returns the number of items so far. */
  long size() {
    return items().size();
  }

  void define(TableDefinition next, List<TableChange> itsChanges) {
    definition = next;
    pending = itsChanges;
  }

  /** Returns the ARNs of the streams that the table refers to. */
  List<String> streams() {
    List<String> arns = new ArrayList<>(2);
    if (stream != null) {
      arns.add(stream);
    }
    if (capture != null) {
      arns.add(capture);
    }
    return arns;
  }

  void setStream(@Nullable String arn) {
    stream = arn;
  }

  void setCapture(@Nullable String arn) {
    capture = arn;
  }

  /** Ends the first difference, which may contain the whole table. */
  private TreeEditor<Item> items() {
    TreeEditor<Item> editor = items;
    if (editor == null) {
      TreeBuilder<Item> builder = first;
      editor = builder == null ? PersistentTree.<Item>empty().edit() : builder.build().edit();
      editor.expectMore();
      first = null;
      items = editor;
    }
    return editor;
  }

  /** Returns a table that begins with the items of another one, and shares them. */
  static TableReplay startingFrom(TableReplay base) {
    TableReplay replay = new TableReplay();
    replay.first = null;
    replay.items = base.items().tree().edit();
    replay.items.expectMore();
    replay.bytes = base.bytes;
    return replay;
  }

  /** Adds the items so far to a table. */
  void putItems(TableState.Builder next) {
    next.items(items().tree()).bytes(bytes);
  }

  /** Ends the first difference, because another one begins. */
  void endFirst() {
    if (first != null) {
      items();
    }
  }

  /** Puts an item and returns the one that it replaces, or null. */
  @Nullable Item put(byte[] key, int length, Item item) {
    bytes += item.size();
    changes++;
    if (first != null) {
      first.add(key, length, item);
      return null;
    }
    Item replaced = items().put(key, length, item);
    bytes -= replaced == null ? 0 : replaced.size();
    return replaced;
  }

  /** Deletes an item and returns it; null if there was none. */
  @Nullable Item delete(byte[] key, int length) {
    Item removed = items().remove(key, length);
    bytes -= removed == null ? 0 : removed.size();
    changes++;
    return removed;
  }

  /**
   * Returns the table, with its indexes, expiry times and sizes of item collections; null without a
   * definition.
   *
   * @param streams by their ARNs
   * @param isComplete whether all items were read
   */
  @Nullable TableState finish(
      Limits limits, Map<String, StreamReplay> streams, boolean isComplete) {
    TableDefinition is = definition;
    if (is == null) {
      return null;
    }
    PersistentTree<Item> tree = items().tree();
    TableState table = TableState.create(is, limits);
    TableState.Builder next =
        table.toBuilder().items(tree).bytes(bytes).stream(find(streams, stream))
            .capture(find(streams, capture))
            .changes(pending);
    next.history(history == null ? null : history.finish(isComplete));
    derive(table.layout(), tree, next);
    return next.build();
  }

  private static @Nullable StreamState find(
      Map<String, StreamReplay> streams, @Nullable String arn) {
    StreamReplay replay = arn == null ? null : streams.get(arn);
    return replay == null ? null : replay.finish();
  }

  /** Builds what is derived from the items of a table. */
  private static void derive(
      TableLayout layout, PersistentTree<Item> items, TableState.Builder next) {
    boolean expires = layout.expires();
    if (layout.indexes().isEmpty() && !expires) {
      return;
    }
    EntriesBuilder entries = new EntriesBuilder(layout);
    SortingTreeBuilder<Item> expiry = new SortingTreeBuilder<>();
    TreeCursor<Item> cursor = items.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      KeyedItem item = layout.keyed(cursor.value());
      entries.add(item);
      if (expires) {
        long seconds = ExpiryIndex.expirySeconds(layout, item);
        if (seconds >= 0) {
          expiry.add(ExpiryIndex.key(seconds, cursor.key()), item.item());
        }
      }
    }
    entries.finish(next);
    next.expiry(expiry.build());
  }
}
