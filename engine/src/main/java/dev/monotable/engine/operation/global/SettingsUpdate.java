package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.operation.table.Throughput;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BillingMode;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.GlobalTableGlobalSecondaryIndexSettingsUpdate;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.ReplicaGlobalSecondaryIndexSettingsUpdate;
import dev.monotable.model.ReplicaSettingsUpdate;
import dev.monotable.model.UpdateGlobalSecondaryIndexAction;
import dev.monotable.model.UpdateGlobalTableSettingsInput;
import dev.monotable.model.UpdateTableInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an UpdateGlobalTableSettings request changes of the table of one replica. */
final class SettingsUpdate {
  private final UpdateGlobalTableSettingsInput request;
  private final @Nullable ReplicaSettingsUpdate replica;
  private final TableDefinition table;

  /** Whether the table has provisioned throughput after the change. */
  private final boolean provisioned;

  /**
   * @param replica what the request says of the replica alone; null if nothing
   */
  SettingsUpdate(
      UpdateGlobalTableSettingsInput request,
      @Nullable ReplicaSettingsUpdate replica,
      TableState table) {
    this.request = request;
    this.replica = replica;
    this.table = table.definition();
    String mode = request.globalTableBillingMode();
    this.provisioned =
        mode == null
            ? !this.table.payPerRequest()
            : BillingMode.find(mode) == BillingMode.PROVISIONED;
  }

  static List<GlobalTableGlobalSecondaryIndexSettingsUpdate> indexes(
      UpdateGlobalTableSettingsInput request) {
    return Objects.requireNonNullElse(
        request.globalTableGlobalSecondaryIndexSettingsUpdate(), List.of());
  }

  static List<ReplicaGlobalSecondaryIndexSettingsUpdate> indexes(ReplicaSettingsUpdate replica) {
    return Objects.requireNonNullElse(
        replica.replicaGlobalSecondaryIndexSettingsUpdate(), List.of());
  }

  /**
   * Returns the UpdateTable request with the same meaning; null if nothing changes.
   *
   * @throws FaultException if units are missing, or are those of a table on demand
   */
  @Nullable UpdateTableInput request() {
    UpdateTableInput.Builder next = UpdateTableInput.builder().tableName(table.name());
    UpdateTableInput nothing = next.build();
    if (provisioned == table.payPerRequest()) {
      next.billingMode(request.globalTableBillingMode());
    }
    ProvisionedThroughput units =
        units(
            table.throughput(),
            replica == null ? null : replica.replicaProvisionedReadCapacityUnits(),
            request.globalTableProvisionedWriteCapacityUnits());
    List<GlobalSecondaryIndexUpdate> indexes = new ArrayList<>();
    for (IndexDefinition index : table.indexes()) {
      if (index.type().isProvisioned()) {
        ProvisionedThroughput changed =
            units(
                index.capacity().provisioned(), readUnits(index.name()), writeUnits(index.name()));
        if (changed != null) {
          indexes.add(
              GlobalSecondaryIndexUpdate.builder()
                  .update(
                      UpdateGlobalSecondaryIndexAction.builder()
                          .indexName(index.name())
                          .provisionedThroughput(changed)
                          .build())
                  .build());
        }
      }
    }
    next.provisionedThroughput(units);
    next.globalSecondaryIndexUpdates(indexes.isEmpty() ? null : indexes);
    if (replica != null && replica.replicaTableClass() != null) {
      TableRules.requireClass(replica.replicaTableClass());
      next.tableClass(replica.replicaTableClass());
    }
    UpdateTableInput update = next.build();
    return update.equals(nothing) ? null : update;
  }

  /** Returns the units of a table or an index after the change; null if they stay the same. */
  private @Nullable ProvisionedThroughput units(
      @Nullable ProvisionedThroughputDescription set, @Nullable Long reads, @Nullable Long writes) {
    if (!provisioned) {
      if (reads != null || writes != null) {
        throw new FaultException(ThroughputFault.Plain.UPDATED_UNITS_WITH_PAY_PER_REQUEST);
      }
      return null;
    }
    ProvisionedThroughputDescription known = table.payPerRequest() ? null : set;
    Long nextReads = reads == null && known != null ? known.readCapacityUnits() : reads;
    Long nextWrites = writes == null && known != null ? known.writeCapacityUnits() : writes;
    if (nextReads == null || nextWrites == null) {
      throw new FaultException(ThroughputFault.Plain.UPDATED_UNITS_REQUIRED);
    }
    ProvisionedThroughput units = new ProvisionedThroughput(nextReads, nextWrites);
    Throughput.requireUnits(units);
    return known != null
            && nextReads.equals(known.readCapacityUnits())
            && nextWrites.equals(known.writeCapacityUnits())
        ? null
        : units;
  }

  private @Nullable Long writeUnits(String name) {
    for (GlobalTableGlobalSecondaryIndexSettingsUpdate index : indexes(request)) {
      if (index.indexName().equals(name)) {
        return index.provisionedWriteCapacityUnits();
      }
    }
    return null;
  }

  private @Nullable Long readUnits(String name) {
    if (replica != null) {
      for (ReplicaGlobalSecondaryIndexSettingsUpdate index : indexes(replica)) {
        if (index.indexName().equals(name)) {
          return index.provisionedReadCapacityUnits();
        }
      }
    }
    return null;
  }
}
