package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexEditor;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryEditor;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Adds the items that are older than an index, or than TTL, to it. It works in commits of a bounded
 * number of items, in the order of their keys. Writes in between update the index as usual, since
 * it is part of the definition from the beginning.
 *
 * <p>Until everything was added, the {@link TableChange} of the index or of TTL has no due time. So
 * an index is not ACTIVE, and nothing expires, before that. If the log fails, it drops some of the
 * commits; the change then remains without a due time, and {@link #resume} starts again.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html">Managing
 *     global secondary indexes</a>
 */
public final class Backfill {
  private final Committer committer;
  private final Limits limits;

  /** Held by the thread that is filling; so without it, no thread is filling. */
  private final ReentrantLock running = new ReentrantLock();

  /** Creates the backfill of a database, see {@link Committer#backfill()}. */
  Backfill(Committer committer, Limits limits) {
    this.committer = committer;
    this.limits = limits;
  }

  /** Handles a batch of items of a table. */
  @FunctionalInterface
  private interface Step {
    /**
     * Adds the entries of a batch.
     *
     * @param items at the first item of the batch
     * @param most the number of items in it
     * @return the table after the batch; null to end early
     */
    @Nullable TableState apply(TableState table, TreeCursor<Item> items, int most);
  }

  /**
   * Commits a change that adds an index or TTL, fills it, and then sets the due time of the change.
   *
   * @param change adds the {@link TableChange}, without a due time
   * @param kind the kind of that change
   * @param subject the name of the index, or the attribute of TTL
   * @param dueAt the due time to set
   * @param ticket the ticket of the operation, which receives the commits; null if no caller waits
   * @return the result of the change
   */
  public <R extends @Nullable Object> R run(
      Function<StateDraft, R> change,
      String tableName,
      TableChange.Kind kind,
      String subject,
      Instant dueAt,
      @Nullable CommitTicket ticket) {
    running.lock();
    try {
      R answer = committer.commit(ticket, change);
      if (fill(tableName, kind, subject, ticket)) {
        end(tableName, kind, subject, dueAt, ticket);
      }
      return answer;
    } finally {
      running.unlock();
    }
  }

  /**
   * Fills what was not filled completely, because the log failed or because the database is a copy
   * from the time of a backfill. Does nothing while another thread is filling.
   *
   * @param isFilled whether all entries are known to be present, as in a database that was read
   *     from a log
   */
  public void resume(Delays delays, Instant now, boolean isFilled) {
    if (unfilled().isEmpty() || !running.tryLock()) {
      return;
    }
    try {
      CommitTicket ticket = new CommitTicket();
      committer.awaitLogged(null); // what another thread has just filled
      for (Unfilled next : unfilled()) {
        TableChange.Kind kind = next.kind();
        if (isFilled || fill(next.tableName(), kind, next.subject(), ticket)) {
          Duration delay =
              kind == TableChange.Kind.TIME_TO_LIVE ? delays.timeToLive() : delays.updateTable();
          end(next.tableName(), kind, next.subject(), now.plus(delay), ticket);
        }
      }
    } finally {
      running.unlock();
    }
  }

  /** An index or TTL without a due time. */
  private record Unfilled(String tableName, TableChange.Kind kind, String subject) {}

  private List<Unfilled> unfilled() {
    List<Unfilled> found = new ArrayList<>(0);
    TreeCursor<TableState> tables = committer.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      for (TableChange change : tables.value().changes()) {
        String subject = change.subject();
        if (change.dueAt() == null
            && subject != null
            && change.kind() != TableChange.Kind.REPLICA) {
          found.add(new Unfilled(tables.value().definition().name(), change.kind(), subject));
        }
      }
    }
    return found;
  }

  /**
   * Sets the due time of a change. From now on only the clock decides when it ends. Does nothing if
   * the table or the change has been deleted.
   */
  private void end(
      String tableName,
      TableChange.Kind kind,
      String subject,
      Instant dueAt,
      @Nullable CommitTicket ticket) {
    committer.commit(
        ticket,
        draft -> {
          TableState table = draft.state().findTable(tableName);
          TableChange change = table == null ? null : table.findChange(kind, subject);
          if (table != null && change != null && change.dueAt() == null) {
            draft.putTable(table.withoutChange(change).withChange(change.due(dueAt)));
            LifeCycle.settle(draft);
          }
          return draft;
        });
  }

  /**
   * Adds the entries of an index, or the times of expiry. Items whose key attributes have another
   * type than in the index, or are empty, are skipped. Ends early if the table, the index or TTL is
   * deleted.
   *
   * @param ticket receives the commits; null if no caller waits
   * @return false if the log may have dropped some
   */
  boolean fill(
      String tableName, TableChange.Kind kind, String subject, @Nullable CommitTicket ticket) {
    Step step =
        kind == TableChange.Kind.TIME_TO_LIVE
            ? Backfill::expiryBatch
            : (table, items, most) -> indexBatch(table, subject, items, most);
    int failures = committer.failures();
    byte @Nullable [] after = new byte[0];
    while (after != null && committer.failures() == failures) {
      byte[] from = after;
      after = committer.commit(ticket, draft -> batch(draft, tableName, step, from));
    }
    return committer.awaitLogged(ticket) == null && committer.failures() == failures;
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
    if (!table.layout().expires()) {
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

  /** Returns the change that inserts the item at the cursor. */
  private static ItemChange insert(TableLayout layout, TreeCursor<Item> items) {
    return new ItemChange(layout, items.key(), null, layout.keyed(items.value()), null);
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
    return table.toBuilder().index(index, editor.state()).build();
  }
}
