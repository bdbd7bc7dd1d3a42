package dev.monotable.engine;

import dev.monotable.api.Experimental;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Background work of an object, which also ends when nothing else refers to the object. */
@Experimental
public final class WeakTask<T> implements Runnable {
  private final WeakReference<T> owner;
  private final Consumer<T> work;
  private volatile BackgroundScheduler.@Nullable Registration registration;

  private WeakTask(T owner, Consumer<T> work) {
    this.owner = new WeakReference<>(owner);
    this.work = work;
  }

  /**
   * Runs work repeatedly.
   *
   * @param work does not refer to the owner itself, and does not throw
   */
  public static <T> BackgroundScheduler.Registration every(
      BackgroundScheduler scheduler, Duration interval, T owner, Consumer<T> work) {
    WeakTask<T> task = new WeakTask<>(owner, work);
    BackgroundScheduler.Registration registration = scheduler.every(interval, task);
    task.registration = registration;
    return registration;
  }

  @Override
  public void run() {
    T present = owner.get();
    BackgroundScheduler.Registration ended = registration;
    if (present != null) {
      work.accept(present);
    } else if (ended != null) {
      ended.close();
    }
  }
}
