package dev.monotable.engine.replica;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.replica.TableReplica.Change;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replica that leaves its global table and keeps its data. While it waits for the changes that
 * have to be sent, its table has a pending change without a due time. It leaves in three commits,
 * each of which waits until the one before is kept, so that it can go on after a restart: its table
 * forgets the others, and nothing is sent any longer; the others forget it; its table is no replica
 * any longer.
 */
public final class Departure {
  private final ReplicaDatabase own;
  private final String name;

  /**
   * @param own the database of its Region
   * @param name of the table
   */
  public Departure(ReplicaDatabase own, String name) {
    this.own = own;
    this.name = name;
  }

  /** Returns the pending change of a table that leaves. */
  public static TableChange change(String region) {
    return new TableChange(TableChange.Kind.REPLICA, region, null, ChangeOutcome.Plain.NONE);
  }

  /** Returns whether a table leaves its global table. */
  public static boolean isPending(@Nullable TableState table) {
    return table != null && find(table) != null;
  }

  private static @Nullable TableChange find(TableState table) {
    for (TableChange change : table.changes()) {
      if (change.kind() == TableChange.Kind.REPLICA && change.dueAt() == null) {
        return change;
      }
    }
    return null;
  }

  /**
   * Returns whether a table that leaves has waited for as long as the clock says.
   *
   * @param now by the clock of its Region
   */
  public static boolean isDue(TableState table, Instant now) {
    for (TableChange change : table.changes()) {
      if (change.kind() == TableChange.Kind.REPLICA
          && change.dueAt() != null
          && !change.isDue(now)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Lets the table forget the others.
   *
   * @param sent the table, of which everything has been sent
   * @return false if it was written since
   */
  public boolean leave(TableState sent) {
    boolean left =
        own.committer()
            .commit(
                null,
                draft -> {
                  TableState table = draft.state().findTable(name);
                  GlobalTableReplica setting = setting(table);
                  if (table == null || setting == null || table.stream() != sent.stream()) {
                    return false;
                  }
                  for (TableReplica other : setting.others(draft.now())) {
                    setting = setting.with(deleted(other, draft.now()));
                  }
                  put(draft, table, setting);
                  return true;
                });
    own.awaitLogged();
    return left;
  }

  /** Lets another replica forget the table. */
  public void forget(ReplicaDatabase other) {
    other
        .committer()
        .commit(
            null,
            draft -> {
              TableState table = draft.state().findTable(name);
              GlobalTableReplica setting = setting(table);
              TableReplica gone = setting == null ? null : setting.find(own.region(), draft.now());
              if (table == null || setting == null || gone == null) {
                return false;
              }
              put(draft, table, setting.with(deleted(gone, draft.now())));
              return true;
            });
    other.awaitLogged();
  }

  /** Makes the table one of its Region alone. */
  public void end() {
    own.committer()
        .commit(
            null,
            draft -> {
              TableState table = draft.state().findTable(name);
              TableChange change = table == null ? null : find(table);
              if (table == null || change == null) {
                return false;
              }
              draft.putTable(
                  table
                      .withoutChange(change)
                      .withDefinition(
                          table.definition().toBuilder()
                              .withoutSetting(GlobalTableReplica.TYPE)
                              .withoutSetting(UnrecordedVersions.TYPE)
                              .build()));
              LifeCycle.settle(draft);
              return true;
            });
  }

  private static @Nullable GlobalTableReplica setting(@Nullable TableState table) {
    return table == null ? null : GlobalTableReplica.find(table.definition());
  }

  private static TableReplica deleted(TableReplica replica, Instant now) {
    return replica.changed(Change.DELETE, now, now, replica.overrides());
  }

  private static void put(StateDraft draft, TableState table, GlobalTableReplica setting) {
    draft.putTable(table.withDefinition(table.definition().toBuilder().setting(setting).build()));
    LifeCycle.settle(draft);
  }
}
