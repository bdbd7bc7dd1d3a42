package dev.monotable.engine.operation.table;

import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on tables. */
public final class TableHandlers {
  private TableHandlers() {}

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
    if (operation == Operations.CREATE_TABLE) {
      return new CreateTableHandler(context, types);
    }
    if (operation == Operations.DELETE_TABLE) {
      return new DeleteTableHandler(context, neighbours);
    }
    if (operation == Operations.DESCRIBE_TABLE) {
      return new DescribeTableHandler(context);
    }
    if (operation == Operations.DESCRIBE_TIME_TO_LIVE) {
      return new DescribeTimeToLiveHandler(context);
    }
    if (operation == Operations.LIST_TABLES) {
      return new ListTablesHandler(context);
    }
    if (operation == Operations.UPDATE_TABLE) {
      return new UpdateTableHandler(context, types, neighbours);
    }
    if (operation == Operations.UPDATE_TIME_TO_LIVE) {
      return new UpdateTimeToLiveHandler(context, neighbours);
    }
    return null;
  }
}
