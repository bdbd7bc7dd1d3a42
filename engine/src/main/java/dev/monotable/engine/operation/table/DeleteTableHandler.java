package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.DeleteTableOutput;
import dev.monotable.model.TableDescription;

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

  public DeleteTableHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DeleteTableOutput handle(DeleteTableInput request, Call call) {
    return context.committer().commit(call.ticket(), draft -> delete(draft, request.tableName()));
  }

  private DeleteTableOutput delete(StateDraft draft, String name) {
    TableState table = OperationContext.requireDescribed(draft.state(), name);
    if (table.definition().deletionProtection()) {
      throw new FaultException(TableFault.Plain.DELETION_PROTECTED);
    }
    new TableAdmission(table).requireDeletable();
    StreamState stream = table.stream();
    if (stream != null) {
      table = table.withStream(StreamWriter.close(stream, draft.now(), draft));
    }
    table =
        table.withChange(
            new TableChange(
                TableChange.Kind.DELETE_TABLE,
                null,
                draft.now().plus(context.delays().deleteTable()),
                ChangeOutcome.Plain.TABLE_DELETED));
    draft.putTable(table);
    DeleteTableOutput answer =
        new DeleteTableOutput(withoutSchema(TableDescriptions.of(table, draft.now())));
    LifeCycle.settle(draft);
    return answer;
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
