package dev.monotable.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Time that stands still until it is moved: a clock and the scheduler that goes with it. Moving it
 * runs what falls due, in order and on the thread that moves it, so that a test sees the effects
 * when {@link #advance} returns.
 */
public final class ManualTime implements InstantSource, BackgroundScheduler {
  private final List<Task> tasks = new ArrayList<>();
  private volatile Instant now;

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

  /** Moves time on by that much. */
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("time does not go back: " + duration);
    }
    set(now.plus(duration));
  }

  /**
   * Moves time to an instant, and runs each task that falls due on the way, once: a task that would
   * have run a thousand times finds the same at its last run as at each before.
   *
   * @throws IllegalArgumentException if the instant has passed
   */
  public synchronized void set(Instant instant) {
    if (instant.isBefore(now)) {
      throw new IllegalArgumentException("time does not go back: " + instant);
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
