package dev.monotable.engine.database;

import dev.monotable.engine.BackgroundScheduler;
import dev.monotable.engine.fault.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a database. It follows the system's clock until it is set, advanced or frozen.
 * Everything in the database that depends on time follows it: times to live, the tokens of
 * transactions, shard iterators, pending changes of tables, timestamps.
 *
 * <p>Advancing or setting the clock performs the background work that becomes due, such as the
 * removal of expired items, before the method returns. While the clock is frozen, background work
 * happens at no other time, so a test is repeatable.
 *
 * <p>Safe for use by multiple threads.
 */
public final class DatabaseClock implements ManualClock {
  /**
   * The time that the clock shows.
   *
   * @param frozen the time at which the clock stands still; null if it runs
   * @param offset the difference to the clock that it follows, if it runs
   */
  private record Setting(@Nullable Instant frozen, Duration offset) {}

  private final InstantSource base;
  private final BackgroundScheduler scheduler;
  private final List<Runnable> work = new ArrayList<>();
  private volatile Setting setting;

  /** The thread that sets or advances the clock and does the work that is due; usually null. */
  private volatile @Nullable Thread setter;

  private DatabaseClock(InstantSource base, BackgroundScheduler scheduler, Setting setting) {
    this.base = base;
    this.scheduler = scheduler;
    this.setting = setting;
  }

  /**
   * Creates a clock that follows another one.
   *
   * @param scheduler runs the background work of an engine that uses the clock
   */
  public static DatabaseClock following(InstantSource base, BackgroundScheduler scheduler) {
    return new DatabaseClock(base, scheduler, new Setting(null, Duration.ZERO));
  }

  /** Returns an independent clock that shows the same time and is frozen if this one is. */
  public DatabaseClock copy() {
    return new DatabaseClock(base, scheduler, setting);
  }

  /** Shows the time that another clock shows, as far as both follow the same one. */
  void adopt(DatabaseClock other) {
    setting = other.setting;
  }

  @Override
  public Instant instant() {
    Setting now = setting;
    if (now.frozen() != null) {
      return now.frozen();
    }
    return now.offset().isZero() ? base.instant() : base.instant().plus(now.offset());
  }

  /** Returns the time without an object for it, as long as the clock was not set. */
  @Override
  public long millis() {
    Setting now = setting;
    return now.frozen() == null && now.offset().isZero() ? base.millis() : instant().toEpochMilli();
  }

  /** Returns whether the clock stands still. */
  public boolean isFrozen() {
    return setting.frozen() != null;
  }

  /**
   * Sets the clock to an instant, in the past or in the future. It runs on from there, unless it is
   * frozen.
   */
  public void set(Instant instant) {
    synchronized (this) {
      setting =
          setting.frozen() == null
              ? new Setting(null, Duration.between(base.instant(), instant))
              : new Setting(instant, setting.offset());
    }
    runWork();
  }

  /**
   * Advances the clock.
   *
   * @throws IllegalArgumentException if the duration is negative; {@link #set} can set the clock
   *     back
   */
  @Override
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("the clock cannot be advanced by " + duration);
    }
    synchronized (this) {
      Instant frozen = setting.frozen();
      setting =
          frozen == null
              ? new Setting(null, setting.offset().plus(duration))
              : new Setting(frozen.plus(duration), setting.offset());
    }
    runWork();
  }

  /** Stops the clock at the time that it shows. */
  public synchronized void freeze() {
    setting = new Setting(instant(), setting.offset());
  }

  /** Sets the clock to an instant and stops it there. */
  public void freeze(Instant instant) {
    synchronized (this) {
      setting = new Setting(instant, setting.offset());
    }
    runWork();
  }

  /** Lets a frozen clock run on from the time that it shows. Does nothing if it runs. */
  public synchronized void resume() {
    Instant frozen = setting.frozen();
    if (frozen != null) {
      setting = new Setting(null, Duration.between(base.instant(), frozen));
    }
  }

  /** Returns the scheduler for the background work of an engine that uses this clock. */
  public BackgroundScheduler scheduler() {
    return new BackgroundScheduler() {
      @Override
      public Registration every(Duration interval, Runnable task) {
        return register(interval, task);
      }

      @Override
      public boolean start(Runnable task) {
        return !isFrozen() && setter != Thread.currentThread() && scheduler.start(task);
      }
    };
  }

  private BackgroundScheduler.Registration register(Duration interval, Runnable task) {
    BackgroundScheduler.Registration runs =
        scheduler.every(
            interval,
            () -> {
              if (!isFrozen()) {
                task.run();
              }
            });
    synchronized (work) {
      work.add(task);
    }
    return () -> {
      runs.close();
      synchronized (work) {
        work.remove(task);
      }
    };
  }

  /** Runs the background work on this thread; it reads the clock to find what is due. */
  private void runWork() {
    List<Runnable> due;
    synchronized (work) {
      due = List.copyOf(work);
    }
    Thread outer = setter;
    setter = Thread.currentThread();
    try {
      for (Runnable task : due) {
        task.run();
      }
    } finally {
      setter = outer;
    }
  }
}
