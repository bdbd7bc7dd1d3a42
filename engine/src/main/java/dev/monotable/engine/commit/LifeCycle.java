package dev.monotable.engine.commit;

import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends the pending changes of tables that are due. Every operation does this before it reads the
 * state, so no timer is needed. A database always has the state that its clock implies, even after
 * a snapshot from another time was restored.
 */
public final class LifeCycle {
  private LifeCycle() {}

  /**
   * Ends the changes that are due. Without pending changes it costs one branch.
   *
   * @param ticket of the operation, which depends on their commit; null for a read
   */
  public static void settle(
      Committer committer, InstantSource clock, @Nullable CommitTicket ticket) {
    Instant next = committer.state().nextChange();
    if (next != null && !next.isAfter(clock.instant())) {
      committer.commit(
          ticket,
          draft -> {
            settle(draft);
            return draft;
          });
      committer.awaitLogged(null);
    }
  }

  /** Ends the changes that are due at the time of a commit. */
  public static void settle(StateDraft draft) {
    Instant now = draft.now();
    Instant next = draft.state().nextChange();
    while (next != null && !next.isAfter(now)) {
      for (TableState table : changing(draft.state())) {
        settle(draft, table, now);
      }
      next = nextChange(draft.state());
      draft.state(draft.state().toBuilder().nextChange(next).build());
    }
  }

  private static void settle(StateDraft draft, TableState table, Instant now) {
    TableState settled = table;
    for (TableChange change : table.changes()) {
      Instant due = change.dueAt();
      if (due != null && change.isDue(now)) {
        TableState next = change.outcome().apply(settled.withoutChange(change), due);
        if (next == null) {
          remove(draft, settled);
          return;
        }
        settled = next;
      }
    }
    draft.putTable(settled);
  }

  private static void remove(StateDraft draft, TableState table) {
    StreamState stream = table.stream();
    if (stream != null) {
      StreamState closed = StreamWriter.close(stream, draft.now(), draft);
      draft.state(draft.state().toBuilder().closedStream(closed).build());
    }
    draft.removeTable(table.definition().name());
    if (table.history() != null) {
      draft.state(SystemBackups.add(draft.state(), table, draft.now(), draft.limits()));
    }
  }

  private static List<TableState> changing(DatabaseState state) {
    List<TableState> changing = new ArrayList<>();
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      if (!tables.value().changes().isEmpty()) {
        changing.add(tables.value());
      }
    }
    return changing;
  }

  private static @Nullable Instant nextChange(DatabaseState state) {
    Instant next = null;
    for (TableState table : changing(state)) {
      Instant due = table.nextChange();
      if (due != null && (next == null || due.isBefore(next))) {
        next = due;
      }
    }
    return next;
  }
}
