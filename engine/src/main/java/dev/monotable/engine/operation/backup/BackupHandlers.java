package dev.monotable.engine.operation.backup;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations on backups. */
public final class BackupHandlers {
  private BackupHandlers() {}

  /**
   * Returns a new handler of an operation; null if there is none here.
   *
   * @param indexTypes that tables may have
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, List<IndexRequests> indexTypes) {
    if (operation == Operations.CREATE_BACKUP) {
      return new CreateBackupHandler(context);
    }
    if (operation == Operations.DELETE_BACKUP) {
      return new DeleteBackupHandler(context, indexTypes);
    }
    if (operation == Operations.DESCRIBE_BACKUP) {
      return new DescribeBackupHandler(context, indexTypes);
    }
    if (operation == Operations.DESCRIBE_CONTINUOUS_BACKUPS) {
      return new DescribeContinuousBackupsHandler(context);
    }
    if (operation == Operations.LIST_BACKUPS) {
      return new ListBackupsHandler(context);
    }
    if (operation == Operations.RESTORE_TABLE_FROM_BACKUP) {
      return new RestoreTableFromBackupHandler(context, indexTypes);
    }
    if (operation == Operations.RESTORE_TABLE_TO_POINT_IN_TIME) {
      return new RestoreTableToPointInTimeHandler(context, indexTypes);
    }
    if (operation == Operations.UPDATE_CONTINUOUS_BACKUPS) {
      return new UpdateContinuousBackupsHandler(context);
    }
    return null;
  }
}
