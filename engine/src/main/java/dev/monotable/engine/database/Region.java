package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A Region of a {@link Database}: an engine with its clock, its fault rules, its named snapshots,
 * and the state to which it can be reset. Safe for use by multiple threads.
 */
@Experimental
public final class Region {
  /** The maximum number of named snapshots of a Region. */
  private static final int MAX_SNAPSHOTS = 100;

  private final Database database;
  private final DatabaseIdentity identity;
  private final DatabaseClock clock;
  private final MonotableEngine engine;

  /** The Region with which this one is reset and ends; null if it does so by itself. */
  private final @Nullable Region first;

  private volatile Snapshot resetPoint;

  /** Null if the database does not expire, or with another Region. */
  private volatile @Nullable Duration expireAfter;

  /** By name, in the order in which they were taken. Guarded by itself. */
  private final Map<String, NamedSnapshot> snapshots = new LinkedHashMap<>();

  private final List<DatabaseListener> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /** Whether this was used since {@link #checkUse} last cleared it. */
  private volatile boolean used = true;

  /** The time of the last check that found a use, in milliseconds. Guarded by {@link Databases}. */
  private long idleSince;

  /**
   * A snapshot with a name.
   *
   * @param takenAt by the clock of the Region
   */
  public record NamedSnapshot(String name, Instant takenAt, Snapshot data) {}

  Region(
      Database database,
      DatabaseIdentity identity,
      DatabaseClock clock,
      MonotableEngine engine,
      @Nullable Region first) {
    this.database = database;
    this.identity = identity;
    this.clock = clock;
    this.engine = engine;
    this.first = first;
    this.resetPoint = engine.snapshot();
  }

  /** Returns the database that has this Region. */
  public Database database() {
    return database;
  }

  /** Returns what the database is called in this Region. */
  public DatabaseIdentity identity() {
    return identity;
  }

  /** Returns the ID, which is unique among {@link Databases}. */
  public String id() {
    return identity.id();
  }

  /** Returns the name of the Region. */
  public String name() {
    return identity.region();
  }

  /** Returns the clock, which everything in the Region follows that depends on time. */
  public DatabaseClock clock() {
    return clock;
  }

  /** Returns the engine, which runs the requests. */
  public MonotableEngine engine() {
    return engine;
  }

  /** Returns the fault rules. */
  public FaultInjector faults() {
    return engine.faults();
  }

  // ---- snapshots ----

  /**
   * Takes a snapshot and keeps it under a name, in memory only. It replaces one with this name.
   *
   * @throws IllegalArgumentException if the name is invalid
   * @throws DynamoException if there are 100 others
   */
  public NamedSnapshot takeSnapshot(String name) {
    DatabaseIdentity.requireName("snapshot", name);
    synchronized (snapshots) {
      if (snapshots.size() >= MAX_SNAPSHOTS && !snapshots.containsKey(name)) {
        throw DynamoException.validation(
            "A database has at most " + MAX_SNAPSHOTS + " snapshots with a name. Delete some");
      }
      NamedSnapshot taken = new NamedSnapshot(name, clock.instant(), engine.snapshot());
      snapshots.remove(name);
      snapshots.put(name, taken);
      return taken;
    }
  }

  /** Returns the named snapshots in the order in which they were taken. */
  public List<NamedSnapshot> snapshots() {
    synchronized (snapshots) {
      return List.copyOf(snapshots.values());
    }
  }

  /** Returns the snapshot with a name; null if it does not exist. */
  public @Nullable NamedSnapshot findSnapshot(String name) {
    synchronized (snapshots) {
      return snapshots.get(name);
    }
  }

  /** Deletes a snapshot; returns false if it does not exist. */
  public boolean deleteSnapshot(String name) {
    synchronized (snapshots) {
      return snapshots.remove(name) != null;
    }
  }

  /** Sets the data back to a snapshot, which may come from another database. */
  public void restore(Snapshot snapshot) {
    engine.restore(snapshot);
    listeners.forEach(DatabaseListener::restored);
  }

