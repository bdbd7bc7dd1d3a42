package dev.monotable.engine.table;

import dev.monotable.model.TableDescription;
import java.time.Instant;

/**
 * A setting that a table may have, such as its tags: a record. The rest of the engine handles all
 * settings alike: a definition carries them, a log keeps them, and a description shows them.
 */
public interface TableSetting {
  /** Returns the type of the setting. A table has at most one setting of each type. */
  SettingType<?> type();

  /** Returns whether the setting says the same as none; then a definition does not contain it. */
  default boolean isDefault() {
    return false;
  }

  /** Adds what the description of a table shows of the setting; by default nothing. */
  default void describe(TableState table, Instant now, TableDescription.Builder answer) {}
}
