package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Change;
import dev.monotable.engine.replica.TableReplica.Overrides;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.UpdateTableInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The work of operations on tables on the other replicas of a global table. */
final class GlobalReplicas {
  private GlobalReplicas() {}

  /** Returns the setting of a table; if it has none, that of a global table of one replica. */
  static GlobalTableReplica settingOf(OperationContext context, TableState table, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    return setting != null && !setting.others(now).isEmpty()
        ? setting
        : new GlobalTableReplica(
            context.region(),
            List.of(TableReplica.existing(context.region(), now, Encryption.customerKey(table))),
            Map.of(),
            null);
  }

  /** Returns for how long a change of a replica lasts. */
  static Duration delay(OperationContext context, Change change) {
    return switch (change) {
      case CREATE -> context.delays().createTable();
      case UPDATE -> context.delays().updateTable();
      case DELETE -> context.delays().deleteTable();
    };
  }

  /** Returns the Regions of all replicas that exist at a time, by name. */
  static List<String> regions(GlobalTableReplica setting, Instant now) {
    List<String> regions = new ArrayList<>(List.of(setting.region()));
    setting.others(now).forEach(replica -> regions.add(replica.region()));
    regions.sort(null);
    return regions;
  }

  /** Returns whether a table has other replicas. */
  static boolean isGlobal(TableState table, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    return setting != null && !setting.others(now).isEmpty();
  }

  /** Returns whether a table is a replica that is being created. */
  static boolean isBeingAdded(TableState table) {
    return table.findChange(TableChange.Kind.CREATE_TABLE) != null
        && GlobalTableReplica.find(table.definition()) != null;
  }

  /**
   * Returns the table with this name, for changes of its replicas.
   *
   * @throws FaultException if it does not exist, or is a replica that is being created
   */
  static TableState requireMember(OperationContext context, DatabaseState state, String name) {
    if (isBeingAdded(OperationContext.requireDescribed(state, name))) {
      throw new FaultException(ReplicaFault.Plain.BEING_ADDED.with(name, context.region()));
    }
    TableState table = OperationContext.requireSettable(state, name);
    requireNotDeleting(table, context.clock().instant());
    return table;
  }

  /**
   * Checks that a table is not a replica that is being deleted. AWS reports that as any change of a
   * global table (DDB-TABLE-266, -267, -444).
   *
   * @throws FaultException if it is
   */
  static void requireNotDeleting(TableState table, Instant now) {
    if (table.status() == TableState.Status.DELETING && isGlobal(table, now)) {
      throw new FaultException(InUseFault.Plain.REPLICA_CHANGING);
    }
  }

  /**
   * Checks that a replica was not copied to a new one lately.
   *
   * @throws FaultException if it was, and such a replica still exists (DDB-TABLE-266, -267)
   */
  static void requireNoSource(TableState table, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    Instant sourceAt = setting == null ? null : setting.sourceAt();
    if (setting != null
        && sourceAt != null
        && now.isBefore(sourceAt.plus(ReplicaChanges.SOURCE_TIME))
        && !ReplicaSettings.copiesOf(table.definition(), now).isEmpty()) {
      throw new FaultException(ReplicaFault.Plain.WAS_SOURCE);
    }
  }

  /** Sets the list of replicas of a global table in the databases of all others. */
  static void spread(
      OperationContext context, Neighbours neighbours, GlobalTableReplica setting, String name) {
    Instant now = context.clock().instant();
    for (TableReplica replica : setting.others(now)) {
      OperationContext other = neighbours.find(replica.region());
      if (other != null) {
        other.committer().commit(null, draft -> spread(draft, name, setting));
      }
    }
  }

