package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.invalidRequest;

/**
 * Faults of backups, and of the ARNs that name them.
 *
 * <p>The source is DDB-BACKUP-012 unless noted otherwise.
 */
public sealed interface BackupFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements BackupFault, FaultText {
    /** The ARN of something else than a backup, or no ARN. */
    NOT_A_BACKUP_ARN("Invalid Backup ARN"),
    /** A backup of another account. */
    ACCESS_DENIED(Phrases.ACCESS_DENIED),
    /** An unknown partition, service or Region. */
    INVALID_ARN(invalidRequest("BackupArn is not valid")),
    /** Source: DDB-BACKUP-005. */
    NOT_FOUND("Backup not found: %s"),
    /** The source table does not exist, or is being created. Source: DDB-BACKUP-001. */
    TABLE_NOT_FOUND("Table not found: %s"),
    /** A second restore while a table is being restored from the backup. Source: DDB-BACKUP-010. */
    RESTORED_TWICE("Backup is being used to restore another table: %s"),
    /** DeleteBackup while a table is being restored from the backup. Source: DDB-BACKUP-010. */
    DELETED_DURING_RESTORE("Backup is being used to restore table: %s"),
    /** Source: DDB-TABLE-442. */
    INVALID_TIME_RANGE(invalid("Time range lower bound must be less than or equal to upper bound")),
    START_OF_OTHER_REGION(
        invalidRequest("The supplied ExclusiveStartBackupArn does not match the region")),
    /** More backups than are kept. AWS has no such limit; the text is ours. */
    TOO_MANY_BACKUPS("Subscriber limit exceeded: There is a limit of %s backups per database");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case ACCESS_DENIED -> ErrorCode.ACCESS_DENIED;
        case NOT_FOUND -> ErrorCode.BACKUP_NOT_FOUND;
        case TABLE_NOT_FOUND -> ErrorCode.TABLE_NOT_FOUND;
        case RESTORED_TWICE, DELETED_DURING_RESTORE -> ErrorCode.BACKUP_IN_USE;
        case TOO_MANY_BACKUPS -> ErrorCode.LIMIT_EXCEEDED;
        case NOT_A_BACKUP_ARN, INVALID_ARN, INVALID_TIME_RANGE, START_OF_OTHER_REGION ->
            ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
