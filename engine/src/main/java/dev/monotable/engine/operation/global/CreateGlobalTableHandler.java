package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.CreateGlobalTableInput;
import dev.monotable.model.CreateGlobalTableOutput;
import dev.monotable.model.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * The CreateGlobalTable operation. It is rejected by default, as AWS does everywhere since 2026 at
 * the latest (DDB-GLOBALTABLE-002). A limit, {@code account.maxLegacyGlobalTables}, allows it for
 * those who still have global tables of this version; then it does what the API reference says.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateGlobalTable.html">CreateGlobalTable</a>
 */
final class CreateGlobalTableHandler
    implements OperationHandler<CreateGlobalTableInput, CreateGlobalTableOutput> {
  private final RegionDatabases databases;

  CreateGlobalTableHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public CreateGlobalTableOutput handle(CreateGlobalTableInput request, Call call) {
    String name = request.globalTableName();
    List<String> regions = regions(request.replicationGroup());
    ReplicaRules.requireSupported(databases, ReplicaGroup.countLegacy(databases, name));
    if (ReplicaGroup.findLegacy(databases, name) != null) {
      throw new FaultException(GlobalTableFault.Plain.ALREADY_EXISTS.with(name));
    }
    GroupChange change = new GroupChange(databases, name, null);
    regions.forEach(change::join);
    new ReplicaRules(databases, name).require(regions, List.of());
    return new CreateGlobalTableOutput(change.run(call.ticket()));
  }

  private static List<String> regions(List<Replica> replicas) {
    if (replicas.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NO_REPLICAS);
    }
    List<String> regions = new ArrayList<>();
    for (Replica replica : replicas) {
      if (replica.regionName() == null) {
        throw new FaultException(GlobalTableFault.Plain.REGION_REQUIRED);
      }
      regions.add(replica.regionName());
    }
    ReplicaRules.requireOnce(regions);
    return regions;
  }

  @Override
  public boolean addsData(CreateGlobalTableInput request, Call call) {
    return true;
  }
}
