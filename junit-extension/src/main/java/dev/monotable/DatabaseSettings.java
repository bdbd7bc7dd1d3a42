package dev.monotable;

import dev.monotable.engine.EngineConfig;
import dev.monotable.handle.DeclaredTable;
import dev.monotable.pattern.DesignSource;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a database.
 *
 * @param frozenAt the time at which the clock of a new database stands still; null if it runs
 * @param tables the tables of a new database
 * @param files the files that a new database is loaded with
 * @param design the design that declares the access patterns; null without one
 * @param origin the class to whose package names of files are relative; null for the class path
 *     only
 */
record DatabaseSettings(
    EngineConfig config,
    Transport transport,
    @Nullable Instant frozenAt,
    List<DeclaredTable> tables,
    DataFiles files,
    @Nullable DesignSource design,
    @Nullable Class<?> origin) {
  DatabaseSettings {
    tables = List.copyOf(tables);
  }
}
