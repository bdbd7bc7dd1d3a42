package dev.monotable.engine.operation.table;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.TableReplica.Change;
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
import java.util.Objects;
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
   * Checks that the settings of an action fit a table.
   *
   * @throws FaultException for the first that does not
   */
  static void require(TableDefinition table, ReplicaAction action) {
    Overrides overrides = action.overrides();
    boolean isUpdate = action.change() == Change.UPDATE;
    boolean units = overrides.readUnits() != null;
    for (ReplicaGlobalSecondaryIndex index : overrides.indexes()) {
      if (isUpdate && !isGlobalIndex(table, index.indexName())) {
        throw new FaultException(
            IndexFault.Plain.INDEX_NOT_FOUND.with(index.indexName(), table.name()));
      }
      units |= index.provisionedThroughputOverride() != null;
    }
    // A Create may have them: DDB-TABLE-223, -307.
    if (units && isUpdate && table.payPerRequest()) {
      throw new FaultException(ReplicaFault.Plain.UNITS_ON_DEMAND);
    }
    if (!table.payPerRequest()) {
      requireNoBounds(overrides);
    }
    if (action.change() == Change.CREATE) {
      requireKey(table, action.region(), overrides.kmsKey());
    }
  }

  private static boolean isGlobalIndex(TableDefinition table, String name) {
    IndexDefinition known = table.findIndex(name);
    return known != null && !known.type().isLocal();
  }

  private static void requireNoBounds(Overrides overrides) {
    if (overrides.maxReadUnits() != null) {
      throw new FaultException(new ReplicaFault.OnDemandWhenProvisioned(null));
    }
    for (ReplicaGlobalSecondaryIndex index : overrides.indexes()) {
      if (index.onDemandThroughputOverride() != null) {
        throw new FaultException(new ReplicaFault.OnDemandWhenProvisioned(index.indexName()));
      }
    }
  }

  private static void requireKey(TableDefinition table, String region, @Nullable String key) {
    Encryption.Owner owner = Encryption.owner(table.sse());
    if (owner == Encryption.Owner.AWS && key != null
        || owner == Encryption.Owner.CUSTOMER && key == null) {
      throw new FaultException(ReplicaFault.Plain.KEY_REQUIRED);
    }
    if (key != null && Encryption.isManaged(key) == (owner == Encryption.Owner.CUSTOMER)) {
      throw new FaultException(ReplicaFault.Plain.MIXED_KEYS);
    }
    String keyRegion = key == null ? null : Encryption.regionOf(key);
    if (keyRegion != null && !keyRegion.equals(region)) {
      throw new FaultException(ReplicaFault.Plain.FOREIGN_KEY.with(region, keyRegion));
    }
  }

  /**
   * Returns the settings of an action as they are kept: with the ARN of the key, without indexes
   * that do not exist.
   */
  static Overrides resolved(OperationContext context, TableDefinition table, ReplicaAction action) {
    Overrides asked = action.overrides();
    String key = asked.kmsKey();
    return new Overrides(
        key == null ? null : Encryption.keyArn(action.region(), context.account(), key),
        asked.readUnits(),
        asked.maxReadUnits(),
        asked.tableClass(),
        asked.indexes().stream().filter(index -> isGlobalIndex(table, index.indexName())).toList());
  }

  /**
   * Returns those settings that differ from the table's; one that equals it ends (DDB-TABLE-250,
   * -252).
   */
  static Overrides differing(TableDefinition table, Overrides overrides) {
    String tableClass = table.tableClass() == null ? "STANDARD" : table.tableClass();
    List<ReplicaGlobalSecondaryIndex> indexes = new ArrayList<>();
    for (ReplicaGlobalSecondaryIndex index : overrides.indexes()) {
      IndexDefinition known = table.findIndex(index.indexName());
      CapacitySettings capacity = known == null ? CapacitySettings.NONE : known.capacity();
      Long units = differing(units(index.provisionedThroughputOverride()), units(capacity));
      Long bound = differing(bound(index.onDemandThroughputOverride()), bound(capacity));
      if (units != null || bound != null) {
        indexes.add(
            new ReplicaGlobalSecondaryIndex(
                index.indexName(), Overrides.units(units), Overrides.bound(bound)));
      }
    }
    CapacitySettings capacity = capacity(table);
    return new Overrides(
        overrides.kmsKey(),
        differing(overrides.readUnits(), units(capacity)),
        differing(overrides.maxReadUnits(), bound(capacity)),
        tableClass.equals(overrides.tableClass()) ? null : overrides.tableClass(),
        indexes);
  }

  private static @Nullable Long differing(@Nullable Long asked, @Nullable Long common) {
    return Objects.equals(asked, common) ? null : asked;
  }

  private static @Nullable Long units(CapacitySettings capacity) {
    ProvisionedThroughputDescription units = capacity.provisioned();
    return units == null ? null : units.readCapacityUnits();
  }

  private static @Nullable Long bound(CapacitySettings capacity) {
    OnDemandThroughput bound = capacity.onDemand();
    return bound == null ? null : bound.maxReadRequestUnits();
  }

  private static CapacitySettings capacity(TableDefinition table) {
    return new CapacitySettings(
        table.throughput(), table.onDemandThroughput(), table.warmThroughput());
  }

  /** Applies settings to the definition of a replica. */
  static TableDefinition applied(
      OperationContext context, TableDefinition table, Overrides overrides) {
    TableDefinition.Builder next = table.toBuilder();
    CapacitySettings capacity =
        applied(
            capacity(table),
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
