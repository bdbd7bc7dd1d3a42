package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.model.CreateGlobalTableInput;
import dev.monotable.model.CreateGlobalTableOutput;
import dev.monotable.model.CreateReplicaAction;
import dev.monotable.model.DeleteReplicaAction;
import dev.monotable.model.DescribeGlobalTableInput;
import dev.monotable.model.DescribeGlobalTableOutput;
import dev.monotable.model.DescribeGlobalTableSettingsInput;
import dev.monotable.model.DescribeGlobalTableSettingsOutput;
import dev.monotable.model.ListGlobalTablesInput;
import dev.monotable.model.ListGlobalTablesOutput;
import dev.monotable.model.Replica;
import dev.monotable.model.ReplicaUpdate;
import dev.monotable.model.UpdateGlobalTableInput;
import dev.monotable.model.UpdateGlobalTableOutput;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The operations on global tables of version 2017.11.29. AWS creates no such table any longer, in
 * no Region (DDB-GLOBALTABLE-002), so there are none, and each request is answered as in an account
 * without one. To these operations, global tables of version 2019.11.21 do not exist
 * (DDB-GLOBALTABLE-001).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables.V1.html">Global
 *     tables version 2017.11.29 (Legacy)</a>
 */
@SuppressWarnings("DoNotCallSuggester") // a handler whose response is always an error
final class LegacyGlobalTables {
  private LegacyGlobalTables() {}

  /** Runs CreateGlobalTable. AWS rejects it before it looks for any table. */
  static CreateGlobalTableOutput create(CreateGlobalTableInput request, Call call) {
    List<Replica> replicas = request.replicationGroup();
    if (replicas.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NO_REPLICAS);
    }
    for (Replica replica : replicas) {
      if (replica.regionName() == null) {
        throw new FaultException(GlobalTableFault.Plain.REGION_REQUIRED);
      }
    }
    requireOnce(replicas.stream().map(Replica::regionName).toList());
    throw new FaultException(GlobalTableFault.Plain.UNSUPPORTED_VERSION);
  }

  private static void requireOnce(List<String> regions) {
    Set<String> known = new HashSet<>();
    for (String region : regions) {
      if (!known.add(region)) {
        throw new FaultException(GlobalTableFault.Plain.REGION_TWICE.with(region));
      }
    }
  }

  static DescribeGlobalTableOutput describe(DescribeGlobalTableInput request, Call call) {
    TableNames.requireLength(request.globalTableName(), "TableName");
    throw new FaultException(GlobalTableFault.Plain.NOT_FOUND.with(request.globalTableName()));
  }

  static DescribeGlobalTableSettingsOutput describeSettings(
      DescribeGlobalTableSettingsInput request, Call call) {
    TableNames.requireLength(request.globalTableName(), "TableName");
    throw new FaultException(
        GlobalTableFault.Plain.SETTINGS_NOT_FOUND.with(request.globalTableName()));
  }

  static ListGlobalTablesOutput list(ListGlobalTablesInput request, Call call) {
    return new ListGlobalTablesOutput(List.of(), null);
  }

  /**
   * Runs UpdateGlobalTable. AWS rejects a new replica before it looks for the global table
   * (DDB-GLOBALTABLE-004).
   */
  static UpdateGlobalTableOutput update(UpdateGlobalTableInput request, Call call) {
    List<ReplicaUpdate> updates = request.replicaUpdates();
    if (updates.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NO_REPLICAS);
    }
    for (ReplicaUpdate update : updates) {
      if (update.create() == null && update.delete() == null) {
        throw new FaultException(GlobalTableFault.Plain.NO_REPLICAS);
      }
      if (update.create() != null && update.delete() != null) {
        throw new FaultException(GlobalTableFault.Plain.ONE_ACTION);
      }
    }
    requireOnce(updates.stream().map(LegacyGlobalTables::region).toList());
    throw new FaultException(
        updates.stream().anyMatch(update -> update.create() != null)
            ? GlobalTableFault.Plain.UNSUPPORTED_VERSION
            : GlobalTableFault.Plain.NOT_FOUND.with(request.globalTableName()));
  }

  private static String region(ReplicaUpdate update) {
    CreateReplicaAction create = update.create();
    DeleteReplicaAction delete = update.delete();
    return create != null ? create.regionName() : Objects.requireNonNull(delete).regionName();
  }
}
