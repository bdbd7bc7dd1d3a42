package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The backups that remain of deleted tables with point-in-time recovery. No request deletes them,
 * so the oldest are removed if all of them have more items than fit into {@link
 * Limits.Memory#maxHistoryBytes()}, or if there are too many backups.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html">How
 *     point-in-time recovery works</a>
 */
final class SystemBackups {
  /** Follows the name of the table (DDB-TABLE-167). */
  private static final String NAME_END = "$DeletedTableBackup";

  /** Follows the milliseconds in the ID (DDB-TABLE-167). */
  private static final String ID_END = "-00000000";

  private SystemBackups() {}

  /** Returns a state with a backup of a table that is being removed. */
  static DatabaseState add(DatabaseState state, TableState table, Instant now, Limits limits) {
    Instant createdAt = now.truncatedTo(ChronoUnit.MILLIS);
    BackupState backup =
        new BackupState(
            BackupState.time(createdAt) + ID_END,
            table.definition().name() + NAME_END,
            BackupState.Type.SYSTEM,
            createdAt,
            createdAt.plus(Duration.ofDays(limits.backup().recoveryDays())),
            BackupState.kept(table),
            true);
    DatabaseState next = state.toBuilder().backup(backup).build();
    return trim(next, limits.memory().maxHistoryBytes(), limits.backup().maxBackups(), now);
  }

  /**
   * Returns a state without the expired ones, and without the oldest if there are too many.
   *
   * @param maxBytes the bytes that their items may take
   * @param maxBackups the number of all backups
   */
  static DatabaseState trim(DatabaseState state, long maxBytes, long maxBackups, Instant now) {
    List<BackupState> kept = new ArrayList<>();
    List<BackupState> removed = new ArrayList<>();
    long bytes = 0;
    long backups = state.backups().size();
    TreeCursor<BackupState> cursor = state.backups().cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      BackupState backup = cursor.value();
      if (backup.type() == BackupState.Type.SYSTEM) {
        if (backup.isExpired(now)) {
          removed.add(backup);
          backups--;
        } else {
          kept.add(backup);
          bytes += backup.table().bytes();
        }
      }
    }
    for (BackupState oldest : kept) {
      if (bytes <= maxBytes && backups <= maxBackups) {
        break;
      }
      removed.add(oldest);
      bytes -= oldest.table().bytes();
      backups--;
    }
    if (removed.isEmpty()) {
      return state;
    }
    DatabaseState.Builder next = state.toBuilder();
    removed.forEach(next::withoutBackup);
    return next.build();
  }
}
