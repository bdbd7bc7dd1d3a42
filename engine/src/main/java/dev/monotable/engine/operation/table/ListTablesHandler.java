package dev.monotable.engine.operation.table;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.ListTablesOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * The ListTables operation. Names are returned in the order of their UTF-8 bytes.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html">ListTables</a>
 */
public final class ListTablesHandler
    implements OperationHandler<ListTablesInput, ListTablesOutput> {
  private final OperationContext context;

  public ListTablesHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListTablesOutput handle(ListTablesInput request, Call call) {
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
      names.add(tables.value().definition().name());
      more = tables.next();
    }
    return ListTablesOutput.builder()
        .tableNames(names)
        .lastEvaluatedTableName(more ? names.get(names.size() - 1) : null)
        .build();
  }
}
