package dev.monotable.engine;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import org.jspecify.annotations.Nullable;

/**
 * Indexes that were being filled when the process ended. A database that is read from a log has all
 * index entries, so only the due time of the change is missing.
 */
final class UnfinishedIndexes {
  private UnfinishedIndexes() {}

  /** Sets the due times of the changes that wait for index entries. */
  static void complete(OperationContext context) {
    Committer committer = context.committer();
    TreeCursor<TableState> tables = committer.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableChange change = find(tables.value());
      if (change != null) {
        String name = tables.value().definition().name();
        committer.commit(draft -> complete(context, draft, name));
      }
    }
    committer.awaitLogged();
  }

  private static @Nullable TableChange find(TableState table) {
    TableChange change = table.findChange(TableChange.Kind.ALLOCATE_INDEX);
    return change == null || change.dueAt() != null ? null : change;
  }

  private static boolean complete(OperationContext context, StateDraft draft, String name) {
    TableState table = draft.state().findTable(name);
    TableChange change = table == null ? null : find(table);
    if (table == null || change == null) {
      return false;
    }
    draft.putTable(
        table
            .withoutChange(change)
            .withChange(change.due(draft.now().plus(context.delays().updateTable()))));
    LifeCycle.settle(draft);
    return true;
  }
}
