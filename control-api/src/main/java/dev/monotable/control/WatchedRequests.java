package dev.monotable.control;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestLog;
import dev.monotable.engine.observe.RequestObserver;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The last requests of a database with their numbers, and those who watch them. The requests of the
 * console itself, which it marks with {@link #CONSOLE} as their access pattern, are left out: a
 * page that shows requests would change what it shows.
 */
final class WatchedRequests implements RequestObserver {
  /** The access pattern that the console names. */
  static final String CONSOLE = "monotable-console";

  /** The memory that a request takes beside the items and texts that it refers to, in bytes. */
  private static final int REQUEST_BYTES = 1_000;

  private final RequestLog kept;
  private final @Nullable Instant since;
  private final LongConsumer growth;
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

  /**
   * Creates an empty list.
   *
   * @param kept has the bounds of the list
   * @param since when the first request could be kept; null if none was before
   * @param growth receives by how many bytes each request lets the list grow
   */
  WatchedRequests(RequestLog kept, @Nullable Instant since, LongConsumer growth) {
    this.kept = kept;
    this.since = since;
    this.growth = growth;
  }

  @Override
  public void observe(ObservedRequest request) {
    if (CONSOLE.equals(request.pattern())) {
      return;
    }
    long number;
    long grown;
    synchronized (kept) { // its own lock: so numbers are in its order
      grown = -bytes();
      kept.observe(request);
      grown += bytes();
      number = ++last;
    }
    growth.accept(grown); // without the lock: it may shorten any list
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

  /** Returns what the list takes, in bytes. */
  long bytes() {
    synchronized (kept) {
      return kept.bytes() + (long) REQUEST_BYTES * kept.size();
    }
  }

  /** Drops the older half of the requests. */
  void halve() {
    synchronized (kept) {
      kept.keepLast(kept.size() / 2);
    }
  }

  /** Returns the time since which requests are kept; null if it is the start of the database. */
  @Nullable Instant since() {
    return since;
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
