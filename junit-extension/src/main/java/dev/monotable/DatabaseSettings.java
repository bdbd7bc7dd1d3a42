package dev.monotable;

import dev.monotable.engine.EngineConfig;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a database.
 *
 * @param frozenAt the time at which the clock of a new database stands still; null if it runs
 * @param tables the tables of a new database
 */
record DatabaseSettings(
    EngineConfig config,
    Transport transport,
    @Nullable Instant frozenAt,
    List<DeclaredTable> tables) {
  DatabaseSettings {
    tables = List.copyOf(tables);
  }
}