  private static boolean spread(StateDraft draft, String name, GlobalTableReplica setting) {
    TableState table = draft.state().findTable(name);
    GlobalTableReplica known = table == null ? null : GlobalTableReplica.find(table.definition());
    if (table == null || known == null || known.replicas().equals(setting.replicas())) {
      return false;
    }
    TableDefinition.Builder next =
        table.definition().toBuilder()
            .setting(
                new GlobalTableReplica(
                    known.region(), setting.replicas(), known.delivered(), known.sourceAt()));
    // A replica that another one has added in the Region of a deleted one is no copy of this.
    ReplicaSettings.keep(table.definition(), next, List.of(), draft.now());
    draft.putTable(table.withDefinition(next.build()));
    LifeCycle.settle(draft);
    return true;
  }

  /** Removes a replica, whose table is being deleted, from the lists of the others. */
  static void leave(
      OperationContext context,
      Neighbours.Directory directory,
      GlobalTableReplica setting,
      String name) {
    Neighbours neighbours = directory.find();
    Instant now = context.clock().instant();
    TableReplica own = setting.find(setting.region(), now);
    if (neighbours != null && own != null) {
      Instant dueAt = now.plus(delay(context, Change.DELETE));
      TableReplica deleted = own.changed(Change.DELETE, now, dueAt, own.overrides());
      spread(context, neighbours, setting.with(deleted), name);
    }
  }

  /**
   * Returns the databases of the other replicas of a table, whose settings a request changes too,
   * unless the table keeps its settings for itself.
   */
  static List<OperationContext> settingsOf(
      OperationContext context, Neighbours.Directory directory, String name) {
    TableState table = context.committer().state().findTable(name);
    return table == null
            || ReplicaSettings.areReplicated(table.definition(), context.clock().instant())
        ? others(context, directory, name)
        : List.of();
  }

  /** Returns the databases of the other replicas of a table. */
  static List<OperationContext> others(
      OperationContext context, Neighbours.Directory directory, String name) {
    TableState table = context.committer().state().findTable(name);
    GlobalTableReplica setting = table == null ? null : GlobalTableReplica.find(table.definition());
    Neighbours neighbours = setting == null ? null : directory.find();
    Instant now = context.clock().instant();
    if (table == null || setting == null || neighbours == null) {
      return List.of();
    }
    List<OperationContext> others = new ArrayList<>();
    for (TableReplica replica : setting.others(now)) {
      OperationContext other = neighbours.find(replica.region());
      TableState theirs = other == null ? null : other.committer().state().findTable(name);
      if (other != null && theirs != null && theirs.status() != TableState.Status.DELETING) {
        others.add(other);
      }
    }
    return others;
  }

  /**
   * Checks that none of the other replicas is being created or changed. Those of a table that is
   * being changed itself are not looked at, since the change reports that.
   *
   * @throws FaultException if one is
   */
  static void requireSettled(OperationContext own, List<OperationContext> others, String name) {
    if (isChanging(own, name)) {
      return;
    }
    for (OperationContext other : others) {
      if (isChanging(other, name)) {
        throw new FaultException(InUseFault.Plain.REPLICA_CHANGING);
      }
    }
  }

  private static boolean isChanging(OperationContext region, String name) {
    TableState table = region.committer().state().findTable(name);
    return table != null
        && (isBeingAdded(table) || table.findChange(TableChange.Kind.REPLICA) != null);
  }

  /** Returns the Region of a replica that is being created; null if there is none. */
  static @Nullable String beingAdded(List<OperationContext> replicas, String name) {
    for (OperationContext replica : replicas) {
      TableState table = replica.committer().state().findTable(name);
      if (table != null && isBeingAdded(table)) {
        return replica.region();
      }
    }
    return null;
  }

  /**
   * Sets what the list of replicas says of their keys after the encryption of a table was changed:
   * the kind of key is the same for all, and a customer has one in each Region.
   */
  static void rekey(
      OperationContext context,
      Neighbours.Directory directory,
      String name,
      SSESpecification encryption) {
    relist(
        context,
        directory,
        name,
        (setting, now) -> rekeyed(setting, now, context, encryption.kmsMasterKeyId()));
  }

