package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DescribeGlobalTableInput;
import dev.monotable.model.DescribeGlobalTableOutput;

/**
 * The DescribeGlobalTable operation, for version 2017.11.29. To it, global tables of version
 * 2019.11.21 do not exist (DDB-GLOBALTABLE-001).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeGlobalTable.html">DescribeGlobalTable</a>
 */
final class DescribeGlobalTableHandler
    implements OperationHandler<DescribeGlobalTableInput, DescribeGlobalTableOutput> {
  private final RegionDatabases databases;

  DescribeGlobalTableHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public DescribeGlobalTableOutput handle(DescribeGlobalTableInput request, Call call) {
    ReplicaGroup table =
        ReplicaGroup.requireLegacy(
            databases, request.globalTableName(), GlobalTableFault.Plain.NOT_FOUND);
    return new DescribeGlobalTableOutput(table.describe(databases, table.status(databases.now())));
  }
}
