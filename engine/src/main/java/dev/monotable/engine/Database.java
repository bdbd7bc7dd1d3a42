package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultInjector;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A database with its clock, its faults, and the state to which it can be reset. Entry of {@link
 * Databases}; a test can also use one by itself. Safe for use by multiple threads.
 */
@Experimental
public final class Database implements AutoCloseable {
  /** The maximum number of named snapshots of a database. */
  static final int MAX_SNAPSHOTS = 100;

  private final DatabaseIdentity identity;
  private final DatabaseClock clock;
  private final MonotableEngine engine;
  private final boolean isKept;
  private volatile Snapshot resetPoint;

  /** Null if the database does not expire. */
  private volatile @Nullable Duration expireAfter;

  /** By name, in the order in which they were taken. Guarded by itself. */
  private final Map<String, NamedSnapshot> snapshots = new LinkedHashMap<>();

  private final List<DatabaseListener> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  private volatile Function<Database, Regions> grouping =
      home -> new Regions(home, home::inRegion, true);

  /** Null if there is one Region only. */
  private volatile @Nullable Regions regions;

  /** The database with whose data this one starts when it has its Regions. */
  private volatile @Nullable Database origin;

  /** Whether the database was used since {@link #checkUse} last cleared this. */
  private volatile boolean used = true;

  /** The time of the last check that found a use, in milliseconds. Guarded by {@link Databases}. */
  private long idleSince;

  /**
   * A snapshot with a name.
   *
   * @param takenAt by the clock of the database
   */
  public record NamedSnapshot(String name, Instant takenAt, Snapshot data) {}

  /** Opens the engine of a database. */
  @FunctionalInterface
  public interface EngineOpener {
    /**
     * Opens an engine.
     *
     * @param config has the clock of the database
     */
    MonotableEngine open(EngineConfig config) throws IOException;
  }

  private Database(
      DatabaseIdentity identity, DatabaseClock clock, MonotableEngine engine, boolean isKept) {
    this.identity = identity;
    this.clock = clock;
    this.engine = engine;
    this.isKept = isKept;
    this.resetPoint = engine.snapshot();
    engine.neighbours().set(() -> regions().neighbours());
  }

  /**
   * Creates an empty database in memory.
   *
   * @param config the clock of the database follows the clock in it, at first; the Region is that
   *     of the identity
   */
  public static Database create(DatabaseIdentity identity, EngineConfig config) {
    DatabaseClock clock = DatabaseClock.following(config.clock(), config.scheduler());
    MonotableEngine engine = MonotableEngine.create(config(identity, config, clock));
    return new Database(identity, clock, engine, false);
  }

  /** Creates an empty database in memory like that, which is not among {@link Databases}. */
  public static Database create(EngineConfig config) {
    return create(DatabaseIdentity.shared(config.region()), config);
  }

  /**
   * Opens a database that is kept elsewhere, such as in files.
   *
   * @param config as for {@link #create}
   * @throws IOException if it cannot be opened
   */
  public static Database open(DatabaseIdentity identity, EngineConfig config, EngineOpener opener)
      throws IOException {
    DatabaseClock clock = DatabaseClock.following(config.clock(), config.scheduler());
    MonotableEngine engine = opener.open(config(identity, config, clock));
    return new Database(identity, clock, engine, true);
  }

  private static EngineConfig config(
      DatabaseIdentity identity, EngineConfig config, DatabaseClock clock) {
    return config.toBuilder()
        .region(identity.region())
        .clock(clock)
        .scheduler(clock.scheduler())
        .build();
  }

  /**
   * Returns a new database in memory. It is independent from then on: it has a clock of its own,
   * which shows the same time as this one's, and no fault rules. Resetting it returns to its first
   * data.
   *
   * @param forkIdentity has the same Region
   * @param data may come from any database
   */
  public Database fork(DatabaseIdentity forkIdentity, Snapshot data) {
    DatabaseClock copy = clock.copy();
    MonotableEngine fork =
        MonotableEngine.create(config(forkIdentity, engine.config(), copy), data);
    return new Database(forkIdentity, copy, fork, false);
  }

