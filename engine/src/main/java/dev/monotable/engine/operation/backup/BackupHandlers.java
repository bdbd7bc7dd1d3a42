package dev.monotable.engine.operation.backup;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RecoveryFault;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BackupDescription;
import dev.monotable.model.BackupDetails;
import dev.monotable.model.ContinuousBackupsDescription;
import dev.monotable.model.CreateBackupInput;
import dev.monotable.model.CreateBackupOutput;
import dev.monotable.model.DeleteBackupInput;
import dev.monotable.model.DeleteBackupOutput;
import dev.monotable.model.DescribeBackupInput;
import dev.monotable.model.DescribeBackupOutput;
import dev.monotable.model.DescribeContinuousBackupsInput;
import dev.monotable.model.DescribeContinuousBackupsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.RestoreTableFromBackupOutput;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.model.UpdateContinuousBackupsOutput;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The operations on backups. */
public final class BackupHandlers {
  private final OperationContext context;
  private final List<IndexRequests> indexTypes;

  private BackupHandlers(OperationContext context, List<IndexRequests> indexTypes) {
    this.context = context;
    this.indexTypes = indexTypes;
  }

  /**
   * Returns the handler of an operation; null if there is none here.
   *
   * @param indexTypes that tables may have
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, List<IndexRequests> indexTypes) {
    BackupHandlers backups = new BackupHandlers(context, indexTypes);
    return new HandlerChoice(operation)
        .or(Operations.CREATE_BACKUP, backups::create)
        .or(Operations.DELETE_BACKUP, backups::delete)
        .or(Operations.DESCRIBE_BACKUP, backups::describe)
        .or(Operations.DESCRIBE_CONTINUOUS_BACKUPS, backups::describeContinuous)
        .or(Operations.LIST_BACKUPS, new ListBackupsHandler(context))
        .or(Operations.RESTORE_TABLE_FROM_BACKUP, OperationHandler.adding(backups::restore))
        .or(
            Operations.RESTORE_TABLE_TO_POINT_IN_TIME,
            new RestoreTableToPointInTimeHandler(context, indexTypes))
        .or(Operations.UPDATE_CONTINUOUS_BACKUPS, backups::updateContinuous)
        .found();
  }

  private static final int RANDOM_DIGITS = 8;

  /** The form of a time in a message, such as {@code 2026-11-14T10:00:00.000Z}. */
  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  /**
   * Performs CreateBackup. The backup contains the table at the time of the commit.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html">CreateBackup</a>
   */
  private CreateBackupOutput create(CreateBackupInput request, Call call) {
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

  /**
   * Performs DeleteBackup.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteBackup.html">DeleteBackup</a>
   */
  private DeleteBackupOutput delete(DeleteBackupInput request, Call call) {
    BackupArn arn = BackupArn.require(context, request.backupArn());
    return new DeleteBackupOutput(
        context.committer().commit(call.ticket(), draft -> delete(draft, arn)));
  }

  private BackupDescription delete(StateDraft draft, BackupArn arn) {
    BackupState backup = arn.require(draft.state(), draft.now());
    Instant expiresAt = backup.expiresAt();
    if (backup.type() == BackupState.Type.SYSTEM && expiresAt != null) {
      throw new FaultException(
          BackupFault.Plain.SYSTEM_BACKUP.with(arn.text(), MILLISECONDS.format(expiresAt)));
    }
    arn.requireUnused(draft.state(), backup, BackupFault.Plain.DELETED_DURING_RESTORE);
    draft.state(draft.state().toBuilder().withoutBackup(backup).build());
    return BackupDescriptions.description(
        backup, arn.text(), BackupDescriptions.DELETED, indexTypes);
  }

  /**
   * Performs DescribeBackup.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeBackup.html">DescribeBackup</a>
   */
  private DescribeBackupOutput describe(DescribeBackupInput request, Call call) {
    BackupArn arn = BackupArn.require(context, request.backupArn());
    BackupState backup = arn.require(context.committer().state(), context.clock().instant());
    return new DescribeBackupOutput(
        BackupDescriptions.description(
            backup, arn.text(), BackupDescriptions.AVAILABLE, indexTypes));
  }

  /**
   * Performs RestoreTableFromBackup.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableFromBackup.html">RestoreTableFromBackup</a>
   */
  private RestoreTableFromBackupOutput restore(RestoreTableFromBackupInput request, Call call) {
    TableNames.requireLength(request.targetTableName(), "TableName");
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
        context.committer().commit(call.ticket(), draft -> restored(draft, arn, table)));
  }

  /** Creates the table. The backup may have been deleted since the request was checked. */
  private static TableDescription restored(StateDraft draft, BackupArn arn, RestoredTable table) {
    BackupState backup = arn.require(draft.state(), draft.now());
    table.requireNew(draft.state());
    arn.requireUnused(draft.state(), backup, BackupFault.Plain.RESTORED_TWICE);
    return table.create(
        draft,
        new ChangeOutcome.TableRestored(
            backup.arn(), backup.table().definition().arn(), backup.createdAt()));
  }

  /**
   * Performs DescribeContinuousBackups.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html">DescribeContinuousBackups</a>
   */
  private DescribeContinuousBackupsOutput describeContinuous(
      DescribeContinuousBackupsInput request, Call call) {
    TableState table = ContinuousBackups.require(context.committer().state(), request.tableName());
    return new DescribeContinuousBackupsOutput(
        ContinuousBackups.of(context, table, context.clock().instant()));
  }

  /**
   * Performs UpdateContinuousBackups. It takes effect at once, as on AWS. To enable point-in-time
   * recovery again changes only its period; to disable it forgets what the table was
   * (DDB-TABLE-084, -085).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContinuousBackups.html">UpdateContinuousBackups</a>
   */
  private UpdateContinuousBackupsOutput updateContinuous(
      UpdateContinuousBackupsInput request, Call call) {
    PointInTimeRecoverySpecification asked = request.pointInTimeRecoverySpecification();
    if (!asked.pointInTimeRecoveryEnabled() && asked.recoveryPeriodInDays() != null) {
      throw new FaultException(RecoveryFault.Plain.PERIOD_WHEN_DISABLED);
    }
    return new UpdateContinuousBackupsOutput(
        context
            .committer()
            .commit(call.ticket(), draft -> update(draft, request.tableName(), asked)));
  }

  private ContinuousBackupsDescription update(
      StateDraft draft, String name, PointInTimeRecoverySpecification asked) {
    TableState table = ContinuousBackups.require(draft.state(), name);
    if (table.status() == TableState.Status.CREATING) {
      throw new FaultException(RecoveryFault.Plain.BEING_ENABLED.with(table.definition().name()));
    }
    Integer days = asked.recoveryPeriodInDays();
    TableState next =
        asked.pointInTimeRecoveryEnabled()
            ? PointInTimeRecovery.enable(
                table, days == null ? context.limits().backup().recoveryDays() : days, draft.now())
            : PointInTimeRecovery.disable(table);
    draft.putTable(next);
    return ContinuousBackups.of(context, next, draft.now());
  }
}
