package dev.monotable.engine.operation.global;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalSecondaryIndexAutoScalingUpdate;
import dev.monotable.model.ReplicaAutoScalingUpdate;
import dev.monotable.model.ReplicaGlobalSecondaryIndexAutoScalingUpdate;
import dev.monotable.model.TableAutoScalingDescription;
import dev.monotable.model.UpdateTableReplicaAutoScalingInput;
import dev.monotable.model.UpdateTableReplicaAutoScalingOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The UpdateTableReplicaAutoScaling operation, for version 2019.11.21. The settings are kept; no
 * capacity changes. The response has the settings before the change, as on AWS (DDB-TABLE-198,
 * -242).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTableReplicaAutoScaling.html">UpdateTableReplicaAutoScaling</a>
 */
final class UpdateTableReplicaAutoScalingHandler
    implements OperationHandler<
        UpdateTableReplicaAutoScalingInput, UpdateTableReplicaAutoScalingOutput> {
  private final RegionDatabases databases;

  UpdateTableReplicaAutoScalingHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public UpdateTableReplicaAutoScalingOutput handle(
      UpdateTableReplicaAutoScalingInput request, Call call) {
    String name = TableNames.nameOf(request.tableName());
    List<ReplicaAutoScalingUpdate> replicas =
        Objects.requireNonNullElse(request.replicaUpdates(), List.of());
    List<ScalingChange> changes = changes(request, replicas);
    changes.forEach(change -> change.requireComplete(name));
    requireUpdates(name, replicas, changes);
    ReplicaGroup table = ReplicaGroup.require(databases, name);
    SettingsRules rules = new SettingsRules(table, databases);
    rules.requireReplicas(replicas.stream().map(ReplicaAutoScalingUpdate::regionName).toList());
    rules.requireIndexes(changes);
    requireProvisioned(table, changes);
    changes.forEach(change -> change.requireScalable(databases.own().account()));

    TableAutoScalingDescription before =
        DescribeTableReplicaAutoScalingHandler.describe(databases, table);
    for (ReplicaGroup.Member member : table.members(databases)) {
      member
          .context()
          .committer()
          .commit(
              member.context() == databases.own() ? call.ticket() : null,
              draft -> change(draft, name, member.region(), changes));
    }
    return new UpdateTableReplicaAutoScalingOutput(before);
  }

  private static boolean change(
      StateDraft draft, String name, String region, List<ScalingChange> changes) {
    TableState table = draft.state().findTable(name);
    if (table == null) {
      return false; // deleted meanwhile
    }
    for (ScalingChange change : changes) {
      if (change.isIn(region)) {
        table = change.applied(table);
      }
    }
    draft.putTable(table);
    return true;
  }

  private static List<ScalingChange> changes(
      UpdateTableReplicaAutoScalingInput request, List<ReplicaAutoScalingUpdate> replicas) {
    List<ScalingChange> changes = new ArrayList<>();
    ScalingChange.add(
        changes, null, null, true, request.provisionedWriteCapacityAutoScalingUpdate());
    if (request.globalSecondaryIndexUpdates() != null) {
      for (GlobalSecondaryIndexAutoScalingUpdate index : request.globalSecondaryIndexUpdates()) {
        ScalingChange.add(
            changes,
            null,
            index.indexName(),
            true,
            index.provisionedWriteCapacityAutoScalingUpdate());
      }
    }
    for (ReplicaAutoScalingUpdate replica : replicas) {
      String region = replica.regionName();
      ScalingChange.add(
          changes, region, null, false, replica.replicaProvisionedReadCapacityAutoScalingUpdate());
      if (replica.replicaGlobalSecondaryIndexUpdates() != null) {
        for (ReplicaGlobalSecondaryIndexAutoScalingUpdate index :
            replica.replicaGlobalSecondaryIndexUpdates()) {
          ScalingChange.add(
              changes,
              region,
              index.indexName(),
              false,
              index.provisionedReadCapacityAutoScalingUpdate());
        }
      }
    }
    return changes;
  }

  private static void requireUpdates(
      String name, List<ReplicaAutoScalingUpdate> replicas, List<ScalingChange> changes) {
    for (ReplicaAutoScalingUpdate replica : replicas) {
      String region = replica.regionName();
      if (changes.stream().noneMatch(change -> region.equals(change.region()))) {
        throw new FaultException(GlobalTableFault.Plain.NOTHING_TO_UPDATE_IN.with(name, region));
      }
    }
    if (changes.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NOTHING_TO_UPDATE.with(name));
    }
    SettingsRules.requireOnce(
        name, replicas.stream().map(ReplicaAutoScalingUpdate::regionName).toList());
  }

  /** Checks that no capacity of a table on demand is scaled. Source: DDB-TABLE-317. */
  private void requireProvisioned(ReplicaGroup table, List<ScalingChange> changes) {
    List<String> regions = new ArrayList<>();
    for (ReplicaGroup.Member member : table.members(databases)) {
      if (member.table().definition().payPerRequest()) {
        regions.add("'" + member.region().toUpperCase(Locale.ROOT) + "'");
      }
    }
    List<String> members = new ArrayList<>();
    for (ScalingChange change : changes) {
      String member = "'" + member(change) + "'";
      if (!change.disables() && !members.contains(member)) {
        members.add(member);
      }
    }
    if (!regions.isEmpty() && !members.isEmpty()) {
      throw new FaultException(
          GlobalTableFault.Plain.ON_DEMAND.with(table.name(), regions, members));
    }
  }

  /** Returns the member of UpdateGlobalTableSettings with the same meaning, which AWS names. */
  private static String member(ScalingChange change) {
    if (change.index() != null) {
      return change.isWrite()
          ? "GlobalTableGlobalSecondaryIndexSettingsUpdate"
          : "ReplicaGlobalSecondaryIndexSettingsUpdate";
    }
    return change.isWrite()
        ? "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate"
        : "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate";
  }
}
