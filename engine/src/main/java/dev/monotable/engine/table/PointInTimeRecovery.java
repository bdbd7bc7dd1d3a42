package dev.monotable.engine.table;

import dev.monotable.engine.storage.Fields;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a table with point-in-time recovery. Such a table has a {@linkplain
 * TableState#history history}.
 *
 * @param days the recovery period
 */
public record PointInTimeRecovery(int days) implements TableSetting {
  /** The type of the setting. */
  public static final SettingType<PointInTimeRecovery> TYPE =
      SettingType.of(2, PointInTimeRecovery::form);

  /** Returns the setting of a table; null if it is disabled. */
  public static @Nullable PointInTimeRecovery find(TableDefinition table) {
    return table.setting(TYPE);
  }

  /**
   * Returns a table with point-in-time recovery. Its history begins now, if it had none. A longer
   * period than before does not bring back what was older than that.
   *
   * @param days the recovery period
   */
  public static TableState enable(TableState table, int days, Instant now) {
    PointInTimeRecovery setting = new PointInTimeRecovery(days);
    PointInTimeRecovery before = find(table.definition());
    TableHistory history = table.history();
    if (history != null && before != null) {
      history = history.from(before.start(now));
    }
    return table.toBuilder()
        .definition(table.definition().toBuilder().setting(setting).build())
        .history(
            history == null
                ? TableHistory.startingAt(TableHistory.secondOf(now))
                : history.from(setting.start(now)))
        .build();
  }

  /** Returns a table without point-in-time recovery, and without a history. */
  public static TableState disable(TableState table) {
    return table.toBuilder()
        .definition(table.definition().toBuilder().withoutSetting(TYPE).build())
        .history(null)
        .build();
  }

  /** Returns the first second of the recovery period at a point in time. */
  public long start(Instant now) {
    return TableHistory.secondOf(now.minus(Duration.ofDays(days)));
  }

  @Override
  public SettingType<PointInTimeRecovery> type() {
    return TYPE;
  }

  private static PointInTimeRecovery form(Fields fields, @Nullable PointInTimeRecovery of) {
    return new PointInTimeRecovery((int) fields.count(of, its -> (long) its.days()));
  }
}
