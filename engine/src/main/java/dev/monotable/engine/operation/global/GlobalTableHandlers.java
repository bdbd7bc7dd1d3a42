package dev.monotable.engine.operation.global;

import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on global tables. */
public final class GlobalTableHandlers {
  private GlobalTableHandlers() {}

  /**
   * Returns a new handler of an operation; null if there is none here.
   *
   * @param neighbours the databases of other Regions
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, Neighbours.Directory neighbours) {
    RegionDatabases databases = new RegionDatabases(context, neighbours);
    if (operation == Operations.CREATE_GLOBAL_TABLE) {
      return OperationHandler.of(Operations.CREATE_GLOBAL_TABLE, LegacyGlobalTables::create);
    }
    if (operation == Operations.DESCRIBE_GLOBAL_TABLE) {
      return OperationHandler.of(Operations.DESCRIBE_GLOBAL_TABLE, LegacyGlobalTables::describe);
    }
    if (operation == Operations.DESCRIBE_GLOBAL_TABLE_SETTINGS) {
      return OperationHandler.of(
          Operations.DESCRIBE_GLOBAL_TABLE_SETTINGS, LegacyGlobalTables::describeSettings);
    }
    if (operation == Operations.DESCRIBE_TABLE_REPLICA_AUTO_SCALING) {
      return new DescribeTableReplicaAutoScalingHandler(databases);
    }
    if (operation == Operations.LIST_GLOBAL_TABLES) {
      return OperationHandler.of(Operations.LIST_GLOBAL_TABLES, LegacyGlobalTables::list);
    }
    if (operation == Operations.UPDATE_GLOBAL_TABLE) {
      return OperationHandler.of(Operations.UPDATE_GLOBAL_TABLE, LegacyGlobalTables::update);
    }
    if (operation == Operations.UPDATE_GLOBAL_TABLE_SETTINGS) {
      return new UpdateGlobalTableSettingsHandler();
    }
    if (operation == Operations.UPDATE_TABLE_REPLICA_AUTO_SCALING) {
      return new UpdateTableReplicaAutoScalingHandler(databases);
    }
    return null;
  }
}
