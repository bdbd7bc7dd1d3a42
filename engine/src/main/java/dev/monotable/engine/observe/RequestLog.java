package dev.monotable.engine.observe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last requests of an engine, oldest first. Bounded by their number and by their {@linkplain
 * RequestSize size}; the oldest requests are dropped first. Safe for use by multiple threads.
 */
public final class RequestLog implements RequestObserver {
  private final int maxRequests;
  private final long maxBytes;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private long bytes;
  private long dropped;

  private record Entry(ObservedRequest request, long bytes) {}

  /**
   * Creates an empty log.
   *
   * @param maxRequests the number of requests that are kept at most, at least 1
   * @param maxBytes the {@linkplain RequestSize size} of the kept requests at most, with the items
   *     that they have read and written; the newest request is kept regardless
   * @throws IllegalArgumentException if a bound is less than 1
   */
  public RequestLog(int maxRequests, long maxBytes) {
    if (maxRequests < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("a log needs room for a request");
    }
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
  }

  @Override
  public void observe(ObservedRequest request) {
    Entry entry = new Entry(request, RequestSize.of(request));
    synchronized (this) {
      entries.addLast(entry);
      bytes += entry.bytes();
      while (entries.size() > maxRequests || (bytes > maxBytes && entries.size() > 1)) {
        dropFirst();
      }
    }
  }

  /** Returns the requests that are kept, oldest first. */
  public synchronized List<ObservedRequest> requests() {
    List<ObservedRequest> list = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      list.add(entry.request());
    }
    return list;
  }

  /** Returns the number of requests that are kept. */
  public synchronized int size() {
    return entries.size();
  }

  /** Returns the {@linkplain RequestSize size} of the requests that are kept. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Drops the oldest requests until no more than a number is kept. */
  public synchronized void keepLast(int count) {
    while (entries.size() > count) {
      dropFirst();
    }
  }

  private void dropFirst() {
    bytes -= entries.removeFirst().bytes();
    dropped++;
  }

  /** Returns the number of requests that were dropped to make room. */
  public synchronized long dropped() {
    return dropped;
  }

  /** Removes all requests. */
  public synchronized void clear() {
    entries.clear();
    bytes = 0;
    dropped = 0;
  }
}
