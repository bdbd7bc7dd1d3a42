package dev.monotable.engine.operation;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.DeleteTableOutput;

/**
 * DeleteTable. The answer says DELETING, as on AWS; the table is gone at once, its stream stays
 * readable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html">DeleteTable</a>
 */
final class DeleteTableHandler implements OperationHandler<DeleteTableInput, DeleteTableOutput> {
  private final OperationContext context;

  DeleteTableHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DeleteTableOutput handle(DeleteTableInput request) {
    return context.committer().commit(draft -> delete(draft, Required.member(request.tableName())));
  }

  private static DeleteTableOutput delete(StateDraft draft, String name) {
    DatabaseState state = draft.state();
    TableState table = OperationContext.requireDescribed(state, name);
    if (table.definition().deletionProtection()) {
      throw DynamoException.validation(TableMessages.DELETION_PROTECTED);
    }
    StreamState stream = table.stream();
    if (stream != null) {
      draft.state(state.withClosedStream(StreamWriter.close(stream, draft.now(), draft)));
    }
    draft.removeTable(table.definition().name());
    return new DeleteTableOutput(TableDescriptions.of(table, TableDefinition.Status.DELETING));
  }
}
