package dev.monotable.engine.operation.global;

import dev.monotable.engine.operation.HandlerChoice;
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
   * Returns the handler of an operation; null if there is none here.
   *
   * @param neighbours the databases of other Regions
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, Neighbours.Directory neighbours) {
    RegionDatabases databases = new RegionDatabases(context, neighbours);
    return new HandlerChoice(operation)
        .or(Operations.CREATE_GLOBAL_TABLE, LegacyGlobalTables::create)
        .or(Operations.DESCRIBE_GLOBAL_TABLE, LegacyGlobalTables::describe)
        .or(Operations.DESCRIBE_GLOBAL_TABLE_SETTINGS, LegacyGlobalTables::describeSettings)
        .or(
            Operations.DESCRIBE_TABLE_REPLICA_AUTO_SCALING,
            new DescribeTableReplicaAutoScalingHandler(databases))
        .or(Operations.LIST_GLOBAL_TABLES, LegacyGlobalTables::list)
        .or(Operations.UPDATE_GLOBAL_TABLE, LegacyGlobalTables::update)
        .or(Operations.UPDATE_GLOBAL_TABLE_SETTINGS, new UpdateGlobalTableSettingsHandler())
        .or(
            Operations.UPDATE_TABLE_REPLICA_AUTO_SCALING,
            new UpdateTableReplicaAutoScalingHandler(databases))
        .found();
  }
}
