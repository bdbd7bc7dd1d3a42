package dev.monotable.engine.operation.table;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Overrides;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.OnDemandThroughputOverride;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.ProvisionedThroughputOverride;
import dev.monotable.model.ReplicaGlobalSecondaryIndex;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.UpdateReplicationGroupMemberAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the settings in which a replica differs from the others, and applies them to its table. */
final class ReplicaOverrides {
  private ReplicaOverrides() {}

  static Overrides of(CreateReplicationGroupMemberAction action) {
    return of(
        new UpdateReplicationGroupMemberAction(
            action.regionName(),
            action.kmsMasterKeyId(),
            action.provisionedThroughputOverride(),
            action.onDemandThroughputOverride(),
            action.globalSecondaryIndexes(),
            action.tableClassOverride()));
  }

  static Overrides of(UpdateReplicationGroupMemberAction action) {
    TableRules.requireClass(action.tableClassOverride());
    List<ReplicaGlobalSecondaryIndex> indexes = action.globalSecondaryIndexes();
    return new Overrides(
        action.kmsMasterKeyId(),
        units(action.provisionedThroughputOverride()),
        bound(action.onDemandThroughputOverride()),
        action.tableClassOverride(),
        indexes == null ? List.of() : indexes);
  }

  private static @Nullable Long units(@Nullable ProvisionedThroughputOverride override) {
    return override == null ? null : override.readCapacityUnits();
  }

  private static @Nullable Long bound(@Nullable OnDemandThroughputOverride override) {
    return override == null ? null : override.maxReadRequestUnits();
  }

  /**
   * Checks that settings fit a table.
   *
   * @throws FaultException if they name an index that does not exist, or provisioned throughput of
   *     a table that is on demand
   */
  static void require(TableDefinition table, Overrides overrides) {
    boolean units = overrides.readUnits() != null;
    for (ReplicaGlobalSecondaryIndex index : overrides.indexes()) {
      IndexDefinition known = table.findIndex(index.indexName());
      if (known == null || known.type().isLocal()) {
        throw new FaultException(
            IndexFault.Plain.INDEX_NOT_FOUND.with(index.indexName(), table.name()));
      }
      units |= index.provisionedThroughputOverride() != null;
    }
    if (units && table.payPerRequest()) {
      throw new FaultException(ThroughputFault.Plain.UPDATED_UNITS_WITH_PAY_PER_REQUEST);
    }
  }

  /** Applies settings to the definition of a replica. */
  static TableDefinition applied(
      OperationContext context, TableDefinition table, TableReplica replica) {
    Overrides overrides = replica.overrides();
    TableDefinition.Builder next = table.toBuilder();
    CapacitySettings capacity =
        applied(
            new CapacitySettings(
                table.throughput(), table.onDemandThroughput(), table.warmThroughput()),
            table.payPerRequest() ? null : overrides.readUnits(),
            overrides.maxReadUnits());
    if (capacity.provisioned() != null) {
      next.throughput(capacity.provisioned());
    }
    next.onDemandThroughput(capacity.onDemand());
    if (overrides.tableClass() != null) {
      next.tableClass(overrides.tableClass());
    }
    if (overrides.kmsKey() != null) {
      next.sse(
          Encryption.description(context, new SSESpecification(true, "KMS", overrides.kmsKey())));
    }
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : table.indexes()) {
      ReplicaGlobalSecondaryIndex override = overrides.find(index.name());
      indexes.add(
          override == null
              ? index
              : index.with(
                  applied(
                      index.capacity(),
                      table.payPerRequest()
                          ? null
                          : units(override.provisionedThroughputOverride()),
                      bound(override.onDemandThroughputOverride()))));
    }
    return next.indexes(indexes).build();
  }

  private static CapacitySettings applied(
      CapacitySettings capacity, @Nullable Long units, @Nullable Long bound) {
    CapacitySettings next = capacity;
    ProvisionedThroughputDescription provisioned = capacity.provisioned();
    if (units != null && provisioned != null) {
      next = next.provisioned(provisioned.toBuilder().readCapacityUnits(units).build());
    }
    if (bound != null) {
      OnDemandThroughput old = capacity.onDemand();
      next =
          next.onDemand(
              Throughput.bounds(
                  new OnDemandThroughput(bound, old == null ? null : old.maxWriteRequestUnits())));
    }
    return next;
  }
}
