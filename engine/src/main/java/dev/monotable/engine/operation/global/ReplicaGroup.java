package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.LegacyGlobalTable;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Status;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTableDescription;
import dev.monotable.model.ReplicaDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A global table: tables of the same name in several Regions.
 *
 * @param createdAt when it was created; null for version 2019.11.21, which does not say it
 * @param replicas all that are not deleted, in the order in which they joined
 */
record ReplicaGroup(String name, @Nullable Instant createdAt, List<TableReplica> replicas) {
  /**
   * A replica with its table.
   *
   * @param context the database of its Region
   */
  record Member(OperationContext context, TableState table, TableReplica replica) {
    String region() {
      return replica.region();
    }
  }

  ReplicaGroup {
    replicas = List.copyOf(replicas);
  }

  /**
   * Returns the global table of version 2017.11.29 with a name; null if there is none. It exists in
   * all Regions, also in those without a replica.
   */
  static @Nullable ReplicaGroup findLegacy(RegionDatabases databases, String name) {
    for (OperationContext context : databases.all()) {
      TableState table = context.committer().state().findTable(name);
      LegacyGlobalTable legacy = table == null ? null : findLegacy(table);
      if (table != null && legacy != null) {
        return of(table, legacy.createdAt(), databases.now());
      }
    }
    return null;
  }

  private static @Nullable LegacyGlobalTable findLegacy(TableState table) {
    return table.status() == TableState.Status.DELETING
        ? null
        : LegacyGlobalTable.find(table.definition());
  }

  /** Returns how many global tables of version 2017.11.29 there are besides that of a name. */
  static int countLegacy(RegionDatabases databases, String name) {
    Set<String> names = new HashSet<>();
    for (OperationContext context : databases.all()) {
      TreeCursor<TableState> tables = context.committer().state().tables().cursor();
      for (boolean more = tables.first(); more; more = tables.next()) {
        if (findLegacy(tables.value()) != null) {
          names.add(tables.value().definition().name());
        }
      }
    }
    names.remove(name);
    return names.size();
  }

  /**
   * Returns the global table of version 2017.11.29 with a name.
   *
   * @throws FaultException if there is none
   */
  static ReplicaGroup requireLegacy(
      RegionDatabases databases, String name, GlobalTableFault.Plain missing) {
    ReplicaGroup found = findLegacy(databases, name);
    if (found == null) {
      throw new FaultException(missing.with(name));
    }
    return found;
  }

  /**
   * Returns the global table of version 2019.11.21 that a table of the Region belongs to.
   *
   * @throws FaultException if it belongs to none
   */
  static ReplicaGroup requireCurrent(RegionDatabases databases, String name) {
    TableState table = databases.own().committer().state().findTable(name);
    if (table == null
        || LegacyGlobalTable.find(table.definition()) != null
        || !isReplica(table, databases.now())) {
      throw new FaultException(GlobalTableFault.Plain.CURRENT_NOT_FOUND.with(name));
    }
    return of(table, null, databases.now());
  }

  /** Returns whether a table has other replicas. */
  static boolean isReplica(TableState table, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    return setting != null && !setting.others(now).isEmpty();
  }

  private static ReplicaGroup of(TableState table, @Nullable Instant createdAt, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    List<TableReplica> replicas = new ArrayList<>();
    if (setting != null) {
      for (TableReplica replica : setting.replicas()) {
        if (replica.status(now) != Status.DELETED) {
          replicas.add(replica);
        }
      }
    }
    return new ReplicaGroup(table.definition().name(), createdAt, replicas);
  }

  /** Returns the replica in a Region; null if there is none, or it is being deleted. */
  @Nullable TableReplica find(String region) {
    for (TableReplica replica : replicas) {
      if (replica.region().equals(region) && replica.change() != TableReplica.Change.DELETE) {
        return replica;
      }
    }
    return null;
  }

  /** Returns the Regions of the replicas that are not being deleted. */
  List<String> regions() {
    return replicas.stream()
        .filter(replica -> replica.change() != TableReplica.Change.DELETE)
        .map(TableReplica::region)
        .toList();
  }

  /**
   * Returns the replicas that are not being deleted with their tables, by the names of their
   * Regions.
   */
  List<Member> members(RegionDatabases databases) {
    List<Member> members = new ArrayList<>();
    for (TableReplica replica : replicas) {
      OperationContext context = databases.find(replica.region());
      TableState table = context == null ? null : context.committer().state().findTable(name);
      if (context != null && table != null && find(replica.region()) == replica) {
        members.add(new Member(context, table, replica));
      }
    }
    members.sort(Comparator.comparing(Member::region));
    return members;
  }

  /**
   * Describes the global table.
   *
   * @see <a href="https://docs.aws.amazon.com/cli/latest/reference/dynamodb/">The examples of the
   *     AWS CLI</a>, whose replicas have nothing but a Region
   */
  GlobalTableDescription describe(RegionDatabases databases, Status status) {
    return GlobalTableDescription.builder()
        .replicationGroup(
            replicas.stream()
                .map(replica -> ReplicaDescription.builder().regionName(replica.region()).build())
                .toList())
        .globalTableArn("arn:aws:dynamodb::" + databases.own().account() + ":global-table/" + name)
        .creationDateTime(createdAt)
        .globalTableStatus(status.name())
        .globalTableName(name)
        .build();
  }

  /** Returns the status at a time: that of the replicas if all have the same. */
  Status status(Instant now) {
    Status status = null;
    for (TableReplica replica : replicas) {
      Status next = replica.status(now);
      if (status != null && status != next) {
        return Status.UPDATING;
      }
      status = next;
    }
    return status == null ? Status.ACTIVE : status;
  }
}
