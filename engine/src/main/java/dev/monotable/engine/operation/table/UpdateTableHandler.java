package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.table.IndexRequests.IndexUpdate;
import dev.monotable.engine.table.TableChange;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.UpdateTableOutput;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
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
  private final TableTypes types;

  public UpdateTableHandler(OperationContext context, TableTypes types) {
    this.context = context;
    this.types = types;
  }

  @Override
  public UpdateTableOutput handle(UpdateTableInput request, Call call) {
    List<IndexUpdate> indexUpdates = IndexRequests.allUpdates(types.indexes(), request);
    UpdateTableRules.require(request, types, indexUpdates);
    String name = TableNames.nameOf(request.tableName());
    Function<StateDraft, TableDescription> change =
        draft -> new TableUpdate(context, draft, name, request).apply(types);
    String created = createdIndex(indexUpdates);
    if (created == null) {
      return new UpdateTableOutput(context.committer().commit(call.ticket(), change));
    }
    Instant dueAt = context.clock().instant().plus(context.delays().updateTable());
    return new UpdateTableOutput(
        context
            .committer()
            .backfill()
            .run(change, name, TableChange.Kind.ALLOCATE_INDEX, created, dueAt, call.ticket()));
  }

  @Override
  public boolean addsData(UpdateTableInput request, Call call) {
    StreamSpecification stream = request.streamSpecification();
    return createdIndex(IndexRequests.allUpdates(types.indexes(), request)) != null
        || (stream != null && Boolean.TRUE.equals(stream.streamEnabled()));
  }

  private static @Nullable String createdIndex(List<IndexUpdate> updates) {
    for (IndexUpdate update : updates) {
      if (update.created() != null) {
        return update.created();
      }
    }
    return null;
  }
}
