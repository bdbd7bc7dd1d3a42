package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.DescribeTableOutput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.DescribeTimeToLiveOutput;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveDescription;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations on tables. */
public final class TableHandlers {
  private final OperationContext context;

  private TableHandlers(OperationContext context) {
    this.context = context;
  }

  /**
   * Returns the handler of an operation; null if there is none here.
   *
   * @param types of what tables may have
   * @param neighbours the databases of other Regions
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation,
      OperationContext context,
      TableTypes types,
      Neighbours.Directory neighbours) {
    TableHandlers tables = new TableHandlers(context);
    if (operation == Operations.CREATE_TABLE) {
      return new CreateTableHandler(context, types);
    }
    if (operation == Operations.DELETE_TABLE) {
      return new DeleteTableHandler(context, neighbours);
    }
    if (operation == Operations.DESCRIBE_TABLE) {
      return OperationHandler.of(Operations.DESCRIBE_TABLE, tables::describe);
    }
    if (operation == Operations.DESCRIBE_TIME_TO_LIVE) {
      return OperationHandler.of(Operations.DESCRIBE_TIME_TO_LIVE, tables::describeTimeToLive);
    }
    if (operation == Operations.LIST_TABLES) {
      return OperationHandler.of(Operations.LIST_TABLES, tables::list);
    }
    if (operation == Operations.UPDATE_TABLE) {
      return new UpdateTableHandler(context, types, neighbours);
    }
    if (operation == Operations.UPDATE_TIME_TO_LIVE) {
      return new UpdateTimeToLiveHandler(context, neighbours);
    }
    return null;
  }

  /**
   * Performs DescribeTable.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html">DescribeTable</a>
   */
  private DescribeTableOutput describe(DescribeTableInput request, Call call) {
    return new DescribeTableOutput(
        TableDescriptions.of(
            OperationContext.requireDescribed(context.committer().state(), request.tableName()),
            context.clock().instant()));
  }

  /**
   * Performs ListTables. Names are returned in the order of their UTF-8 bytes.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html">ListTables</a>
   */
  private ListTablesOutput list(ListTablesInput request, Call call) {
    int limit =
        request.limit() == null ? context.limits().account().maxListedTables() : request.limit();
    TreeCursor<TableState> tables = context.committer().state().tables().cursor();
    boolean more;
    String start = request.exclusiveStartTableName();
    if (start == null) {
      more = tables.first();
    } else {
      byte[] key = DatabaseState.tableKey(start);
      more = tables.seekHigher(key, key.length);
    }
    List<String> names = new ArrayList<>();
    while (more && names.size() < limit) {
      if (!OperationContext.isHidden(tables.value())) {
        names.add(tables.value().definition().name());
      }
      more = tables.next();
    }
    return ListTablesOutput.builder()
        .tableNames(names)
        .lastEvaluatedTableName(more ? names.get(names.size() - 1) : null)
        .build();
  }

  /**
   * Performs DescribeTimeToLive.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html">DescribeTimeToLive</a>
   */
  private DescribeTimeToLiveOutput describeTimeToLive(DescribeTimeToLiveInput request, Call call) {
    TableState table =
        OperationContext.requireSettable(context.committer().state(), request.tableName());
    switch (table.status()) {
      case CREATING, DELETING ->
          throw new FaultException(new TableFault.TimeToLiveUnknown(table.status().name()));
      case ACTIVE, UPDATING -> {}
    }
    String attribute = TimeToLive.of(table.definition()).attribute();
    TableChange change = table.findChange(TableChange.Kind.TIME_TO_LIVE);
    return new DescribeTimeToLiveOutput(
        change == null
            ? new TimeToLiveDescription(attribute == null ? "DISABLED" : "ENABLED", attribute)
            : new TimeToLiveDescription(
                attribute == null ? "DISABLING" : "ENABLING", change.subject()));
  }
}
