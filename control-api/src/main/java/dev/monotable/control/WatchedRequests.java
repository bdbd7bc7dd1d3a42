package dev.monotable.control;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestLog;
import dev.monotable.engine.observe.RequestObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The last requests of a database with their numbers, and those who watch them. The requests of the
 * console itself, which it marks with {@link #CONSOLE} as their access pattern, are left out: a
 * page that shows requests would change what it shows.
 */
final class WatchedRequests implements RequestObserver {
  /** The access pattern that the console names. */
  static final String CONSOLE = "monotable-console";

  private final RequestLog kept;
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

  /** The number of the last request. Guarded by the log. */
  private long last;

  /** Gets each request with its number, on the thread of the request. */
  @FunctionalInterface
  interface Watcher {
    void observe(long number, ObservedRequest request);
  }

  /** A part of the requests. */
  record Part(List<ObservedRequest> requests, long dropped) {}

  WatchedRequests(RequestLog kept) {
    this.kept = kept;
  }

  @Override
  public void observe(ObservedRequest request) {
    if (CONSOLE.equals(request.pattern())) {
      return;
    }
    long number;
    synchronized (kept) { // its own lock: so numbers are in its order
      kept.observe(request);
      number = ++last;
    }
    for (Watcher watcher : watchers) {
      watcher.observe(number, request);
    }
  }

  void add(Watcher watcher) {
    watchers.add(watcher);
  }

  void remove(Watcher watcher) {
    watchers.remove(watcher);
  }

  /** Removes the requests; the next one has the number 1. */
  void clear() {
    synchronized (kept) {
      kept.clear();
      last = 0;
    }
  }

  /** Returns the requests that are kept, and how many older ones are not. */
  Part requests() {
    synchronized (kept) {
      return new Part(kept.requests(), kept.dropped());
    }
  }

  /** Returns the request with a number, or null if it is not kept. */
  @Nullable ObservedRequest find(long number) {
    Part part = requests();
    long at = number - part.dropped() - 1;
    return at < 0 || at >= part.requests().size() ? null : part.requests().get((int) at);
  }
}
