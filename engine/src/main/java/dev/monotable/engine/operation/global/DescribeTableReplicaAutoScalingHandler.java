package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DescribeTableReplicaAutoScalingInput;
import dev.monotable.model.DescribeTableReplicaAutoScalingOutput;
import dev.monotable.model.ReplicaAutoScalingDescription;
import dev.monotable.model.ReplicaGlobalSecondaryIndexAutoScalingDescription;
import dev.monotable.model.TableAutoScalingDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The DescribeTableReplicaAutoScaling operation, for version 2019.11.21.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTableReplicaAutoScaling.html">DescribeTableReplicaAutoScaling</a>
 */
final class DescribeTableReplicaAutoScalingHandler
    implements OperationHandler<
        DescribeTableReplicaAutoScalingInput, DescribeTableReplicaAutoScalingOutput> {
  private final RegionDatabases databases;

  DescribeTableReplicaAutoScalingHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public DescribeTableReplicaAutoScalingOutput handle(
      DescribeTableReplicaAutoScalingInput request, Call call) {
    ReplicaGroup table = ReplicaGroup.require(databases, TableNames.nameOf(request.tableName()));
    return new DescribeTableReplicaAutoScalingOutput(describe(databases, table));
  }

  /**
   * Checks that a replica, whose table does not exist yet, is not shown yet: AWS asks the Regions
   * of all that are (DDB-TABLE-306, -227).
   */
  private static void requireNotShown(TableReplica replica, String table, Instant now) {
    if (replica.isShown(now)) {
      throw new FaultException(TableFault.Plain.NO_SUCH_TABLE.with(table));
    }
  }

  static TableAutoScalingDescription describe(RegionDatabases databases, ReplicaGroup table) {
    TableState own = databases.own().committer().state().findTable(table.name());
    List<ReplicaAutoScalingDescription> replicas = new ArrayList<>();
    for (ReplicaGroup.Member member : table.members(databases)) {
      if (OperationContext.isHidden(member.table())) {
        requireNotShown(member.replica(), table.name(), databases.now());
        continue;
      }
      ScalingDescriptions scaling = new ScalingDescriptions(member);
      List<ReplicaGlobalSecondaryIndexAutoScalingDescription> indexes = new ArrayList<>();
      for (IndexDefinition index : ScalingDescriptions.indexes(member.table())) {
        indexes.add(
            new ReplicaGlobalSecondaryIndexAutoScalingDescription(
                index.name(),
                member.table().indexStatus(index.name()).name(),
                scaling.of(index.name(), false),
                scaling.of(index.name(), true)));
      }
      replicas.add(
          new ReplicaAutoScalingDescription(
              member.region(),
              indexes,
              scaling.of(null, false),
              scaling.of(null, true),
              member.replica().status(databases.now()).name()));
    }
    return new TableAutoScalingDescription(
        table.name(), own == null ? null : own.status().name(), replicas);
  }
}
