package dev.monotable.engine.operation.global;

import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableTypes;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on global tables. */
public final class GlobalTableHandlers {
  private GlobalTableHandlers() {}

  /**
   * Returns a new handler of an operation; null if there is none here.
   *
   * @param types of what tables may have
   * @param neighbours the databases of other Regions
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation,
      OperationContext context,
      TableTypes types,
      Neighbours.Directory neighbours) {
    RegionDatabases databases = new RegionDatabases(context, neighbours);
    if (operation == Operations.CREATE_GLOBAL_TABLE) {
      return new CreateGlobalTableHandler(databases);
    }
    if (operation == Operations.DESCRIBE_GLOBAL_TABLE) {
      return new DescribeGlobalTableHandler(databases);
    }
    if (operation == Operations.DESCRIBE_GLOBAL_TABLE_SETTINGS) {
      return new DescribeGlobalTableSettingsHandler(databases);
    }
    if (operation == Operations.DESCRIBE_TABLE_REPLICA_AUTO_SCALING) {
      return new DescribeTableReplicaAutoScalingHandler(databases);
    }
    if (operation == Operations.LIST_GLOBAL_TABLES) {
      return new ListGlobalTablesHandler(databases);
    }
    if (operation == Operations.UPDATE_GLOBAL_TABLE) {
      return new UpdateGlobalTableHandler(databases);
    }
    if (operation == Operations.UPDATE_GLOBAL_TABLE_SETTINGS) {
      return new UpdateGlobalTableSettingsHandler(databases, types);
    }
    if (operation == Operations.UPDATE_TABLE_REPLICA_AUTO_SCALING) {
      return new UpdateTableReplicaAutoScalingHandler(databases);
    }
    return null;
  }
}
