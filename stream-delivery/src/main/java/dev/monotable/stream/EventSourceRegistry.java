package dev.monotable.stream;

import dev.monotable.api.Experimental;
import dev.monotable.engine.database.Region;
import dev.monotable.stream.background.PerDatabase;

/**
 * The event source mappings of the databases of a process: whoever asks for those of a database
 * gets the same ones. They end with their database. After {@link Region#restore} and {@link
 * Region#reset}, they continue with the records that are written from then on.
 *
 * <p>A handler that refers to its database keeps both in memory until the database is closed.
 *
 * <p>Safe for use by multiple threads.
 */
@Experimental
public final class EventSourceRegistry {
  private final PerDatabase<EventSourceMappings> mappings =
      new PerDatabase<>(
          region -> new EventSourceMappings(region.engine(), region.clock()),
          EventSourceMappings::restart,
          EventSourceMappings::close);

  /**
   * Returns the mappings of a database; there are none at first.
   *
   * @throws IllegalStateException if the database is closed
   */
  public EventSourceMappings of(Region region) {
    return mappings.of(region);
  }

  /** Returns the number of databases of which a thread delivers records in the background. */
  public int countAutomatic() {
    int count = 0;
    for (EventSourceMappings each : mappings.all()) {
      count += each.isAutomatic() ? 1 : 0;
    }
    return count;
  }
}
