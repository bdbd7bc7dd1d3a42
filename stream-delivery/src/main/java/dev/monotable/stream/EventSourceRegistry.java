package dev.monotable.stream;

import dev.monotable.api.Experimental;
import dev.monotable.engine.Database;
import dev.monotable.engine.DatabaseListener;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The event source mappings of the databases of a process: whoever asks for those of a database
 * gets the same ones. They end with their database. After {@link Database#restore} and {@link
 * Database#reset}, they continue with the records that are written from then on.
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
    if (database.engine().isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
    EventSourceMappings known = mappings.get(database);
    if (known != null) {
      return known;
    }
    EventSourceMappings created = new EventSourceMappings(database.engine(), database.clock());
    mappings.put(database, created);
    database.listen(
        new DatabaseListener() {
          @Override
          public void restored() {
            created.restart();
          }

          @Override
          public void closed() {
            created.close();
            remove(database);
          }
        });
    return created;
  }

  private synchronized void remove(Database database) {
    mappings.remove(database);
  }

  /** Returns the number of databases of which a thread delivers records in the background. */
  public synchronized int countAutomatic() {
    int count = 0;
    for (EventSourceMappings each : mappings.values()) {
      count += each.isAutomatic() ? 1 : 0;
    }
    return count;
  }
}
