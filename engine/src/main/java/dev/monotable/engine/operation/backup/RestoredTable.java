package dev.monotable.engine.operation.backup;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.IndexRequests.RestoredIndex;
import dev.monotable.engine.operation.table.Quotas;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.EntriesBuilder;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.TableDescription;
import dev.monotable.value.Item;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A table that is made out of the state of another one. It shares the items, and the entries of the
 * indexes, so a restore takes no longer for a larger table. Only if the source has no entries, or a
 * part of its local indexes is restored, they are built from the items, before the commit.
 */
public final class RestoredTable {
  private final OperationContext context;
  private final TableState table;

  private RestoredTable(OperationContext context, TableState table) {
    this.context = context;
    this.table = table;
  }

  /**
   * Makes a table out of the state of its source.
   *
   * @param types of indexes that tables may have
   * @param hasEntries whether the source has the entries of its indexes, all of them ACTIVE
   * @param name of the new table
   * @throws FaultException for the first override that does not fit the source
   */
  public static RestoredTable of(
      OperationContext context,
      List<IndexRequests> types,
      TableState source,
      boolean hasEntries,
      String name,
      RestoreOverrides overrides) {
    RestoreOverrides.Restored restored =
        overrides.restored(context, types, source.definition(), name);
    TableState empty = TableState.create(restored.definition(), context.limits());
    TableState.Builder next = empty.toBuilder().items(source.items()).bytes(source.bytes());
    if (hasEntries && hasCollectionsOf(source, restored.indexes())) {
      shareEntries(source, restored.indexes(), empty, next);
    } else {
      buildEntries(source, empty, next);
    }
    return new RestoredTable(context, next.build());
  }

  /** Returns whether the item collections of the restored table are those of its source. */
  private static boolean hasCollectionsOf(TableState source, List<RestoredIndex> indexes) {
    Set<String> local = new HashSet<>();
    int restored = 0;
    for (RestoredIndex index : indexes) {
      if (index.source().type().isLocal()) {
        local.add(index.source().name());
        restored++;
      }
    }
    long all = source.definition().indexes().stream().filter(i -> i.type().isLocal()).count();
    return restored == 0 || (restored == all && local.size() == all);
  }

  private static void shareEntries(
      TableState source, List<RestoredIndex> indexes, TableState empty, TableState.Builder next) {
    for (RestoredIndex index : indexes) {
      next.index(
          path(empty, index.definition().name()),
          source.index(path(source, index.source().name())));
    }
    if (empty.layout().hasLocalIndexes()) {
      next.collections(source.collections());
    }
  }

  private static AccessPath path(TableState table, String index) {
    return Objects.requireNonNull(table.layout().findIndex(index));
  }

  private static void buildEntries(TableState source, TableState empty, TableState.Builder next) {
    if (empty.layout().indexes().isEmpty()) {
      return;
    }
    EntriesBuilder entries = new EntriesBuilder(empty.layout());
    TreeCursor<Item> items = source.items().cursor();
    for (boolean more = items.first(); more; more = items.next()) {
      entries.add(empty.layout().keyed(items.value()));
    }
    entries.finish(next);
  }

  /**
   * Adds the table to the database. It is CREATING for as long as a new table.
   *
   * @param restore describes the source
   * @return the description of the table while it is being restored
   * @throws FaultException if there is a table with this name, or a quota is exceeded
   */
  public TableDescription create(StateDraft draft, ChangeOutcome.TableRestored restore) {
    requireNew(draft.state());
    int most = context.limits().backup().maxRestores();
    if (restores(draft.state()) >= most) {
      throw new FaultException(RestoreFault.Plain.TOO_MANY_RESTORES.with(most));
    }
    Quotas.require(context, draft.state(), table.definition());
    TableState created =
        table
            .withDefinition(table.definition().toBuilder().createdAt(draft.now()).build())
            .withChange(
                new TableChange(
                    TableChange.Kind.CREATE_TABLE,
                    null,
                    draft.now().plus(context.delays().createTable()),
                    restore));
    draft.putTable(created);
    TableDescription answer = TableDescriptions.of(created, draft.now());
    LifeCycle.settle(draft);
    return answer;
  }

  /**
   * Checks that there is no table with the name of this one.
   *
   * @throws FaultException if there is one
   */
  public void requireNew(DatabaseState state) {
    String name = table.definition().name();
    TableState present = state.findTable(name);
    if (present != null) {
      ChangeOutcome.TableRestored restore = present.restore();
      throw new FaultException(
          restore == null
              ? RestoreFault.Plain.TARGET_EXISTS.with(name)
              : RestoreFault.Plain.TARGET_IN_RESTORE.with(name, restore.source()));
    }
  }

  private static int restores(DatabaseState state) {
    int restores = 0;
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      restores += tables.value().restore() == null ? 0 : 1;
    }
    return restores;
  }
}
