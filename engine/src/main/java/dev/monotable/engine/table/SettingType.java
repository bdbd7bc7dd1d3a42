package dev.monotable.engine.table;

import dev.monotable.engine.storage.ByteReader;

/**
 * A type of settings of tables. It has one instance. What CreateTable and UpdateTable say of a
 * setting is up to {@code dev.monotable.engine.operation.table.SettingRequests}; other operations
 * on a setting read it by {@link TableDefinition#setting}.
 *
 * @param <S> the settings of this type
 */
public interface SettingType<S extends TableSetting> {
  /** Returns the byte by which written definitions name the type. It never changes. */
  int code();

  /**
   * Reads what {@link TableSetting#write} has written.
   *
   * @throws IllegalArgumentException if the bytes are something else
   */
  S read(ByteReader in);

  /**
   * Returns whether a table that is restored from a backup or to a point in time has the setting of
   * its source. On AWS such a table has no tags, TTL, policies and so on. A fork, a snapshot and a
   * kept database have all settings.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CreateBackup.html">Backing
   *     up a DynamoDB table</a>
   */
  default boolean isRestored() {
    return false;
  }
}
