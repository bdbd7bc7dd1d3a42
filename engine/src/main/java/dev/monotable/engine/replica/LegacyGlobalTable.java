package dev.monotable.engine.replica;

import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a table that was a replica of a global table of version 2017.11.29, besides {@link
 * GlobalTableReplica}, as former versions have written it. When it is read, the table becomes one
 * of its own: see {@link #without}.
 *
 * @param createdAt when the global table was created
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables.V1.html">Global
 *     tables version 2017.11.29 (Legacy)</a>
 */
public record LegacyGlobalTable(Instant createdAt) implements TableSetting {
  /** The type of this setting. */
  public static final SettingType<LegacyGlobalTable> TYPE =
      SettingType.of(24, LegacyGlobalTable::form);

  /** Returns whether a table has this setting. */
  public static boolean isIn(TableDefinition table) {
    return table.setting(TYPE) != null;
  }

  /** Returns the definition of a table without its replicas. */
  public static TableDefinition without(TableDefinition table) {
    return table.toBuilder()
        .withoutSetting(TYPE)
        .withoutSetting(GlobalTableReplica.TYPE)
        .withoutSetting(UnrecordedVersions.TYPE)
        .build();
  }

  @Override
  public SettingType<LegacyGlobalTable> type() {
    return TYPE;
  }

  private static LegacyGlobalTable form(Fields fields, @Nullable LegacyGlobalTable of) {
    return new LegacyGlobalTable(fields.time(of, LegacyGlobalTable::createdAt));
  }
}
