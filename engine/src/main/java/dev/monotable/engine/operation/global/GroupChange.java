package dev.monotable.engine.operation.global;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.LegacyGlobalTable;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Change;
import dev.monotable.engine.replica.TableReplica.Status;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTableDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A change of the replicas of a global table of version 2017.11.29. Each table is changed in a
 * commit of its database; nothing holds the locks of two databases. A table that leaves is a table
 * of its own at once, with its items.
 */
final class GroupChange {
  private final RegionDatabases databases;
  private final Instant createdAt;
  private final String name;
  private final Instant now;

  /** All replicas after the change, those that are being deleted included. */
  private final List<TableReplica> replicas;

  private final Set<String> joining = new HashSet<>();
  private final Set<String> leaving = new HashSet<>();

  /** By the Region of a replica, the sequence number of its database before the change. */
  private final Map<String, Long> sequences = new HashMap<>();

  GroupChange(RegionDatabases databases, String name, @Nullable ReplicaGroup before) {
    this.databases = databases;
    this.name = name;
    this.now = databases.now();
    this.createdAt = before == null ? now : Objects.requireNonNullElse(before.createdAt(), now);
    this.replicas = new ArrayList<>(before == null ? List.of() : before.replicas());
    for (TableReplica replica : replicas) {
      noteSequence(replica.region());
    }
  }

  private void noteSequence(String region) {
    OperationContext context = databases.find(region);
    if (context != null) {
      sequences.put(region, context.committer().state().lastSequenceNumber());
    }
  }

  /** Adds a replica. What its table has been before is not replicated. */
  void join(String region) {
    noteSequence(region);
    joining.add(region);
    replicas.removeIf(replica -> replica.region().equals(region)); // one that has just left
    Instant dueAt = now.plus(databases.own().delays().createTable());
    replicas.add(new TableReplica(region, Change.CREATE, now, dueAt, TableReplica.Overrides.NONE));
  }

  /** Removes a replica. */
  void leave(TableReplica replica) {
    leaving.add(replica.region());
    Instant dueAt = now.plus(databases.own().delays().deleteTable());
    replicas.set(
        replicas.indexOf(replica), replica.changed(Change.DELETE, now, dueAt, replica.overrides()));
  }

  /**
   * Performs the change.
   *
   * @return the description of the global table when the change has begun
   */
  GlobalTableDescription run(@Nullable CommitTicket ticket) {
    for (TableReplica replica : replicas) {
      OperationContext context = databases.find(replica.region());
      boolean left = replica.change() == Change.DELETE && !leaving.contains(replica.region());
      if (context != null && !left) {
        context
            .committer()
            .commit(context == databases.own() ? ticket : null, draft -> change(draft, replica));
      }
    }
    databases.link(name);
    Status status =
        joining.size() == replicas.size()
            ? Status.CREATING
            : leaving.size() == replicas.size() ? Status.DELETING : Status.UPDATING;
    return new ReplicaGroup(name, createdAt, replicas).describe(databases, status);
  }

  private boolean change(StateDraft draft, TableReplica replica) {
    TableState table = draft.state().findTable(name);
    if (table == null) {
      return false; // deleted meanwhile
    }
    draft.putTable(
        table.withDefinition(
            replica.change() == Change.DELETE
                ? table.definition().toBuilder()
                    .withoutSetting(GlobalTableReplica.TYPE)
                    .withoutSetting(LegacyGlobalTable.TYPE)
                    .build()
                : table.definition().toBuilder()
                    .withoutSetting(StrongReplica.TYPE) // of a global table that it has left
                    .setting(setting(replica.region(), table))
                    .setting(new LegacyGlobalTable(createdAt))
                    .build()));
    return true;
  }

  /** Returns the setting of a replica, which has all changes of those that join. */
  private GlobalTableReplica setting(String region, TableState table) {
    GlobalTableReplica known =
        joining.contains(region) ? null : GlobalTableReplica.find(table.definition());
    Map<String, Long> delivered = new TreeMap<>(known == null ? Map.of() : known.delivered());
    sequences.forEach(
        (other, sequence) -> {
          if (!other.equals(region) && (known == null || joining.contains(other))) {
            delivered.put(other, sequence);
          }
        });
    return new GlobalTableReplica(region, replicas, delivered, null);
  }
}