  /** Adds a listener, which stays as long as the Region. */
  public void listen(DatabaseListener listener) {
    listeners.add(listener);
    if (closed) {
      listener.closed();
    }
  }

  /** Returns what has changed since a snapshot, see {@link DatabaseDifference#between}. */
  public DatabaseDifference changesSince(Snapshot before, int maxItems) {
    return DatabaseDifference.between(before, engine.snapshot(), maxItems);
  }

  // ---- with the Regions that follow this one ----

  /** Returns this Region, then those that are reset and end with it. */
  List<Region> group() {
    List<Region> group = new ArrayList<>();
    group.add(this);
    for (Region other : database.regions()) {
      if (other.first == this) {
        group.add(other);
      }
    }
    return group;
  }

  /** Returns whether this Region ends by itself. */
  boolean isFirst() {
    return first == null;
  }

  /**
   * Returns a fork in memory: a database with copies of this Region and, if this is the first one,
   * of the others. It is independent from then on: its clocks show the same time as the originals,
   * and it has no fault rules. Resetting it returns to its first data.
   */
  public Database fork() {
    EngineConfig config = engine.config();
    return Database.fork(this, engine.snapshot(), identity, any -> config, null).addOthers(this);
  }

  /**
   * Starts with the data of another database and of its Regions. {@link #reset} returns to it.
   *
   * @param model its first Region is this one
   */
  public void startAs(Database model) {
    // This Region is the last one: if it is kept, it is new until all others are complete.
    Map<String, Snapshot> others = model.snapshots();
    others.remove(name());
    database.addCopies(model, others);
    restore(model.engine().snapshot());
    setResetPoint();
  }

  /** Lets {@link #reset} return to the present state, of all Regions if this is the first one. */
  public void setResetPoint() {
    for (Region each : group()) {
      each.resetPoint = each.engine.snapshot();
    }
  }

  /**
   * Restores the data with which the database was created, or opened if an earlier process created
   * it, and removes the fault rules. Resetting the first Region resets all Regions. The clock and
   * the named snapshots do not change. A Region that throttles requests regards its tables as idle
   * until now.
   */
  public void reset() {
    for (Region each : group()) {
      each.restore(each.resetPoint);
      each.faults().clear();
      if (each.engine.isThrottling()) {
        each.engine.throttle(true);
      }
    }
    if (database.home() == this) {
      database.resetReplication();
    }
  }

  // ---- use and end ----

  /** Returns after which time without a request the database expires; null if it does not. */
  public @Nullable Duration expireAfter() {
    return expireAfter;
  }

  void setExpireAfter(@Nullable Duration idle) {
    expireAfter = idle;
  }

  /** Returns whether the same Region can be created again, without losing anything. */
  boolean isAsCreated() {
    Snapshot now = engine.snapshot();
    return (engine.isLogged() ? now.isEmpty() : now.hasTablesOf(resetPoint))
        && snapshots().isEmpty()
        && faults().rules().isEmpty();
  }

  /**
   * Marks the database as used. Costs a comparison, except for the first use after a check.
   *
   * @return whether it was marked already
   */
  boolean use() {
    if (first != null) {
      return first.use();
    }
    if (used) {
      return true;
    }
    used = true;
    return false;
  }

  /**
   * Returns for how long there was no use, as far as the checks so far show; at first no time.
   *
   * @param now in milliseconds
   * @return milliseconds
   */
  long checkUse(long now) {
    if (used) {
      used = false;
      idleSince = now;
    }
    return now - idleSince;
  }

  boolean isUsed() {
    return used;
  }

  boolean isClosed() {
    return closed;
  }

  /** Ends background work, removes the fault rules, and closes the log, if there is one. */
  void close() {
    closed = true;
    synchronized (snapshots) {
      snapshots.clear();
    }
    engine.close();
    listeners.forEach(DatabaseListener::closed);
  }
}
