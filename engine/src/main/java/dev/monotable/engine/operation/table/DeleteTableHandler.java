package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.DeleteTableOutput;
import dev.monotable.model.TableDescription;
import java.time.Duration;

/**
 * The DeleteTable operation. The response has the status DELETING, as on AWS. The table is removed
 * immediately, unless {@link dev.monotable.engine.limits.Delays} sets a delay. Its stream stays
 * readable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html">DeleteTable</a>
 */
public final class DeleteTableHandler
    implements OperationHandler<DeleteTableInput, DeleteTableOutput> {
  private final OperationContext context;
  private final Neighbours.Directory neighbours;

  public DeleteTableHandler(OperationContext context, Neighbours.Directory neighbours) {
    this.context = context;
    this.neighbours = neighbours;
  }

  @Override
  public DeleteTableOutput handle(DeleteTableInput request, Call call) {
    String name = TableNames.nameOf(request.tableName());
    TableState table = context.committer().state().findTable(name);
    DeleteTableOutput answer =
        context.committer().commit(call.ticket(), draft -> delete(draft, request.tableName()));
    GlobalTableReplica setting = table == null ? null : GlobalTableReplica.find(table.definition());
    if (setting != null) {
      GlobalReplicas.leave(context, neighbours, setting, name);
    }
    return answer;
  }

  private DeleteTableOutput delete(StateDraft draft, String name) {
    TableState table = OperationContext.requireDescribed(draft.state(), name);
    if (table.definition().deletionProtection()) {
      throw new FaultException(
          GlobalReplicas.isGlobal(table, draft.now())
              ? ReplicaFault.Plain.PROTECTED.with(table.definition().name(), context.region())
              : TableFault.Plain.DELETION_PROTECTED);
    }
    if (StrongReplica.find(table.definition(), draft.now()) != null) {
      throw new FaultException(ReplicaFault.Plain.STRONG_DELETED);
    }
    GlobalReplicas.requireNoSource(table, draft.now()); // before a change: DDB-TABLE-266, -267
    GlobalReplicas.requireNotDeleting(table, draft.now());
    new TableAdmission(table).requireDeletable(draft.now());
    table = begin(draft, table, context.delays().deleteTable());
    DeleteTableOutput answer =
        new DeleteTableOutput(withoutSchema(TableDescriptions.of(table, draft.now())));
    LifeCycle.settle(draft);
    return answer;
  }

  /** Begins to delete a table in a commit; returns it as it is then. */
  static TableState begin(StateDraft draft, TableState table, Duration duration) {
    StreamState stream = table.stream();
    TableState open =
        stream == null ? table : table.withStream(StreamWriter.close(stream, draft.now(), draft));
    TableState deleting =
        open.withChange(
            new TableChange(
                TableChange.Kind.DELETE_TABLE,
                null,
                draft.now().plus(duration),
                ChangeOutcome.Plain.TABLE_DELETED));
    draft.putTable(deleting);
    return deleting;
  }

  /**
   * Removes what the response of DeleteTable omits, although DescribeTable still returns it while
   * the table is DELETING (aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks},
   * DDB-TABLE-363).
   */
  private static TableDescription withoutSchema(TableDescription table) {
    return table.toBuilder()
        .attributeDefinitions(null)
        .keySchema(null)
        .creationDateTime(null)
        .localSecondaryIndexes(null)
        .globalSecondaryIndexes(null)
        .warmThroughput(null)
        .build();
  }
}
