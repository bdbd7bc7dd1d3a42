package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.Backfill;
import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.UpdateTableOutput;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The UpdateTable operation. The response shows the table while the change is in progress, as on
 * AWS. The change is complete when the response is returned, unless {@link
 * dev.monotable.engine.limits.Delays} sets a delay.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html">UpdateTable</a>
 */
public final class UpdateTableHandler
    implements OperationHandler<UpdateTableInput, UpdateTableOutput> {
  private final OperationContext context;

  public UpdateTableHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public UpdateTableOutput handle(UpdateTableInput request, Call call) {
    UpdateTableRules.require(request);
    String name = TableNames.nameOf(request.tableName());
    Instant begun = context.clock().instant();
    TableDescription answer =
        context.committer().commit(draft -> new TableUpdate(context, draft, name, request).apply());
    String created = createdIndex(request);
    if (created != null) {
      new Backfill(context.committer(), context.limits()).index(name, created);
      Instant dueAt = begun.plus(context.delays().updateTable());
      context.committer().commit(draft -> endAllocation(draft, name, created, dueAt));
    }
    return new UpdateTableOutput(answer);
  }

  @Override
  public boolean addsData(UpdateTableInput request, Call call) {
    StreamSpecification stream = request.streamSpecification();
    return createdIndex(request) != null
        || (stream != null && Boolean.TRUE.equals(stream.streamEnabled()));
  }

  private static @Nullable String createdIndex(UpdateTableInput request) {
    if (request.globalSecondaryIndexUpdates() != null) {
      for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
        if (update.create() != null) {
          return update.create().indexName();
        }
      }
    }
    return null;
  }

  /**
   * Sets the due time of the allocation of an index that has all its entries. From now on only the
   * clock decides when the index can be read.
   */
  private static boolean endAllocation(
      StateDraft draft, String tableName, String index, Instant dueAt) {
    TableState table = draft.state().findTable(tableName);
    TableChange allocation =
        table == null ? null : table.findChange(TableChange.Kind.ALLOCATE_INDEX, index);
    if (table == null || allocation == null) {
      return false;
    }
    draft.putTable(table.withoutChange(allocation).withChange(allocation.due(dueAt)));
    LifeCycle.settle(draft);
    return true;
  }
}
