package dev.monotable.engine.table;

import dev.monotable.engine.storage.Fields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The TTL setting of a table.
 *
 * @param attribute whose value is a time in seconds; null if TTL is disabled
 * @param changedAt when TTL was last enabled or disabled; null if never
 */
public record TimeToLive(@Nullable String attribute, @Nullable Instant changedAt)
    implements TableSetting {
  /** The TTL of a table for which it was never enabled. */
  public static final TimeToLive NEVER_ENABLED = new TimeToLive(null, null);

  /** The type of TTL settings. */
  public static final SettingType<TimeToLive> TYPE = SettingType.of(0, TimeToLive::form);

  /** Returns the TTL of a table. */
  public static TimeToLive of(TableDefinition table) {
    TimeToLive setting = table.setting(TYPE);
    return setting == null ? NEVER_ENABLED : setting;
  }

  @Override
  public SettingType<TimeToLive> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return equals(NEVER_ENABLED);
  }

  private static TimeToLive form(Fields fields, @Nullable TimeToLive of) {
    return new TimeToLive(
        fields.optionalString(of, TimeToLive::attribute),
        fields.optionalTime(of, TimeToLive::changedAt));
  }
}
