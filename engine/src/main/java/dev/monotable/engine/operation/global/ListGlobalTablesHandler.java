package dev.monotable.engine.operation.global;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.LegacyGlobalTable;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTable;
import dev.monotable.model.ListGlobalTablesInput;
import dev.monotable.model.ListGlobalTablesOutput;
import dev.monotable.model.Replica;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ListGlobalTables operation: the global tables of version 2017.11.29 that have a replica in a
 * Region, by default in that of the request.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListGlobalTables.html">ListGlobalTables</a>
 */
final class ListGlobalTablesHandler
    implements OperationHandler<ListGlobalTablesInput, ListGlobalTablesOutput> {
  private final RegionDatabases databases;

  ListGlobalTablesHandler(RegionDatabases databases) {
    this.databases = databases;
  }

  @Override
  public ListGlobalTablesOutput handle(ListGlobalTablesInput request, Call call) {
    String region = Objects.requireNonNullElse(request.regionName(), databases.own().region());
    OperationContext context = databases.find(region);
    Integer limit = request.limit();
    return context == null
        ? new ListGlobalTablesOutput(List.of(), null)
        : list(
            context.committer().state(),
            request.exclusiveStartGlobalTableName(),
            limit == null ? databases.own().limits().account().maxListedTables() : limit);
  }

  private ListGlobalTablesOutput list(DatabaseState state, @Nullable String start, int limit) {
    TreeCursor<TableState> tables = state.tables().cursor();
    boolean more;
    if (start == null) {
      more = tables.first();
    } else {
      byte[] key = DatabaseState.tableKey(start);
      more = tables.seekHigher(key, key.length);
    }
    List<GlobalTable> found = new ArrayList<>();
    for (; more; more = tables.next()) {
      TableState table = tables.value();
      if (LegacyGlobalTable.find(table.definition()) != null) {
        if (found.size() == limit) {
          return new ListGlobalTablesOutput(found, found.get(limit - 1).globalTableName());
        }
        found.add(new GlobalTable(table.definition().name(), replicas(table, databases.now())));
      }
    }
    return new ListGlobalTablesOutput(found, null);
  }

  private static List<Replica> replicas(TableState table, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    List<Replica> replicas = new ArrayList<>();
    if (setting != null) {
      for (TableReplica replica : setting.replicas()) {
        if (replica.status(now) != TableReplica.Status.DELETED) {
          replicas.add(new Replica(replica.region()));
        }
      }
    }
    return replicas;
  }
}
