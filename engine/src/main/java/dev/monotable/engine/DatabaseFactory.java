package dev.monotable.engine;

import dev.monotable.api.Experimental;

/** Creates the databases of {@link Databases}, and ends them. */
@Experimental
@FunctionalInterface
public interface DatabaseFactory {
  /**
   * Creates a database.
   *
   * @throws IllegalArgumentException if the settings are invalid
   */
  Database create(DatabaseIdentity identity, NewDatabase settings);

  /**
   * Creates a fork.
   *
   * @param original has the same Region
   * @param data may come from any database
   * @throws IllegalArgumentException if the settings are invalid
   */
  default Database fork(
      DatabaseIdentity identity, Database original, Snapshot data, NewDatabase settings) {
    return original.fork(identity, data);
  }

  /**
   * Creates the database of another Region of a database.
   *
   * @throws IllegalArgumentException if the name of the Region is invalid
   */
  default Database region(Database home, String region) {
    return home.inRegion(region);
  }

  /** Ends a database that nobody can find any more, and deletes its data. */
  default void delete(Database database) {
    database.close();
  }
}
