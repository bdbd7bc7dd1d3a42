package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.GlobalTableGlobalSecondaryIndexSettingsUpdate;
import dev.monotable.model.ReplicaGlobalSecondaryIndexSettingsUpdate;
import dev.monotable.model.ReplicaSettingsUpdate;
import dev.monotable.model.UpdateGlobalTableSettingsInput;
import dev.monotable.model.UpdateGlobalTableSettingsOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The UpdateGlobalTableSettings operation, for version 2017.11.29: the form of a request is checked
 * before AWS looks for the global table, of which there is none; see {@link LegacyGlobalTables}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateGlobalTableSettings.html">UpdateGlobalTableSettings</a>
 */
final class UpdateGlobalTableSettingsHandler
    implements OperationHandler<UpdateGlobalTableSettingsInput, UpdateGlobalTableSettingsOutput> {
  @Override
  public UpdateGlobalTableSettingsOutput handle(UpdateGlobalTableSettingsInput request, Call call) {
    String name = request.globalTableName();
    List<ReplicaSettingsUpdate> replicas =
        Objects.requireNonNullElse(request.replicaSettingsUpdate(), List.of());
    changes(request, replicas).forEach(change -> change.requireComplete(name));
    requireUpdates(request, replicas);
    throw new FaultException(GlobalTableFault.Plain.SETTINGS_NOT_FOUND.with(name));
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
    for (GlobalTableGlobalSecondaryIndexSettingsUpdate index : indexes(request)) {
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
      for (ReplicaGlobalSecondaryIndexSettingsUpdate index : indexes(replica)) {
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

  private static List<GlobalTableGlobalSecondaryIndexSettingsUpdate> indexes(
      UpdateGlobalTableSettingsInput request) {
    return Objects.requireNonNullElse(
        request.globalTableGlobalSecondaryIndexSettingsUpdate(), List.of());
  }

  private static List<ReplicaGlobalSecondaryIndexSettingsUpdate> indexes(
      ReplicaSettingsUpdate replica) {
    return Objects.requireNonNullElse(
        replica.replicaGlobalSecondaryIndexSettingsUpdate(), List.of());
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
}
