package dev.monotable.control;

import dev.monotable.engine.Database;
import dev.monotable.stream.EventSourceMappings;
import dev.monotable.stream.EventSourceRegistry;
import dev.monotable.stream.kinesis.KinesisDeliveries;
import dev.monotable.stream.kinesis.KinesisDelivery;
import java.util.Map;
import java.util.WeakHashMap;

/** What the control API keeps for each database, as long as there is the database. */
public final class DatabaseControls {
  private final int maxRequests;

  /** A control does not refer to its database, so that both go with the database. */
  private final Map<Database, DatabaseControl> controls = new WeakHashMap<>();

  private final EventSourceRegistry mappings = new EventSourceRegistry();
  private final KinesisDeliveries kinesis;

  /**
   * Creates controls.
   *
   * @param maxRequests how many requests are kept for each database
   */
  public DatabaseControls(int maxRequests) {
    this(maxRequests, KinesisDeliveries.none());
  }

  /**
   * Creates controls.
   *
   * @param maxRequests how many requests are kept for each database
   * @param kinesis what writes to the Kinesis destinations of the databases
   */
  public DatabaseControls(int maxRequests, KinesisDeliveries kinesis) {
    this.maxRequests = maxRequests;
    this.kinesis = kinesis;
  }

  /** Returns what is kept for a database. */
  synchronized DatabaseControl of(Database database) {
    return controls.computeIfAbsent(database, each -> new DatabaseControl(maxRequests));
  }

  /**
   * Returns the event source mappings of a database.
   *
   * @throws IllegalStateException if the database has ended
   */
  EventSourceMappings mappings(Database database) {
    return mappings.of(database);
  }

  /**
   * Returns what writes to the Kinesis destinations of a database.
   *
   * @throws IllegalStateException if the database has ended
   */
  KinesisDelivery kinesis(Database database) {
    return kinesis.of(database);
  }

  /** Returns whether anything is written to Kinesis destinations. */
  boolean writesToKinesis() {
    return kinesis.hasTarget();
  }

  /** Returns the number of databases of which a thread delivers records in the background. */
  int automaticDatabases() {
    return mappings.countAutomatic();
  }

  /** Sets a database back to how it began, and forgets its requests. */
  void reset(Database database) {
    database.reset();
    of(database).forget();
  }
}
