package dev.monotable.engine;

import dev.monotable.engine.fault.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A manual clock and its scheduler. Time stands still until a test advances it; advancing runs the
 * tasks that become due, in order and on the calling thread, so a test sees their effects when
 * {@link #advance} returns.
 */
public final class ManualTime implements ManualClock, BackgroundScheduler {
  private final List<Task> tasks = new ArrayList<>();
  private volatile Instant now;

  /** Creates a clock that stands still at an instant. */
  public ManualTime(Instant start) {
    this.now = start;
  }

  private static final class Task {
    final Duration interval;
    final Runnable work;
    Instant due;
    boolean closed;

    Task(Duration interval, Runnable work, Instant due) {
      this.interval = interval;
      this.work = work;
      this.due = due;
    }
  }

  @Override
  public Instant instant() {
    return now;
  }

  /**
   * Advances the clock by a duration.
   *
   * @throws IllegalArgumentException if the duration is negative
   */
  @Override
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("the clock cannot go back: " + duration);
    }
    set(now.plus(duration));
  }

  /**
   * Sets the clock to an instant and runs each task that becomes due by then, once: a task that
   * would have run a thousand times finds the same work in its last run as in all of them.
   *
   * @throws IllegalArgumentException if the instant is before the current one
   */
  public synchronized void set(Instant instant) {
    if (instant.isBefore(now)) {
      throw new IllegalArgumentException("the clock cannot go back: " + instant);
    }
    now = instant;
    for (Task task : List.copyOf(tasks)) {
      if (!task.closed && !task.due.isAfter(instant)) {
        task.due = instant.plus(task.interval);
        task.work.run();
      }
    }
  }

  @Override
  public synchronized Registration every(Duration interval, Runnable work) {
    Task task = new Task(interval, work, now.plus(interval));
    tasks.add(task);
    return () -> {
      synchronized (this) {
        task.closed = true;
        tasks.remove(task);
      }
    };
  }
}
