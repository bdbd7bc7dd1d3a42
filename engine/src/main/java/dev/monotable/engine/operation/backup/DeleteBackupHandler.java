package dev.monotable.engine.operation.backup;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.table.BackupState;
import dev.monotable.model.BackupDescription;
import dev.monotable.model.DeleteBackupInput;
import dev.monotable.model.DeleteBackupOutput;
import java.util.List;

/**
 * The DeleteBackup operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteBackup.html">DeleteBackup</a>
 */
public final class DeleteBackupHandler
    implements OperationHandler<DeleteBackupInput, DeleteBackupOutput> {
  private final OperationContext context;
  private final List<IndexRequests> indexTypes;

  public DeleteBackupHandler(OperationContext context, List<IndexRequests> indexTypes) {
    this.context = context;
    this.indexTypes = indexTypes;
  }

  @Override
  public DeleteBackupOutput handle(DeleteBackupInput request, Call call) {
    BackupArn arn = BackupArn.require(context, request.backupArn());
    return new DeleteBackupOutput(
        context.committer().commit(call.ticket(), draft -> delete(draft, arn)));
  }

  private BackupDescription delete(StateDraft draft, BackupArn arn) {
    BackupState backup = arn.require(draft.state(), draft.now());
    arn.requireUnused(draft.state(), backup, BackupFault.Plain.DELETED_DURING_RESTORE);
    draft.state(draft.state().toBuilder().withoutBackup(backup).build());
    return BackupDescriptions.description(
        backup, arn.text(), BackupDescriptions.DELETED, indexTypes);
  }
}
