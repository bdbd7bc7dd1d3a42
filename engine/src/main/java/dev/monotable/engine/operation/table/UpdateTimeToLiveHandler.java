package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.UpdateTimeToLiveOutput;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The UpdateTimeToLive operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html">UpdateTimeToLive</a>
 */
public final class UpdateTimeToLiveHandler
    implements OperationHandler<UpdateTimeToLiveInput, UpdateTimeToLiveOutput> {
  private final OperationContext context;
  private final Neighbours.Directory neighbours;

  public UpdateTimeToLiveHandler(OperationContext context, Neighbours.Directory neighbours) {
    this.context = context;
    this.neighbours = neighbours;
  }

  @Override
  public UpdateTimeToLiveOutput handle(UpdateTimeToLiveInput request, Call call) {
    TimeToLiveSpecification specification = request.timeToLiveSpecification();
    String name = TableNames.nameOf(request.tableName());
    List<OperationContext> others = GlobalReplicas.settingsOf(context, neighbours, name);
    TableState table = OperationContext.requireSettable(context.committer().state(), name);
    String added = GlobalReplicas.beingAdded(others, name);
    if (added != null && !table.items().isEmpty()) {
      throw new FaultException(ReplicaFault.Plain.BEING_ADDED.with(name, added));
    }
    change(context, name, specification, call.ticket());
    for (OperationContext other : others) {
      change(other, name, specification, null);
    }
    return new UpdateTimeToLiveOutput(specification);
  }

  /** Changes TTL in the database of a Region: it is the same for all replicas of a table. */
  private void change(
      OperationContext region,
      String name,
      TimeToLiveSpecification specification,
      @Nullable CommitTicket ticket) {
    if (specification.enabled()) {
      Instant dueAt = region.clock().instant().plus(region.delays().timeToLive());
      region
          .committer()
          .backfill()
          .run(
              draft -> change(draft, name, specification),
              name,
              TableChange.Kind.TIME_TO_LIVE,
              specification.attributeName(),
              dueAt,
              ticket);
    } else {
      var unused = region.committer().commit(ticket, draft -> change(draft, name, specification));
    }
  }

  @Override
  public boolean addsData(UpdateTimeToLiveInput request, Call call) {
    return request.timeToLiveSpecification().enabled();
  }

  private TableState change(StateDraft draft, String name, TimeToLiveSpecification specification) {
    TableState table = draft.state().findTable(name);
    if (table == null) {
      throw new FaultException(TableFault.Plain.NO_SUCH_TABLE.with(name));
    }
    // A replica that is being created gets the setting of its table: DDB-TABLE-230.
    if (table.status() == TableState.Status.CREATING && !GlobalReplicas.isBeingAdded(table)) {
      throw new FaultException(
          InUseFault.Plain.CREATING_FOR_TIME_TO_LIVE.with(table.definition().name()));
    }
    TableDefinition definition = table.definition();
    if (StrongReplica.find(definition, draft.now()) != null) {
      throw new FaultException(ReplicaFault.Plain.STRONG_TTL);
    }
    TimeToLive old = TimeToLive.of(definition);
    String current = old.attribute();
    String attribute = specification.attributeName();
    boolean enabled = specification.enabled();
    // AWS checks in this order, and before the time since the last change
    // (aws-controllers-k8s/dynamodb-controller docs/api-quirks, DDB-TABLE-146, -147).
    if (current == null && !enabled) {
      throw new FaultException(TableFault.Plain.TTL_DISABLED);
    }
    if (current != null && !current.equals(attribute)) {
      throw new FaultException(TableFault.Plain.TTL_OTHER_ATTRIBUTE.with(current));
    }
    if (current != null && enabled) {
      throw new FaultException(TableFault.Plain.TTL_ENABLED);
    }
    Instant changedAt = old.changedAt();
    if (table.findChange(TableChange.Kind.TIME_TO_LIVE) != null
        || (changedAt != null
            && draft
                .now()
                .isBefore(changedAt.plusSeconds(context.limits().table().ttlChangeSeconds())))) {
      throw new FaultException(TableFault.Plain.TTL_CHANGED_TOO_OFTEN);
    }
    TableState changed =
        table.toBuilder()
            .definition(
                definition.toBuilder()
                    .setting(new TimeToLive(enabled ? attribute : null, draft.now()))
                    .build())
            .expiry(PersistentTree.empty())
            .build()
            .withChange(
                new TableChange(
                    TableChange.Kind.TIME_TO_LIVE,
                    attribute,
                    enabled ? null : draft.now().plus(context.delays().timeToLive()),
                    ChangeOutcome.Plain.NONE));
    draft.putTable(changed);
    LifeCycle.settle(draft);
    return changed;
  }
}
