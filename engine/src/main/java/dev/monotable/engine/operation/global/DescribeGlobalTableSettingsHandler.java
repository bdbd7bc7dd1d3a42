package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DescribeGlobalTableSettingsInput;
import dev.monotable.model.DescribeGlobalTableSettingsOutput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.ReplicaGlobalSecondaryIndexSettingsDescription;
import dev.monotable.model.ReplicaSettingsDescription;
import dev.monotable.model.TableDescription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The DescribeGlobalTableSettings operation, for version 2017.11.29.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeGlobalTableSettings.html">DescribeGlobalTableSettings</a>
 */
final class DescribeGlobalTableSettingsHandler
    implements OperationHandler<
        DescribeGlobalTableSettingsInput, DescribeGlobalTableSettingsOutput> {
  private final RegionDatabases databases;

  DescribeGlobalTableSettingsHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public DescribeGlobalTableSettingsOutput handle(
      DescribeGlobalTableSettingsInput request, Call call) {
    ReplicaGroup table =
        ReplicaGroup.requireLegacy(
            databases, request.globalTableName(), GlobalTableFault.Plain.SETTINGS_NOT_FOUND);
    return new DescribeGlobalTableSettingsOutput(table.name(), describe(databases, table, null));
  }

  /**
   * Describes the settings of all replicas.
   *
   * @param status of all replicas; null for that of each
   */
  static List<ReplicaSettingsDescription> describe(
      RegionDatabases databases, ReplicaGroup table, @Nullable String status) {
    List<ReplicaSettingsDescription> replicas = new ArrayList<>();
    for (ReplicaGroup.Member member : table.members(databases)) {
      replicas.add(describe(databases, member, status));
    }
    return replicas;
  }

  private static ReplicaSettingsDescription describe(
      RegionDatabases databases, ReplicaGroup.Member member, @Nullable String status) {
    TableState table = member.table();
    TableDefinition definition = table.definition();
    TableDescription described = TableDescriptions.of(table, databases.now());
    String own =
        table.status() == TableState.Status.UPDATING
            ? table.status().name()
            : member.replica().status(databases.now()).name();
    ScalingDescriptions scaling = ScalingDescriptions.legacy(member);
    List<ReplicaGlobalSecondaryIndexSettingsDescription> indexes = new ArrayList<>();
    for (IndexDefinition index : ScalingDescriptions.indexes(table)) {
      ProvisionedThroughputDescription units =
          definition.payPerRequest() ? null : index.capacity().provisioned();
      indexes.add(
          new ReplicaGlobalSecondaryIndexSettingsDescription(
              index.name(),
              table.indexStatus(index.name()).name(),
              units == null ? null : units.readCapacityUnits(),
              scaling.of(index.name(), false),
              units == null ? null : units.writeCapacityUnits(),
              scaling.of(index.name(), true)));
    }
    return new ReplicaSettingsDescription(
        member.region(),
        status == null ? own : status,
        described.billingModeSummary(),
        definition.throughput().readCapacityUnits(),
        scaling.of(null, false),
        definition.throughput().writeCapacityUnits(),
        scaling.of(null, true),
        indexes.isEmpty() ? null : indexes,
        described.tableClassSummary());
  }
}
