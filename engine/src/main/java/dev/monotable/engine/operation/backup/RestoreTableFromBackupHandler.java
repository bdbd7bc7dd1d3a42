package dev.monotable.engine.operation.backup;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.RestoreTableFromBackupOutput;
import dev.monotable.model.TableDescription;
import java.util.List;

/**
 * The RestoreTableFromBackup operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableFromBackup.html">RestoreTableFromBackup</a>
 */
public final class RestoreTableFromBackupHandler
    implements OperationHandler<RestoreTableFromBackupInput, RestoreTableFromBackupOutput> {
  private final OperationContext context;
  private final List<IndexRequests> indexTypes;

  public RestoreTableFromBackupHandler(OperationContext context, List<IndexRequests> indexTypes) {
    this.context = context;
    this.indexTypes = indexTypes;
  }

  @Override
  public RestoreTableFromBackupOutput handle(RestoreTableFromBackupInput request, Call call) {
    RestoreOverrides.requireName(request.targetTableName());
    RestoreOverrides overrides = RestoreOverrides.of(request);
    BackupArn arn = BackupArn.require(context, request.backupArn());
    if (!arn.region().equals(context.region()) && overrides.encryption() == null) {
      throw new FaultException(RestoreFault.Plain.OTHER_REGION);
    }
    BackupState backup = arn.require(context.committer().state(), context.clock().instant());
    RestoredTable table =
        RestoredTable.of(
            context,
            indexTypes,
            backup.table(),
            backup.hasEntries(),
            request.targetTableName(),
            overrides);
    return new RestoreTableFromBackupOutput(
        context.committer().commit(call.ticket(), draft -> create(draft, arn, table)));
  }

  @Override
  public boolean addsData(RestoreTableFromBackupInput request, Call call) {
    return true;
  }

  /** Creates the table. The backup may have been deleted since the request was checked. */
  private static TableDescription create(StateDraft draft, BackupArn arn, RestoredTable table) {
    BackupState backup = arn.require(draft.state(), draft.now());
    table.requireNew(draft.state());
    arn.requireUnused(draft.state(), backup, BackupFault.Plain.RESTORED_TWICE);
    return table.create(
        draft,
        new ChangeOutcome.TableRestored(
            backup.arn(), backup.table().definition().arn(), backup.createdAt()));
  }
}
