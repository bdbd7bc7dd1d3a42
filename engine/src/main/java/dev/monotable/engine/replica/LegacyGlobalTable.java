package dev.monotable.engine.replica;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a table that is a replica of a global table of version 2017.11.29, besides {@link
 * GlobalTableReplica}. Its items have the attributes of {@link ReplicationAttributes}, its settings
 * belong to it alone, and descriptions of the table do not show its replicas.
 *
 * @param createdAt when the global table was created
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables.V1.html">Global
 *     tables version 2017.11.29 (Legacy)</a>
 */
public record LegacyGlobalTable(Instant createdAt) implements TableSetting {
  /** The type of this setting. */
  public static final SettingType<LegacyGlobalTable> TYPE =
      new SettingType<>() {
        @Override
        public int code() {
          return 24;
        }

        @Override
        public LegacyGlobalTable read(ByteReader in) {
          return new LegacyGlobalTable(in.nextTime());
        }
      };

  /** Returns the setting of a table; null if it does not belong to a global table of 2017. */
  public static @Nullable LegacyGlobalTable find(TableDefinition table) {
    return table.setting(TYPE);
  }

  @Override
  public SettingType<LegacyGlobalTable> type() {
    return TYPE;
  }

  @Override
  public void write(ByteWriter out) {
    out.putTime(createdAt);
  }
}
