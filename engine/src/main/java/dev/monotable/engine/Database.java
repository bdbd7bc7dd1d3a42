package dev.monotable.engine;

import dev.monotable.engine.fault.FaultInjector;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A database with its clock, its faults, and the state to which it can be reset. Entry of {@link
 * Databases}; a test can also use one by itself. Safe for use by multiple threads.
 */
public final class Database implements AutoCloseable {
  private final String id;
  private final DatabaseClock clock;
  private final MonotableEngine engine;
  private volatile Snapshot resetPoint;

  /** Null if the database does not expire. */
  private volatile @Nullable Duration expireAfter;

  /** Whether the database was used since {@link #checkUse} last cleared this. */
  private volatile boolean used = true;

  /** The time of the last check that found a use, in milliseconds. Guarded by {@link Databases}. */
  private long idleSince;

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

  private Database(String id, DatabaseClock clock, MonotableEngine engine) {
    this.id = id;
    this.clock = clock;
    this.engine = engine;
    this.resetPoint = engine.snapshot();
  }

  /**
   * Creates an empty database in memory.
   *
   * @param config its clock is the one that the database's own clock follows
   */
  public static Database create(String id, EngineConfig config) {
    DatabaseClock clock = DatabaseClock.following(config.clock(), config.scheduler());
    return new Database(id, clock, MonotableEngine.create(ticking(config, clock)));
  }

  /**
   * Opens a database that is kept elsewhere, such as in files.
   *
   * @param config its clock is the one that the database's own clock follows
   * @throws IOException if it cannot be opened
   */
  public static Database open(String id, EngineConfig config, EngineOpener opener)
      throws IOException {
    DatabaseClock clock = DatabaseClock.following(config.clock(), config.scheduler());
    return new Database(id, clock, opener.open(ticking(config, clock)));
  }

  private static EngineConfig ticking(EngineConfig config, DatabaseClock clock) {
    return config.toBuilder().clock(clock).scheduler(clock.scheduler()).build();
  }

  /**
   * Returns a new database in memory with the data of this one. It is independent from then on: it
   * has a clock of its own, which shows the same time, and no fault rules. Resetting it returns to
   * this data.
   */
  public Database fork(String forkId) {
    return fork(forkId, engine.snapshot());
  }

  /**
   * Returns a fork with the data of a snapshot instead.
   *
   * @param snapshot may come from any database
   */
  public Database fork(String forkId, Snapshot snapshot) {
    DatabaseClock copy = clock.copy();
    MonotableEngine fork = MonotableEngine.create(ticking(engine.config(), copy));
    fork.restore(snapshot);
    return new Database(forkId, copy, fork);
  }

  /** Returns the name of the database, which is unique among {@link Databases}. */
  public String id() {
    return id;
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

  /** Lets {@link #reset} return to the present state. */
  public void setResetPoint() {
    resetPoint = engine.snapshot();
  }

  /** Returns whether nothing was committed since the reset point was set. */
  boolean isUntouched() {
    return engine.snapshot().equals(resetPoint);
  }

  /** Sets the data back to how the database began, and removes the fault rules. */
  public void reset() {
    engine.restore(resetPoint);
    engine.faults().clear();
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

  /** Ends background work, removes the fault rules, and closes the log, if there is one. */
  @Override
  public void close() {
    engine.close();
  }
}
