package dev.monotable.engine.operation.backup;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BackupDetails;
import dev.monotable.model.CreateBackupInput;
import dev.monotable.model.CreateBackupOutput;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The CreateBackup operation. The backup contains the table at the time of the commit.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html">CreateBackup</a>
 */
public final class CreateBackupHandler
    implements OperationHandler<CreateBackupInput, CreateBackupOutput> {
  private static final int RANDOM_DIGITS = 8;

  private final OperationContext context;

  public CreateBackupHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public CreateBackupOutput handle(CreateBackupInput request, Call call) {
    String table = TableNames.nameOf(request.tableName());
    return new CreateBackupOutput(
        context
            .committer()
            .commit(call.ticket(), draft -> create(draft, table, request.backupName())));
  }

  private BackupDetails create(StateDraft draft, String tableName, String name) {
    DatabaseState state = draft.state();
    TableState table = state.findTable(tableName);
    // A table that is being changed or deleted can be backed up: DDB-BACKUP-001.
    if (table == null || table.status() == TableState.Status.CREATING) {
      throw new FaultException(BackupFault.Plain.TABLE_NOT_FOUND.with(tableName));
    }
    int most = context.limits().backup().maxBackups();
    if (state.backups().size() >= most) {
      throw new FaultException(BackupFault.Plain.TOO_MANY_BACKUPS.with(most));
    }
    Instant now = draft.now().truncatedTo(ChronoUnit.MILLIS);
    BackupState backup =
        new BackupState(
            newId(state, tableName, now),
            name,
            BackupState.Type.USER,
            now,
            null,
            BackupState.kept(table),
            true);
    draft.state(state.toBuilder().backup(backup).build());
    return BackupDescriptions.details(backup, backup.arn(), BackupDescriptions.CREATING);
  }

  private String newId(DatabaseState state, String tableName, Instant now) {
    String prefix = BackupState.time(now) + '-';
    String id;
    do {
      id = prefix + context.newId().substring(0, RANDOM_DIGITS);
    } while (state.backups().find(BackupState.key(id, tableName)) != null);
    return id;
  }
}
