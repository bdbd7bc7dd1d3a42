package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.Departure;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DisassociateReplicationGroupMemberAction;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of the disassociation of a replica: it leaves its global table and stays as a table
 * of its Region. Replication ends it, once all changes from and to the replica have been sent.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html">UpdateTable</a>
 */
final class Disassociation {
  private final OperationContext context;
  private final Neighbours neighbours;
  private final String name;

  Disassociation(OperationContext context, Neighbours neighbours, String name) {
    this.context = context;
    this.neighbours = neighbours;
    this.name = name;
  }

  /** Returns whether a request disassociates a replica. */
  static boolean isIn(UpdateTableInput request) {
    return request.replicaUpdates() != null
        && request.replicaUpdates().stream().anyMatch(update -> update.disassociate() != null);
  }

  /**
   * Begins the disassociation.
   *
   * @return the description of the table, which is UPDATING
   * @throws FaultException if it is not possible
   */
  TableDescription run(UpdateTableInput request, @Nullable CommitTicket ticket) {
    DisassociateReplicationGroupMemberAction action = onlyAction(request);
    if (StrongConsistency.isIn(request)) {
      throw new FaultException(ReplicaFault.Plain.STRONG_CREATES);
    }
    if (!action.regionName().equals(context.region())) {
      throw new FaultException(ReplicaFault.Plain.OTHER_REGION.with(action.regionName()));
    }
    TableDescription answer = context.committer().commit(ticket, this::begin);
    context.committer().awaitLogged(null);
    neighbours.link(name);
    return answer;
  }

  private static DisassociateReplicationGroupMemberAction onlyAction(UpdateTableInput request) {
    List<ReplicationGroupUpdate> updates = Objects.requireNonNull(request.replicaUpdates());
    ReplicationGroupUpdate update = updates.get(0);
    DisassociateReplicationGroupMemberAction action = update.disassociate();
    if (action == null
        || updates.size() > 1
        || update.create() != null
        || update.update() != null
        || update.delete() != null) {
      throw new FaultException(ReplicaFault.Plain.TWO_TYPES);
    }
    return action;
  }

  private TableDescription begin(StateDraft draft) {
    TableState table = GlobalReplicas.requireMember(context, draft.state(), name);
    Instant now = draft.now();
    if (StrongReplica.find(table.definition(), now) != null) {
      throw new FaultException(ReplicaFault.Plain.NOT_DISASSOCIABLE);
    }
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    if (setting == null || setting.others(now).isEmpty()) {
      throw new FaultException(ReplicaFault.Plain.NOT_FOUND.with(List.of(context.region())));
    }
    new TableAdmission(table).requireReplicas(now);
    for (TableReplica other : setting.others(now)) {
      if (other.status(now) != TableReplica.Status.ACTIVE) {
        throw new FaultException(InUseFault.Plain.REPLICA_CHANGING);
      }
    }
    ReplicaSettings own = ReplicaSettings.find(table.definition(), now);
    if (own == null || !own.disassociable()) {
      throw new FaultException(
          ReplicaFault.Plain.DISASSOCIATION_PROTECTED.with(name, context.region()));
    }
    // Two changes: the first one ends by the clock, the other one when nothing is left to send.
    TableState leaving =
        table
            .withChange(
                new TableChange(
                    TableChange.Kind.REPLICA,
                    context.region(),
                    now.plus(context.delays().updateTable()),
                    ChangeOutcome.Plain.NONE))
            .withChange(Departure.change(context.region()));
    draft.putTable(leaving);
    TableDescription answer = TableDescriptions.of(leaving, now);
    LifeCycle.settle(draft);
    return answer;
  }
}
