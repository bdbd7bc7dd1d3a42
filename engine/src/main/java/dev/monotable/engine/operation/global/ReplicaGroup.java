package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Status;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A global table of version 2019.11.21: tables of the same name in several Regions.
 *
 * @param replicas all that are not deleted, in the order in which they joined
 */
record ReplicaGroup(String name, List<TableReplica> replicas) {
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
   * Returns the global table of version 2019.11.21 that a table of the Region belongs to.
   *
   * @throws FaultException if it belongs to none
   */
  static ReplicaGroup require(RegionDatabases databases, String name) {
    TableState table = databases.own().committer().state().findTable(name);
    GlobalTableReplica setting = table == null ? null : GlobalTableReplica.find(table.definition());
    Instant now = databases.now();
    if (setting == null || setting.others(now).isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.CURRENT_NOT_FOUND.with(name));
    }
    List<TableReplica> replicas = new ArrayList<>();
    for (TableReplica replica : setting.replicas()) {
      if (replica.status(now) != Status.DELETED) {
        replicas.add(replica);
      }
    }
    return new ReplicaGroup(name, replicas);
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
      if (context != null && table != null && replica.change() != TableReplica.Change.DELETE) {
        members.add(new Member(context, table, replica));
      }
    }
    members.sort(Comparator.comparing(Member::region));
    return members;
  }
}