  /**
   * Sets what the list of replicas says of the class of the own table, if it had one of its own,
   * after UpdateTable has set it in its Region (DDB-TABLE-294).
   */
  static void reclassify(
      OperationContext context, Neighbours.Directory directory, String name, String tableClass) {
    relist(
        context,
        directory,
        name,
        (setting, now) -> {
          TableReplica own = setting.find(context.region(), now);
          return own == null || own.overrides().tableClass() == null
              ? setting
              : setting.with(
                  own.with(
                      own.overrides()
                          .with(new Overrides(null, null, null, tableClass, List.of()))));
        });
  }

  /** Changes the list of replicas of a table in the databases of all. */
  private static void relist(
      OperationContext context,
      Neighbours.Directory directory,
      String name,
      BiFunction<GlobalTableReplica, Instant, GlobalTableReplica> change) {
    Neighbours neighbours = directory.find();
    GlobalTableReplica changed =
        neighbours == null
            ? null
            : context.committer().commit(null, draft -> relist(draft, name, change));
    if (neighbours != null && changed != null) {
      spread(context, neighbours, changed, name);
    }
  }

  private static @Nullable GlobalTableReplica relist(
      StateDraft draft,
      String name,
      BiFunction<GlobalTableReplica, Instant, GlobalTableReplica> change) {
    TableState table = draft.state().findTable(name);
    GlobalTableReplica known = table == null ? null : GlobalTableReplica.find(table.definition());
    if (table == null || known == null) {
      return null; // deleted meanwhile
    }
    GlobalTableReplica setting = change.apply(known, draft.now());
    draft.putTable(table.withDefinition(table.definition().toBuilder().setting(setting).build()));
    return setting;
  }

  private static GlobalTableReplica rekeyed(
      GlobalTableReplica known, Instant now, OperationContext context, @Nullable String asked) {
    GlobalTableReplica setting = known;
    String key =
        asked == null || Encryption.isManaged(asked)
            ? null
            : Encryption.keyArn(context.region(), context.account(), asked);
    for (TableReplica replica : known.replicas()) {
      boolean isOwn = replica.region().equals(context.region());
      if ((isOwn || key == null) && setting.find(replica.region(), now) != null) {
        setting = setting.with(replica.keyed(isOwn ? key : null));
      }
    }
    return setting;
  }

  /**
   * Returns the part of an UpdateTable request that changes another replica too; null if it changes
   * nothing there. Deletion protection belongs to each replica.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html">How
   *     DynamoDB global tables work</a>, synchronized settings
   */
  static @Nullable UpdateTableInput synchronizedPart(
      UpdateTableInput request, OperationContext other, String name) {
    TableState table = other.committer().state().findTable(name);
    if (table == null || request.streamSpecification() != null) {
      return null;
    }
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    TableReplica own =
        setting == null ? null : setting.find(other.region(), other.clock().instant());
    UpdateTableInput.Builder next =
        request.toBuilder()
            .tableName(name)
            .deletionProtectionEnabled(null)
            .disassociationProtectionEnabled(null);
    SSESpecification sse = request.sseSpecification();
    if (sse != null) {
      boolean isOwn = sse.kmsMasterKeyId() != null && Encryption.customerKey(table) != null;
      next.sseSpecification(
          isOwn ? null : new SSESpecification(sse.enabled(), sse.sseType(), null));
    }
    ProvisionedThroughput units = request.provisionedThroughput();
    Long reads = own == null ? null : own.overrides().readUnits();
    if (units != null && reads != null) {
      next.provisionedThroughput(
          isSame(table, reads, units) && request.billingMode() == null
              ? null
              : new ProvisionedThroughput(reads, units.writeCapacityUnits()));
    }
    if (own != null && own.overrides().tableClass() != null) {
      next.tableClass(null);
    }
    UpdateTableInput part = next.build();
    return part.equals(UpdateTableInput.builder().tableName(name).build()) ? null : part;
  }

  private static boolean isSame(TableState table, long reads, ProvisionedThroughput units) {
    return Objects.equals(table.definition().throughput().readCapacityUnits(), reads)
        && Objects.equals(
            table.definition().throughput().writeCapacityUnits(), units.writeCapacityUnits());
  }
}
