package dev.monotable.stream;

import dev.monotable.api.Experimental;
import dev.monotable.engine.Database;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The event source mappings of the databases of a process: whoever asks for those of a database
 * gets the same ones. They end with their database.
 *
 * <p>A handler that refers to its database keeps both in memory until the database is closed.
 *
 * <p>Safe for use by multiple threads.
 */
@Experimental
public final class EventSourceRegistry {
  private final Map<Database, EventSourceMappings> mappings = new WeakHashMap<>();

  /**
   * Returns the mappings of a database; there are none at first.
   *
   * @throws IllegalStateException if the database is closed
   */
  public synchronized EventSourceMappings of(Database database) {
    for (EventSourceMappings each : mappings.values()) {
      if (each.isClosed()) {
        each.close();
      }
    }
    mappings.values().removeIf(EventSourceMappings::isClosed);
    if (database.engine().isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
    return mappings.computeIfAbsent(
        database, key -> new EventSourceMappings(key.engine(), key.clock()));
  }
}