  /**
   * Returns a fork like {@link #fork(DatabaseIdentity, Snapshot)} that is kept elsewhere.
   *
   * @throws IOException if it cannot be opened
   */
  public Database fork(DatabaseIdentity forkIdentity, Snapshot data, EngineOpener opener)
      throws IOException {
    DatabaseClock copy = clock.copy();
    MonotableEngine fork = opener.open(config(forkIdentity, engine.config(), copy));
    boolean filled = false;
    try {
      fork.restore(data);
      filled = true;
    } finally {
      if (!filled) {
        fork.close();
      }
    }
    return new Database(forkIdentity, copy, fork, true);
  }

  /**
   * Returns the database of another Region, empty and in memory. Its clock follows this one's until
   * it is set.
   *
   * @throws IllegalArgumentException if the name of the Region is invalid
   */
  public Database inRegion(String region) {
    return create(identity.inRegion(region), regional(engine.config()));
  }

  /**
   * Returns the database of another Region like {@link #inRegion(String)} that is kept elsewhere.
   *
   * @throws IOException if it cannot be opened
   */
  public Database inRegion(String region, EngineOpener opener) throws IOException {
    return open(identity.inRegion(region), regional(engine.config()), opener);
  }

  /** Returns a configuration whose clock and background work follow those of this database. */
  private EngineConfig regional(EngineConfig config) {
    return config.toBuilder().clock(clock).scheduler(clock.scheduler()).build();
  }

  /**
   * Returns the Regions of the database, in which its global tables have replicas. The databases of
   * all its Regions return the same.
   */
  public Regions regions() {
    Regions known = regions;
    if (known != null) {
      return known;
    }
    synchronized (clock) {
      known = regions;
      if (known == null) {
        known = grouping.apply(this);
        regions = known;
      }
      return known;
    }
  }

  /** Sets what creates the Regions when they are first needed. */
  void groupBy(Function<Database, Regions> group) {
    grouping = group;
    Database start = origin;
    if (start != null) {
      origin = null;
      // This Region is the last one: if it is kept, it is new until all others are complete.
      start.copyRegionsTo(this);
      restore(start.engine.snapshot());
      setResetPoint();
    }
  }

  /** Gives a fork of this database the Regions of this one, with their data and their time. */
  public void copyRegionsTo(Database fork) {
    for (Database other : otherRegions()) {
      Database copy = fork.regions().add(other.identity().region());
      copy.clock.adopt(other.clock);
      copy.restore(other.engine.snapshot());
      copy.setResetPoint();
    }
  }

  /**
   * Returns the present data of all Regions that end with this database, by their names.
   *
   * @param own the data of this Region
   */
  public Map<String, Snapshot> regionSnapshots(Snapshot own) {
    Map<String, Snapshot> all = new LinkedHashMap<>();
    all.put(identity.region(), own);
    for (Database other : otherRegions()) {
      all.put(other.identity.region(), other.engine.snapshot());
    }
    return all;
  }

  /**
   * Returns a copy of this database to try something, with its Regions: as {@link
   * MonotableEngine#copy}, in each of them.
   *
   * @param data the data of the copy, by the names of the Regions
   * @param seed the seed of the IDs that the copy generates; 0 for random ones
   */
  public Database copy(Map<String, Snapshot> data, long seed) {
    Database copy = create(identity, engine.config().quiet(seed));
    copy.restore(Objects.requireNonNull(data.get(identity.region()), "data"));
    for (Database other : otherRegions()) {
      Snapshot theirs = data.get(other.identity.region());
      if (theirs != null) {
        Database added = copy.regions().add(other.identity.region());
        added.clock.adopt(other.clock);
        added.restore(theirs);
      }
    }
    return copy;
  }

