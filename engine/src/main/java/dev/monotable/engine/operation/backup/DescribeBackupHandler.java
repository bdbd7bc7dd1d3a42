package dev.monotable.engine.operation.backup;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.table.BackupState;
import dev.monotable.model.DescribeBackupInput;
import dev.monotable.model.DescribeBackupOutput;
import java.util.List;

/**
 * The DescribeBackup operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeBackup.html">DescribeBackup</a>
 */
public final class DescribeBackupHandler
    implements OperationHandler<DescribeBackupInput, DescribeBackupOutput> {
  private final OperationContext context;
  private final List<IndexRequests> indexTypes;

  public DescribeBackupHandler(OperationContext context, List<IndexRequests> indexTypes) {
    this.context = context;
    this.indexTypes = indexTypes;
  }

  @Override
  public DescribeBackupOutput handle(DescribeBackupInput request, Call call) {
    BackupArn arn = BackupArn.require(context, request.backupArn());
    BackupState backup = arn.require(context.committer().state(), context.clock().instant());
    return new DescribeBackupOutput(
        BackupDescriptions.description(
            backup, arn.text(), BackupDescriptions.AVAILABLE, indexTypes));
  }
}
