package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.item.SingleItemWrites;
import dev.monotable.engine.operation.table.CreateTableHandler;
import dev.monotable.engine.operation.table.TableTypes;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.PutItemInput;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Objects;

/**
 * A table that an import fills. It is in a database of its own, where the ordinary operations check
 * and write its items, until the import is complete: then its state is added to the database in one
 * commit. So no request waits for an import, and one that fails leaves nothing. For one thread.
 */
final class ImportedTable {
  private final OperationContext own;
  private final Call call;
  private final String name;
  private final SingleItemWrites writes;

  private ImportedTable(OperationContext own, Call call, String name) {
    this.own = own;
    this.call = call;
    this.name = name;
    this.writes = new SingleItemWrites(own);
  }

  /**
   * Creates a table.
   *
   * @throws dev.monotable.engine.error.FaultException if CreateTable rejects it
   */
  static ImportedTable create(
      OperationContext context, TableTypes types, CreateTableInput request, Wording wording) {
    OperationContext own = own(context, DatabaseState.EMPTY);
    Call call = Call.plain(wording);
    Object unused = new CreateTableHandler(own, types).handle(request, call);
    return new ImportedTable(own, call, request.tableName());
  }

  /** Returns a table that is being created and has no items yet. */
  static ImportedTable of(OperationContext context, TableState table, Wording wording) {
    TableState usable = table.toBuilder().changes(List.of()).build();
    OperationContext own = own(context, DatabaseState.EMPTY.toBuilder().table(usable).build());
    return new ImportedTable(own, Call.plain(wording), table.definition().name());
  }

  private static OperationContext own(OperationContext context, DatabaseState start) {
    return new OperationContext(
        new Committer(start, context.limits(), context.clock(), null),
        context.expressions(),
        context.limits(),
        Delays.NONE,
        context.clock(),
        context.random(),
        context.scope());
  }

  /**
   * Writes an item.
   *
   * @throws dev.monotable.engine.error.FaultException if PutItem rejects it
   */
  void put(Item item) {
    Object unused = writes.put(PutItemInput.builder().tableName(name).item(item).build(), call);
  }

  /** Returns the table with the items that were written. */
  TableState state() {
    return Objects.requireNonNull(own.committer().state().findTable(name));
  }
}
