package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.table.IndexRequests.IndexUpdate;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.table.TableChange;
import dev.monotable.model.Operations;
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
  private final Neighbours.Directory neighbours;

  public UpdateTableHandler(
      OperationContext context, TableTypes types, Neighbours.Directory neighbours) {
    this.neighbours = neighbours;
    this.context = context;
    this.types = types;
  }

  @Override
  public UpdateTableOutput handle(UpdateTableInput sent, Call call) {
    UpdateTableInput request = Throughput.withBillingMode(sent);
    List<IndexUpdate> indexUpdates = IndexRequests.allUpdates(types.indexes(), request);
    UpdateTableRules.require(request, types, indexUpdates);
    String name = TableNames.nameOf(request.tableName());
    if (Disassociation.isIn(request)) {
      return new UpdateTableOutput(
          new Disassociation(context, requireNeighbours(), name).run(request, call.ticket()));
    }
    if (ReplicaChanges.isIn(request)) {
      return new UpdateTableOutput(
          new ReplicaChanges(context, requireNeighbours(), name, request).run(call.ticket()));
    }
    List<OperationContext> others =
        request.globalTableSettingsReplicationMode() == null
            ? GlobalReplicas.settingsOf(context, neighbours, name)
            : GlobalReplicas.others(context, neighbours, name);
    GlobalReplicas.requireSettled(context, others, name);
    UpdateTableOutput answer = update(context, name, request, call.ticket());
    for (OperationContext other : others) {
      UpdateTableInput part = GlobalReplicas.synchronizedPart(request, other, name);
      if (part != null) {
        var unused = update(other, name, part, null);
      }
    }
    if (request.sseSpecification() != null && !others.isEmpty()) {
      GlobalReplicas.rekey(context, neighbours, name, request.sseSpecification());
    }
    if (request.tableClass() != null && !others.isEmpty()) {
      GlobalReplicas.reclassify(context, neighbours, name, request.tableClass());
    }
    return answer;
  }

  private Neighbours requireNeighbours() {
    Neighbours found = neighbours.find();
    if (found == null) {
      throw new FaultException(
          new RequestFault.MemberNotSupported(Operations.UPDATE_TABLE.name(), "ReplicaUpdates"));
    }
    return found;
  }

  /** Updates the table in the database of a Region. */
  private UpdateTableOutput update(
      OperationContext region,
      String name,
      UpdateTableInput request,
      @Nullable CommitTicket ticket) {
    Function<StateDraft, TableDescription> change =
        draft -> new TableUpdate(region, draft, name, request).apply(types);
    String created = createdIndex(IndexRequests.allUpdates(types.indexes(), request));
    if (created == null) {
      return new UpdateTableOutput(region.committer().commit(ticket, change));
    }
    Instant dueAt = region.clock().instant().plus(region.delays().updateTable());
    return new UpdateTableOutput(
        region
            .committer()
            .backfill()
            .run(change, name, TableChange.Kind.ALLOCATE_INDEX, created, dueAt, ticket));
  }

  @Override
  public boolean addsData(UpdateTableInput request, Call call) {
    StreamSpecification stream = request.streamSpecification();
    return ReplicaChanges.isIn(request)
        || createdIndex(IndexRequests.allUpdates(types.indexes(), request)) != null
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
