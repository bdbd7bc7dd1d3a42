package dev.monotable.engine.limits;

/**
 * The limits of backups, and of restores.
 *
 * @param maxBackups backups of a database. AWS has no such limit; the number is ours
 * @param maxListed backups that one ListBackups request returns. AWS page: API_ListBackups.html
 * @param maxRestores tables that are being restored at the same time. AWS page:
 *     API_RestoreTableFromBackup.html
 * @param recoveryDays the recovery period of point-in-time recovery if a request has none, and how
 *     long the backup of a deleted table is kept. AWS page:
 *     API_PointInTimeRecoverySpecification.html
 * @param recoveryLagSeconds how long a change takes until a table can be restored to it; 0 by
 *     default, and about 300 on AWS. AWS page: API_PointInTimeRecoveryDescription.html
 */
public record BackupLimits(
    int maxBackups, int maxListed, int maxRestores, int recoveryDays, int recoveryLagSeconds) {
  public BackupLimits {
    LimitChecks.requirePositive(maxBackups, maxListed, maxRestores, recoveryDays);
    LimitChecks.requireNotNegative(recoveryLagSeconds);
  }

  public BackupLimits withMaxBackups(int value) {
    return new BackupLimits(value, maxListed, maxRestores, recoveryDays, recoveryLagSeconds);
  }

  public BackupLimits withMaxRestores(int value) {
    return new BackupLimits(maxBackups, maxListed, value, recoveryDays, recoveryLagSeconds);
  }

  public BackupLimits withRecoveryLagSeconds(int value) {
    return new BackupLimits(maxBackups, maxListed, maxRestores, recoveryDays, value);
  }
}
