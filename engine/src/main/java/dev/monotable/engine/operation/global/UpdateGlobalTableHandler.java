package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.model.CreateReplicaAction;
import dev.monotable.model.DeleteReplicaAction;
import dev.monotable.model.ReplicaUpdate;
import dev.monotable.model.UpdateGlobalTableInput;
import dev.monotable.model.UpdateGlobalTableOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The UpdateGlobalTable operation, for version 2017.11.29. A table whose replica is deleted stays,
 * with its items. New replicas are rejected unless a limit allows global tables of this version, as
 * for {@link CreateGlobalTableHandler}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateGlobalTable.html">UpdateGlobalTable</a>
 */
final class UpdateGlobalTableHandler
    implements OperationHandler<UpdateGlobalTableInput, UpdateGlobalTableOutput> {
  private final RegionDatabases databases;

  UpdateGlobalTableHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public UpdateGlobalTableOutput handle(UpdateGlobalTableInput request, Call call) {
    String name = request.globalTableName();
    List<ReplicaUpdate> updates = request.replicaUpdates();
    requireActions(updates);
    if (addsData(request, call)) {
      ReplicaRules.requireSupported(databases, 0);
    }
    ReplicaGroup before =
        ReplicaGroup.requireLegacy(databases, name, GlobalTableFault.Plain.NOT_FOUND);
    GroupChange change = new GroupChange(databases, name, before);
    List<String> joining = new ArrayList<>();
    for (ReplicaUpdate update : updates) {
      String region = region(update);
      TableReplica known = before.find(region);
      if (update.create() != null) {
        if (known != null) {
          throw new FaultException(GlobalTableFault.Plain.REPLICA_EXISTS.with(name, region));
        }
        joining.add(region);
        change.join(region);
      } else if (known == null) {
        throw new FaultException(GlobalTableFault.Plain.REPLICA_NOT_FOUND.with(name, region));
      } else {
        change.leave(known);
      }
    }
    if (!joining.isEmpty()) {
      new ReplicaRules(databases, name).require(joining, before.regions());
    }
    return new UpdateGlobalTableOutput(change.run(call.ticket()));
  }

  private static void requireActions(List<ReplicaUpdate> updates) {
    if (updates.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NO_REPLICAS);
    }
    for (ReplicaUpdate update : updates) {
      if ((update.create() == null) == (update.delete() == null)) {
        throw new FaultException(GlobalTableFault.Plain.ONE_ACTION);
      }
    }
    ReplicaRules.requireOnce(updates.stream().map(UpdateGlobalTableHandler::region).toList());
  }

  private static String region(ReplicaUpdate update) {
    CreateReplicaAction create = update.create();
    DeleteReplicaAction delete = update.delete();
    return create != null ? create.regionName() : Objects.requireNonNull(delete).regionName();
  }

  @Override
  public boolean addsData(UpdateGlobalTableInput request, Call call) {
    return request.replicaUpdates().stream().anyMatch(update -> update.create() != null);
  }
}
