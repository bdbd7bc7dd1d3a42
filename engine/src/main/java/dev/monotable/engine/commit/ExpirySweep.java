package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryIndex;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes expired items. It finds them by their times of expiry, without a scan, and deletes them
 * as any write does, in batches, so that other writers wait little.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html">How
 *     TTL works</a>
 */
public final class ExpirySweep {
  private final Committer committer;
  private final Limits limits;

  public ExpirySweep(Committer committer, Limits limits) {
    this.committer = committer;
    this.limits = limits;
  }

  /**
   * Deletes the expired items of all tables: those whose time of expiry is before the current time.
   *
   * @param nowSeconds since 1970
   * @param ticket receives what to wait for until the commits are logged
   * @return the number of deleted items
   */
  public long run(long nowSeconds, CommitTicket ticket) {
    List<String> names = new ArrayList<>();
    TreeCursor<TableState> tables = committer.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (!table.expiry().isEmpty()
          && table.findChange(TableChange.Kind.TIME_TO_LIVE) == null
          && isDue(ExpiryIndex.firstDue(table.expiry(), nowSeconds), nowSeconds)) {
        names.add(table.definition().name());
      }
    }
    long removed = 0;
    for (String name : names) {
      int batch;
      do {
        batch = committer.commit(ticket, draft -> sweep(draft, name, nowSeconds));
        removed += batch;
        if (batch > 0 && committer.awaitLogged(ticket) != null) {
          return removed - batch;
        }
      } while (batch == limits.commit().maxItems());
    }
    return removed;
  }

  private int sweep(StateDraft draft, String name, long nowSeconds) {
    TableState state = draft.state().findTable(name);
    TableDraft table = draft.findTable(name);
    if (state == null || table == null) {
      return 0;
    }
    int removed = 0;
    TreeCursor<Item> cursor = ExpiryIndex.firstDue(state.expiry(), nowSeconds);
    while (removed < limits.commit().maxItems() && isDue(cursor, nowSeconds)) {
      byte[] primaryKey = ExpiryIndex.primaryKey(cursor.key());
      table.write(primaryKey, table.find(primaryKey), null, ChangeSource.TIME_TO_LIVE);
      removed++;
      cursor.next();
    }
    return removed;
  }

  private static boolean isDue(TreeCursor<Item> cursor, long nowSeconds) {
    return cursor.valid() && ExpiryIndex.seconds(cursor.key()) < nowSeconds;
  }
}
