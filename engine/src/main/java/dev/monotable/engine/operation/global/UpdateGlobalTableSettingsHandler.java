package dev.monotable.engine.operation.global;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableTypes;
import dev.monotable.engine.operation.table.TableUpdate;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTableGlobalSecondaryIndexSettingsUpdate;
import dev.monotable.model.ReplicaGlobalSecondaryIndexSettingsUpdate;
import dev.monotable.model.ReplicaSettingsDescription;
import dev.monotable.model.ReplicaSettingsUpdate;
import dev.monotable.model.UpdateGlobalTableSettingsInput;
import dev.monotable.model.UpdateGlobalTableSettingsOutput;
import dev.monotable.model.UpdateTableInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The UpdateGlobalTableSettings operation, for version 2017.11.29: UpdateTable for all replicas.
 * The response has the settings before the change, as in the example of the AWS CLI.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateGlobalTableSettings.html">UpdateGlobalTableSettings</a>
 */
final class UpdateGlobalTableSettingsHandler
    implements OperationHandler<UpdateGlobalTableSettingsInput, UpdateGlobalTableSettingsOutput> {
  private final RegionDatabases databases;
  private final TableTypes types;

  UpdateGlobalTableSettingsHandler(RegionDatabases databases, TableTypes types) {
    this.databases = databases;
    this.types = types;
  }

  @Override
  public UpdateGlobalTableSettingsOutput handle(UpdateGlobalTableSettingsInput request, Call call) {
    String name = request.globalTableName();
    List<ReplicaSettingsUpdate> replicas =
        Objects.requireNonNullElse(request.replicaSettingsUpdate(), List.of());
    List<ScalingChange> changes = changes(request, replicas);
    changes.forEach(change -> change.requireComplete(name));
    requireUpdates(request, replicas);
    ReplicaGroup table =
        ReplicaGroup.requireLegacy(databases, name, GlobalTableFault.Plain.SETTINGS_NOT_FOUND);
    requireExisting(table, request, replicas);
    changes.forEach(change -> change.requireScalable(databases.own().account()));
    Map<String, UpdateTableInput> updates = new HashMap<>();
    for (ReplicaGroup.Member member : table.members(databases)) {
      UpdateTableInput update =
          new SettingsUpdate(request, findReplica(replicas, member.region()), member.table())
              .request();
      if (update != null && member.table().status() != TableState.Status.ACTIVE) {
        throw new FaultException(InUseFault.Plain.UPDATING.with(name));
      }
      updates.put(member.region(), update);
    }

    List<ReplicaSettingsDescription> before =
        DescribeGlobalTableSettingsHandler.describe(databases, table, "UPDATING");
    for (ReplicaGroup.Member member : table.members(databases)) {
      member
          .context()
          .committer()
          .commit(
              member.context() == databases.own() ? call.ticket() : null,
              draft -> change(draft, member, updates.get(member.region()), changes));
    }
    return new UpdateGlobalTableSettingsOutput(name, before);
  }

  private boolean change(
      StateDraft draft,
      ReplicaGroup.Member member,
      @Nullable UpdateTableInput update,
      List<ScalingChange> changes) {
    String name = member.table().definition().name();
    if (update != null) {
      var unused = new TableUpdate(member.context(), draft, name, update).apply(types);
    }
    TableState table = draft.state().findTable(name);
    if (table == null) {
      return false; // deleted meanwhile
    }
    for (ScalingChange change : changes) {
      if (change.isIn(member.region())) {
        table = change.applied(table);
      }
    }
    draft.putTable(table);
    return true;
  }

  private static @Nullable ReplicaSettingsUpdate findReplica(
      List<ReplicaSettingsUpdate> replicas, String region) {
    for (ReplicaSettingsUpdate replica : replicas) {
      if (replica.regionName().equals(region)) {
        return replica;
      }
    }
    return null;
  }

  private static List<ScalingChange> changes(
      UpdateGlobalTableSettingsInput request, List<ReplicaSettingsUpdate> replicas) {
    List<ScalingChange> changes = new ArrayList<>();
    ScalingChange.add(
        changes,
        null,
        null,
        true,
        request.globalTableProvisionedWriteCapacityAutoScalingSettingsUpdate());
    for (GlobalTableGlobalSecondaryIndexSettingsUpdate index : SettingsUpdate.indexes(request)) {
      ScalingChange.add(
          changes,
          null,
          index.indexName(),
          true,
          index.provisionedWriteCapacityAutoScalingSettingsUpdate());
    }
    for (ReplicaSettingsUpdate replica : replicas) {
      String region = replica.regionName();
      ScalingChange.add(
          changes,
          region,
          null,
          false,
          replica.replicaProvisionedReadCapacityAutoScalingSettingsUpdate());
      for (ReplicaGlobalSecondaryIndexSettingsUpdate index : SettingsUpdate.indexes(replica)) {
        ScalingChange.add(
            changes,
            region,
            index.indexName(),
            false,
            index.provisionedReadCapacityAutoScalingSettingsUpdate());
      }
    }
    return changes;
  }

  private static void requireUpdates(
      UpdateGlobalTableSettingsInput request, List<ReplicaSettingsUpdate> replicas) {
    String name = request.globalTableName();
    if (request.equals(UpdateGlobalTableSettingsInput.builder().globalTableName(name).build())) {
      throw new FaultException(GlobalTableFault.Plain.NOTHING_TO_UPDATE.with(name));
    }
    for (ReplicaSettingsUpdate replica : replicas) {
      String region = replica.regionName();
      if (replica.equals(ReplicaSettingsUpdate.builder().regionName(region).build())) {
        throw new FaultException(GlobalTableFault.Plain.NOTHING_TO_UPDATE_IN.with(name, region));
      }
    }
    SettingsRules.requireOnce(
        name, replicas.stream().map(ReplicaSettingsUpdate::regionName).toList());
  }

  private void requireExisting(
      ReplicaGroup table,
      UpdateGlobalTableSettingsInput request,
      List<ReplicaSettingsUpdate> replicas) {
    SettingsRules rules = SettingsRules.legacy(table, databases);
    rules.requireReplicas(replicas.stream().map(ReplicaSettingsUpdate::regionName).toList());
    rules.requireIndexesEverywhere(
        SettingsUpdate.indexes(request).stream()
            .map(GlobalTableGlobalSecondaryIndexSettingsUpdate::indexName)
            .toList());
    for (ReplicaSettingsUpdate replica : replicas) {
      for (ReplicaGlobalSecondaryIndexSettingsUpdate index : SettingsUpdate.indexes(replica)) {
        rules.requireIndex(replica.regionName(), index.indexName());
      }
    }
  }
}
