package dev.monotable.engine.operation.backup;

import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.BackupState;
import dev.monotable.model.BackupSummary;
import dev.monotable.model.BackupTypeFilter;
import dev.monotable.model.ListBackupsInput;
import dev.monotable.model.ListBackupsOutput;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ListBackups operation. Backups are listed in the order of their creation. The table need not
 * exist, and neither does the backup after which a page begins (DDB-BACKUP-014).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html">ListBackups</a>
 */
public final class ListBackupsHandler
    implements OperationHandler<ListBackupsInput, ListBackupsOutput> {
  private final OperationContext context;

  public ListBackupsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListBackupsOutput handle(ListBackupsInput request, Call call) {
    Filter filter = filter(request);
    byte[] start = startKey(request.exclusiveStartBackupArn());
    int limit = request.limit() == null ? context.limits().backup().maxListed() : request.limit();
    List<BackupSummary> page = new ArrayList<>();
    TreeCursor<BackupState> backups = context.committer().state().backups().cursor();
    for (boolean more = backups.seekCeiling(start, start.length); more; more = backups.next()) {
      BackupState backup = backups.value();
      if (filter.admits(backup) && !Arrays.equals(backup.key(), start)) {
        if (page.size() == limit) {
          return new ListBackupsOutput(page, page.get(limit - 1).backupArn());
        }
        page.add(BackupDescriptions.summary(backup));
      }
    }
    return new ListBackupsOutput(page, null);
  }

  /**
   * The backups that a request lists.
   *
   * @param table null for all tables
   * @param from inclusive; null for no bound
   * @param to exclusive; null for no bound
   */
  private record Filter(
      @Nullable String table,
      @Nullable Instant from,
      @Nullable Instant to,
      BackupTypeFilter type,
      Instant now) {
    boolean admits(BackupState backup) {
      return (table == null || table.equals(backup.table().definition().name()))
          && (from == null || !backup.createdAt().isBefore(from))
          && (to == null || backup.createdAt().isBefore(to))
          && (type == BackupTypeFilter.ALL || type.name().equals(backup.type().name()))
          && !backup.isExpired(now);
    }
  }

  private Filter filter(ListBackupsInput request) {
    Instant from = milliseconds(request.timeRangeLowerBound());
    Instant to = milliseconds(request.timeRangeUpperBound());
    if (from != null && to != null && from.isAfter(to)) {
      throw new FaultException(BackupFault.Plain.INVALID_TIME_RANGE);
    }
    BackupTypeFilter type = BackupTypeFilter.find(request.backupType());
    return new Filter(
        request.tableName() == null ? null : TableNames.nameOf(request.tableName()),
        from,
        to,
        type == null ? BackupTypeFilter.USER : type,
        context.clock().instant());
  }

  /** Rounds a time, which clients send as a floating-point number of seconds. */
  private static @Nullable Instant milliseconds(@Nullable Instant time) {
    return time == null ? null : time.plusNanos(500_000).truncatedTo(ChronoUnit.MILLIS);
  }

  private byte[] startKey(@Nullable String text) {
    if (text == null) {
      return new byte[0];
    }
    BackupArn arn = BackupArn.require(context, text);
    if (!arn.region().equals(context.region())) {
      throw new FaultException(BackupFault.Plain.START_OF_OTHER_REGION);
    }
    return arn.key();
  }
}