  /**
   * Sets all Regions to the data of a copy if nothing has changed since then. Regions that only the
   * copy has are added.
   *
   * @param expected the data of which the copy was made
   * @return false if a Region has changed since; then all are left as they are
   * @throws DynamoException if there are too many databases; then all are left as they are
   */
  public boolean replace(Map<String, Snapshot> expected, Database copy) {
    // An added Region is empty. All are added first, since that may fail.
    Map<String, Snapshot> before = new LinkedHashMap<>();
    for (Database next : copy.regions().list()) {
      String region = next.identity.region();
      Snapshot known = expected.get(region);
      before.put(region, known == null ? regions().add(region).engine.snapshot() : known);
    }
    List<Runnable> undo = new ArrayList<>();
    for (Map.Entry<String, Snapshot> entry : before.entrySet()) {
      MonotableEngine own = in(entry.getKey()).engine;
      Snapshot next = copy.in(entry.getKey()).engine.snapshot();
      if (!own.replace(entry.getValue(), next)) {
        undo.forEach(Runnable::run);
        return false;
      }
      undo.add(() -> own.replace(next, entry.getValue()));
    }
    regions().replication().restored();
    return true;
  }

  /**
   * Starts with the data of another database and of its Regions, which are created as soon as this
   * database is among {@link Databases}. {@link #reset} returns to this data.
   *
   * @param other has the same Region
   */
  public void startAs(Database other) {
    if (other.otherRegions().isEmpty()) {
      restore(other.engine.snapshot());
      setResetPoint();
    } else {
      origin = other;
    }
  }

  /** Sets the Regions to which this database belongs. */
  void regions(Regions group) {
    regions = group;
  }

  /**
   * Returns the database that requests to a Region reach: this one, or that of the Region if it has
   * one of its own.
   */
  public Database in(String region) {
    Regions known = regions;
    return known == null ? this : known.of(region);
  }

  /** Returns the databases of the other Regions that end with this one. */
  List<Database> otherRegions() {
    Regions known = regions;
    return known == null || known.home() != this ? List.of() : known.owned();
  }

  /** Returns what the database is called. */
  public DatabaseIdentity identity() {
    return identity;
  }

  /** Returns the ID, which is unique among {@link Databases}. */
  public String id() {
    return identity.id();
  }

  /** Returns whether the data is also kept elsewhere, and survives this process. */
  public boolean isKept() {
    return isKept;
  }

  /** Returns the clock, which everything in the database follows that depends on time. */
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

  /** Returns after which time without a request the database expires; null if it does not. */
  public @Nullable Duration expireAfter() {
    return expireAfter;
  }

  void setExpireAfter(@Nullable Duration idle) {
    expireAfter = idle;
  }

  /** Lets {@link #reset} return to the present state, of all Regions. */
  public void setResetPoint() {
    resetPoint = engine.snapshot();
    otherRegions().forEach(Database::setResetPoint);
  }

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

  /** Adds a listener, which stays as long as the database. */
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

  /** Returns whether the same database can be created again, without losing anything. */
  boolean isAsCreated() {
    Snapshot now = engine.snapshot();
    return (isKept ? now.isEmpty() : now.hasTablesOf(resetPoint))
        && snapshots().isEmpty()
        && faults().rules().isEmpty();
  }

  /**
   * Sets the data of all its Regions back to how the database was created or, if an earlier process
   * has kept it, to how it was opened. Removes the fault rules. The clock and the named snapshots
   * remain. A database that throttles regards all its tables as idle until now.
   */
  public void reset() {
    resetThis();
    Regions known = regions;
    otherRegions().forEach(Database::resetThis);
    if (known != null && known.home() == this) {
      known.replication().reset();
    }
  }

  private void resetThis() {
    restore(resetPoint);
    engine.faults().clear();
    if (engine.isThrottling()) {
      engine.throttle(true);
    }
  }

  /**
   * Marks the database as used. Costs a comparison, except for the first use after a check.
   *
   * @return whether it was marked already
   */
  boolean use() {
    if (used) {
      return true;
    }
    used = true;
    return false;
  }

  /**
   * Returns for how long nobody has used the database, as far as the checks so far show; at first
   * no time.
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
  @Override
  public void close() {
    closed = true;
    synchronized (snapshots) {
      snapshots.clear();
    }
    engine.close();
    listeners.forEach(DatabaseListener::closed);
    Regions known = regions;
    if (known != null && known.home() == this && known.owns()) {
      known.close();
    }
  }
}
