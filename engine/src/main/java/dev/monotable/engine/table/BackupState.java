package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A backup: a table at one moment, which someone keeps. It shares all items with the table, so it
 * takes no time to make, and memory only for what the table no longer has.
 *
 * @param id the last part of the ARN: the time in milliseconds since 1970, and eight hexadecimal
 *     digits. Unique among the backups of a table name
 * @param createdAt in milliseconds
 * @param expiresAt null if the backup is kept until it is deleted
 * @param table see {@link #kept}
 * @param hasEntries whether the indexes and the sizes of item collections are those of the items; a
 *     backup that was read from files has only items
 */
public record BackupState(
    String id,
    String name,
    Type type,
    Instant createdAt,
    @Nullable Instant expiresAt,
    TableState table,
    boolean hasEntries) {
  private static final String BEFORE_ID = "/backup/";
  private static final int MILLISECOND_DIGITS = 14;

  /** The creator of a backup. */
  public enum Type {
    /** A user, by CreateBackup. */
    USER,
    /** The service, when a table with point-in-time recovery was deleted. */
    SYSTEM
  }

  /** Returns the first part of the ID of a backup that was created at a time. */
  public static String time(Instant createdAt) {
    String digits = Long.toString(Math.max(0, createdAt.toEpochMilli()));
    return "0".repeat(Math.max(0, MILLISECOND_DIGITS - digits.length())) + digits;
  }

  /** Returns the ARN of the backup. */
  public String arn() {
    return table.definition().arn() + BEFORE_ID + id;
  }

  /** Returns the key of the backup in {@link DatabaseState#backups()}. */
  public byte[] key() {
    return key(id, table.definition().name());
  }

  /** Returns the key of a backup, by which backups are ordered by their time. */
  public static byte[] key(String id, String tableName) {
    return (id + '/' + tableName).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether the backup does not exist any longer. */
  public boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /**
   * Returns what a backup keeps of a table: its definition, its items and its index entries. It
   * does not keep stream records, older versions, times of expiry, pending changes, and indexes
   * that are being created or deleted.
   */
  public static TableState kept(TableState table) {
    TableDefinition definition = table.definition();
    List<IndexDefinition> complete = new ArrayList<>();
    for (IndexDefinition index : definition.indexes()) {
      switch (table.indexStatus(index.name())) {
        case ACTIVE, UPDATING -> complete.add(index);
        case CREATING, DELETING -> {}
      }
    }
    TableState.Builder kept =
        table.toBuilder().stream(null)
            .capture(null)
            .history(null)
            .expiry(PersistentTree.empty())
            .changes(List.of());
    if (complete.size() < definition.indexes().size()) {
      kept.definition(
          definition.toBuilder()
              .indexes(complete)
              .attributeDefinitions(
                  IndexDefinition.used(
                      definition.attributeDefinitions(), definition.keys(), complete))
              .build());
    }
    return kept.build();
  }
}
