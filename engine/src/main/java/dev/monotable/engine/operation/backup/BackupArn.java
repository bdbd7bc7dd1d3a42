package dev.monotable.engine.operation.backup;

import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.Arn;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ARN of a backup as a request has it, {@code
 * arn:aws:dynamodb:region:account:table/name/backup/id}. Its Region may be another one: AWS finds
 * the backup of this Region nevertheless (DDB-BACKUP-012).
 *
 * @param text as the request has it; descriptions repeat it
 */
record BackupArn(String text, String region, String tableName, String id) {
  private static final Pattern RESOURCE = Pattern.compile("table/([^/]+)/backup/([^/]+)");

  /** The beginnings of the names of Regions in the partition aws. */
  private static final Set<String> AREAS =
      Set.of("af", "ap", "ca", "eu", "il", "me", "mx", "sa", "us");

  private static final Pattern REGION = Pattern.compile("([a-z]{2})-[a-z]+-[0-9]+");

  /**
   * Reads an ARN. An ARN of something else is reported before another account, and that before
   * another partition, service or Region.
   *
   * @throws FaultException if the text is not the ARN of a backup of this account
   */
  static BackupArn require(OperationContext context, String text) {
    Arn arn = Arn.find(text);
    Matcher resource = RESOURCE.matcher(arn == null ? "" : arn.resource());
    if (arn == null || !resource.matches()) {
      throw new FaultException(BackupFault.Plain.NOT_A_BACKUP_ARN);
    }
    if (!arn.account().equals(context.account()) || arn.region().isEmpty()) {
      throw new FaultException(BackupFault.Plain.ACCESS_DENIED);
    }
    if (!arn.partition().equals("aws")
        || !arn.service().equals("dynamodb")
        || !isRegion(context, arn.region())) {
      throw new FaultException(BackupFault.Plain.INVALID_ARN);
    }
    return new BackupArn(text, arn.region(), resource.group(1), resource.group(2));
  }

  private static boolean isRegion(OperationContext context, String text) {
    Matcher region = REGION.matcher(text);
    return text.equals(context.region()) || (region.matches() && AREAS.contains(region.group(1)));
  }

  /** Returns the key of the backup in {@link DatabaseState#backups()}. */
  byte[] key() {
    return BackupState.key(id, tableName);
  }

  /**
   * Returns the backup.
   *
   * @throws FaultException if it does not exist
   */
  BackupState require(DatabaseState state, Instant now) {
    BackupState backup = state.backups().find(key());
    if (backup == null || backup.isExpired(now)) {
      throw new FaultException(BackupFault.Plain.NOT_FOUND.with(text));
    }
    return backup;
  }

  /**
   * Checks that no table is being restored from a backup.
   *
   * @param fault with a place for the ARN
   * @throws FaultException if one is
   */
  void requireUnused(DatabaseState state, BackupState backup, BackupFault.Plain fault) {
    String arn = backup.arn();
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (table.restore() != null && Objects.equals(table.restore().backupArn(), arn)) {
        throw new FaultException(fault.with(text));
      }
    }
  }
}
