package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of databases: how they begin, where their Regions are kept, and what follows
 * them. Without more than a configuration, they begin empty and are in memory only.
 */
@Experimental
@FunctionalInterface
public interface DatabaseFactory {
  /** Returns the configuration of a new database, except for the Region, which the identity has. */
  EngineConfig config(DatabaseIdentity identity);

  /** Opens the engine of a Region, with the data that is kept of it. */
  default MonotableEngine open(DatabaseIdentity identity, EngineConfig config) {
    return MonotableEngine.create(config);
  }

  /** Sets the first Region of a new database, unless it was kept, to what it starts with. */
  default void fill(Region region, NewDatabase settings) {}

  /**
   * Returns a database in memory like the one that would be created, to try its first request: if
   * that is denied, it is not created.
   *
   * @return null if it is kept already, or nothing can deny a request; the default
   */
  default @Nullable Database trial(DatabaseIdentity identity) {
    return null;
  }

  /**
   * Continues after a Region was opened and has its data.
   *
   * @param isCopy whether the data is that of another Region, as in a fork
   */
  default void opened(Region region, boolean isCopy) {}

  /** Deletes what is kept of a Region that has ended. */
  default void delete(DatabaseIdentity identity) {}
}
