package dev.monotable.engine.operation.backup;

import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.operation.table.Throughput;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.BackupDescription;
import dev.monotable.model.BackupDetails;
import dev.monotable.model.BackupSummary;
import dev.monotable.model.SourceTableDetails;
import dev.monotable.model.SourceTableFeatureDetails;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TimeToLiveDescription;
import java.util.List;

/**
 * Describes backups. A backup is CREATING in the response of CreateBackup only, and DELETED in that
 * of DeleteBackup only (DDB-BACKUP-003, -005).
 */
final class BackupDescriptions {
  static final String CREATING = "CREATING";
  static final String AVAILABLE = "AVAILABLE";
  static final String DELETED = "DELETED";

  private BackupDescriptions() {}

  /**
   * Returns the details of a backup.
   *
   * @param arn as the request has it
   */
  static BackupDetails details(BackupState backup, String arn, String status) {
    return BackupDetails.builder()
        .backupArn(arn)
        .backupName(backup.name())
        .backupSizeBytes(backup.table().bytes())
        .backupStatus(status)
        .backupType(backup.type().name())
        .backupCreationDateTime(backup.createdAt())
        .backupExpiryDateTime(backup.expiresAt())
        .build();
  }

  /**
   * Returns the description of a backup with its source.
   *
   * @param arn as the request has it
   * @param types of indexes that tables may have
   */
  static BackupDescription description(
      BackupState backup, String arn, String status, List<IndexRequests> types) {
    TableDefinition table = backup.table().definition();
    return new BackupDescription(
        details(backup, arn, status),
        SourceTableDetails.builder()
            .tableName(table.name())
            .tableId(table.id())
            .tableArn(table.arn())
            .tableSizeBytes(backup.table().bytes())
            .keySchema(TableDescriptions.keySchema(table.keys()))
            .tableCreationDateTime(table.createdAt())
            .provisionedThroughput(Throughput.units(table.throughput()))
            .onDemandThroughput(table.onDemandThroughput())
            .itemCount(backup.table().items().size())
            .billingMode(table.payPerRequest() ? "PAY_PER_REQUEST" : "PROVISIONED")
            .build(),
        features(backup, types));
  }

  /** Returns the features that the source had; a system backup has none (DDB-BACKUP-015). */
  private static SourceTableFeatureDetails features(BackupState backup, List<IndexRequests> types) {
    SourceTableFeatureDetails.Builder features = SourceTableFeatureDetails.builder();
    if (backup.type() == BackupState.Type.SYSTEM) {
      return features.build();
    }
    TableDefinition table = backup.table().definition();
    for (IndexRequests type : types) {
      type.describeSource(table, features);
    }
    StreamView view = table.streamView();
    if (view != null) {
      features.streamDescription(new StreamSpecification(true, view.name()));
    }
    String ttl = TimeToLive.of(table).attribute();
    if (ttl != null) {
      features.timeToLiveDescription(new TimeToLiveDescription("ENABLED", ttl));
    }
    return features.sseDescription(table.sse()).build();
  }

  /** Returns the summary of a backup for ListBackups. */
  static BackupSummary summary(BackupState backup) {
    TableDefinition table = backup.table().definition();
    return BackupSummary.builder()
        .tableName(table.name())
        .tableId(table.id())
        .tableArn(table.arn())
        .backupArn(backup.arn())
        .backupName(backup.name())
        .backupCreationDateTime(backup.createdAt())
        .backupExpiryDateTime(backup.expiresAt())
        .backupStatus(AVAILABLE)
        .backupType(backup.type().name())
        .backupSizeBytes(backup.table().bytes())
        .build();
  }
}
