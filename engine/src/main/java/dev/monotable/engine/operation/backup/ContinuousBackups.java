package dev.monotable.engine.operation.backup;

import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ContinuousBackupsDescription;
import dev.monotable.model.PointInTimeRecoveryDescription;
import java.time.Instant;

/** Describes the continuous backups of a table, of which point-in-time recovery is a part. */
final class ContinuousBackups {
  private static final String ENABLED = "ENABLED";
  private static final String DISABLED = "DISABLED";

  private ContinuousBackups() {}

  /**
   * Returns the table with this name or ARN.
   *
   * @throws FaultException if it does not exist, is being restored, or is a replica that is being
   *     created (DDB-TABLE-217, -298)
   */
  static TableState require(DatabaseState state, String nameOrArn) {
    String name = TableNames.nameOf(nameOrArn);
    TableState table = state.findTable(name);
    if (table == null || !OperationContext.isSettable(table)) {
      throw new FaultException(BackupFault.Plain.TABLE_NOT_FOUND.with(name));
    }
    return table;
  }

  /**
   * Returns the description. Continuous backups are enabled when the table becomes ACTIVE
   * (DDB-TABLE-083, -111).
   */
  static ContinuousBackupsDescription of(OperationContext context, TableState table, Instant now) {
    RecoveryWindow window = RecoveryWindow.find(context, table, now);
    return new ContinuousBackupsDescription(
        table.status() == TableState.Status.CREATING ? DISABLED : ENABLED,
        window == null
            ? PointInTimeRecoveryDescription.builder().pointInTimeRecoveryStatus(DISABLED).build()
            : new PointInTimeRecoveryDescription(
                ENABLED, window.days(), window.earliest(), window.latest()));
  }
}
