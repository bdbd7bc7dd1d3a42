package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryEditor;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * Adds the items that are older than an index, or than TTL, to it. It works in commits of a bounded
 * number of items, in the order of their keys. Writes in between update the index as usual, since
 * it is part of the definition from the beginning.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html">Managing
 *     global secondary indexes</a>
 */
public final class Backfill {
  private final Committer committer;
  private final Limits limits;

  public Backfill(Committer committer, Limits limits) {
    this.committer = committer;
    this.limits = limits;
  }

  /** Handles a batch of items of a table. */
  @FunctionalInterface
  private interface Step {
    /**
     * @return the table after the batch; null to end early
     */
    @Nullable TableState apply(TableState table, TreeCursor<Item> items, int most);
  }

  /** Adds the times of expiry of a table. Ends early if the table is deleted or TTL turned off. */
  public void expiry(String tableName) {
    run(tableName, Backfill::expiryBatch);
  }

  /**
   * Adds the entries of an index. Items whose key attributes have another type than in the index,
   * or are empty, are skipped. Ends early if the table or the index is deleted.
   */
  public void index(String tableName, String indexName) {
    run(tableName, (table, items, most) -> indexBatch(table, indexName, items, most));
  }

  private void run(String tableName, Step step) {
    byte @Nullable [] after = new byte[0];
    while (after != null) {
      byte[] from = after;
      after = committer.commit(draft -> batch(draft, tableName, step, from));
    }
  }

  /** Runs one batch; returns the key at which the next batch begins, or null. */
  private byte @Nullable [] batch(StateDraft draft, String tableName, Step step, byte[] after) {
    TableState table = draft.state().findTable(tableName);
    if (table == null) {
      return null;
    }
    TreeCursor<Item> items = table.items().cursor();
    if (!items.seekCeiling(after, after.length)) {
      return null;
    }
    TableState next = step.apply(table, items, limits.commit().maxItems());
    if (next == null) {
      return null;
    }
    draft.putTable(next);
    return items.valid() ? items.key() : null;
  }

  private static @Nullable TableState expiryBatch(
      TableState table, TreeCursor<Item> items, int most) {
    if (table.definition().ttlAttribute() == null) {
      return null;
    }
    ExpiryEditor expiry = new ExpiryEditor(table.expiry());
    int done = 0;
    do {
      expiry.update(insert(table.layout(), items));
      done++;
    } while (items.next() && done < most);
    TableState.Builder next = table.toBuilder();
    expiry.finish(next);
    return next.build();
  }

  /** The item at the cursor as if it were inserted. */
  private static ItemChange insert(TableLayout layout, TreeCursor<Item> items) {
    return new ItemChange(layout, items.key(), null, layout.keyed(items.value()), false);
  }

  private static @Nullable TableState indexBatch(
      TableState table, String indexName, TreeCursor<Item> items, int most) {
    TableLayout layout = table.layout();
    AccessPath index = layout.findIndex(indexName);
    if (index == null) {
      return null;
    }
    IndexEditor editor = table.index(index).edit(index, KeyBuilder.ofThread());
    int done = 0;
    do {
      editor.backfill(insert(layout, items));
      done++;
    } while (items.next() && done < most);
    return table.withIndex(index, editor.state());
  }
}
