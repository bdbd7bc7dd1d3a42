package dev.monotable.stream;

import dev.monotable.api.Experimental;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.ManualClock;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.stream.StreamDelivery.Obstacle;
import dev.monotable.stream.background.BackgroundThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The event source mappings of a database. A handle of a database has one of these; tests use
 * {@code Monotable.stream}.
 *
 * <p>Safe for use by multiple threads.
 */
@Experimental
public final class EventSourceMappings implements AutoCloseable {
  /** Real time after which {@code awaitDrained()} gives up. */
  static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** The failures in a row after which a batch counts as one that always fails. */
  static final int MAX_FAILURES = 10;

  /** Each mapping keeps the records that it has read and not delivered. */
  private static final int MAX_MAPPINGS = 100;

  private final StreamReads reads;
  private final ManualClock clock;
  private final List<EventSourceMapping> mappings = new CopyOnWriteArrayList<>();
  private final Set<Thread> handlers = ConcurrentHashMap.newKeySet();

  /** Fair, so that a thread that delivers without end does not keep out the others. */
  private final ReentrantLock delivering = new ReentrantLock(true);

  private volatile boolean closed;
  private int created;

  /** The thread that delivers in the background; null while no mapping asks for it. */
  private @Nullable Thread automatic;

  /** The work of that thread, which refers to it weakly. */
  private final BackgroundThread.Work background = this::deliverAutomatic;

  /**
   * The state of which everything has been delivered that was due; null if there is none. For the
   * thread in the background.
   */
  private @Nullable Snapshot delivered;

  /**
   * Creates the mappings of an engine; there are none at first.
   *
   * @param clock the clock of the engine
   */
  public EventSourceMappings(MonotableEngine engine, ManualClock clock) {
    this.reads = new StreamReads(engine);
    this.clock = clock;
  }

  /** Returns the stream of a table, to add handlers to. The table need not exist yet. */
  public TableStream stream(String tableName) {
    requireOpen();
    return new TableStream(this, tableName);
  }

  /**
   * Returns whether the request that this thread sends to the engine is a read by a mapping, not by
   * the code under test.
   */
  public boolean isReading() {
    return reads.isReading();
  }

  /** Returns the mappings, in the order in which they were added. */
  public List<EventSourceMapping> list() {
    return List.copyOf(mappings);
  }

  /** Returns the mapping with an ID; null if it does not exist, or was closed. */
  public @Nullable EventSourceMapping find(String id) {
    for (EventSourceMapping mapping : mappings) {
      if (mapping.id().equals(id)) {
        return mapping;
      }
    }
    return null;
  }

  /** Continues all mappings after the records of a state that was restored. */
  public void restart() {
    for (EventSourceMapping mapping : mappings) {
      mapping.restart();
    }
  }

  /** Closes all mappings. */
  public void clear() {
    for (EventSourceMapping mapping : mappings) {
      mapping.close();
    }
  }

  /**
   * Closes all mappings; none can be added. Interrupts a handler that is called in the background.
   */
  @Override
  public void close() {
    closed = true;
    clear();
    Thread running;
    synchronized (this) {
      running = automatic;
    }
    if (running != null) {
      running.interrupt();
    }
  }

  /** Returns whether a thread delivers records in the background. */
  public synchronized boolean isAutomatic() {
    return automatic != null;
  }

  StreamReads reads() {
    return reads;
  }

  Instant now() {
    return clock.instant();
  }

  synchronized EventSourceMapping add(
      String tableName, MappingSettings settings, StreamFunction function) {
    requireOpen();
    if (mappings.size() >= MAX_MAPPINGS) {
      throw new IllegalStateException(
          "the database has " + MAX_MAPPINGS + " event source mappings, which is the maximum");
    }
    created++;
    String id = StreamBatch.requestId(tableName, "mapping", created);
    EventSourceMapping mapping = new EventSourceMapping(this, id, tableName, settings, function);
    mappings.add(mapping);
    if (mapping.isAutomatic() && automatic == null) {
      delivered = null;
      automatic =
          BackgroundThread.start(
              "monotable-stream-delivery", "a handler of a stream has failed", background);
    }
    return mapping;
  }

  void remove(EventSourceMapping mapping) {
    mappings.remove(mapping);
  }

  void enterHandler(Thread thread) {
    handlers.add(thread);
  }

  void leaveHandler(Thread thread) {
    handlers.remove(thread);
  }

  /** Returns whether these mappings or their database were closed. */
  boolean isClosed() {
    return closed || reads.isClosed();
  }

  private void requireOpen() {
    if (isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
  }

  private void begin(long deadline, Duration timeout) {
    if (handlers.contains(Thread.currentThread())) {
      throw new IllegalStateException(
          "a handler cannot deliver records: it is called by the delivery");
    }
    requireOpen();
    boolean begun = false;
    try {
      begun = delivering.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StreamNotDrainedException(
          "the streams are not drained, because the thread was interrupted", e);
    }
    if (!begun) {
      throw new StreamNotDrainedException(
          "the streams are not drained after "
              + timeout
              + ": a handler that another thread has called does not return",
          null);
    }
  }

  /** Delivers what is due of one mapping. */
  long deliverDue(EventSourceMapping mapping) {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    begin(deadline, TIMEOUT);
    try {
      if (mapping.isClosed()) {
        throw new IllegalStateException("the mapping is closed");
      }
      long before = mapping.invocations();
      while (mapping.step()) {
        requireTime(deadline, TIMEOUT);
      }
      return mapping.invocations() - before;
    } finally {
      delivering.unlock();
    }
  }

  /**
   * Delivers all records of all mappings.
   *
   * @return the batches that were discarded since they were returned last
   */
  List<DiscardedBatch> awaitDrained(Duration timeout) {
    drain(timeout);
    List<DiscardedBatch> discarded = new ArrayList<>();
    for (EventSourceMapping mapping : mappings) {
      discarded.addAll(mapping.takeDiscarded());
    }
    return discarded;
  }

  void drain(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    begin(deadline, timeout);
    try {
      for (EventSourceMapping mapping : mappings) {
        mapping.forgetFailures();
      }
      while (deliver(deadline, timeout)) {
        requireTime(deadline, timeout);
      }
    } finally {
      delivering.unlock();
    }
  }

  /** Returns whether no mapping asks for delivery in the background, so its thread ends. */
  private synchronized boolean endsAutomatic() {
    if (!isClosed()) {
      for (EventSourceMapping mapping : mappings) {
        if (mapping.isAutomatic()) {
          return false;
        }
      }
    }
    automatic = null;
    return true;
  }

  /**
   * Delivers what is due of the mappings that ask for it. Costs the comparison of two references
   * while nothing has changed and no batch waits, and costs the requests nothing.
   *
   * @return whether a mapping may still ask for it later
   */
  private boolean deliverAutomatic() {
    if (endsAutomatic()) {
      return false;
    }
    Snapshot state = reads.snapshot();
    boolean look = !state.equals(delivered);
    while (!isClosed()) {
      if (!deliverRound(look)) {
        break;
      }
    }
    delivered = state;
    return true;
  }

  private boolean deliverRound(boolean look) {
    boolean progress = false;
    for (EventSourceMapping mapping : mappings) {
      if (mapping.isAutomatic()) {
        delivering.lock(); // for each mapping: its function may be slow, and others may drain
        try {
          progress |= (look || isDue(mapping)) && mapping.step();
        } finally {
          delivering.unlock();
        }
      }
    }
    return progress;
  }

  private boolean isDue(EventSourceMapping mapping) {
    Instant due = mapping.nextDue();
    return due != null && !due.isAfter(now());
  }

  private void requireTime(long deadline, Duration timeout) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StreamNotDrainedException(
          "the streams are not drained, because the thread was interrupted" + pending(), null);
    }
    if (System.nanoTime() - deadline > 0) {
      throw new StreamNotDrainedException(
          "the streams are not drained after "
              + timeout
              + pending()
              + ". Does a handler write to a table whose stream it reads?",
          null);
    }
  }

  /**
   * Delivers what is due, or else advances the clock to when something is.
   *
   * @return false if nothing is left
   */
  private boolean deliver(long deadline, Duration timeout) {
    boolean progress = false;
    for (EventSourceMapping mapping : mappings) {
      requireOpen();
      if (mapping.step()) {
        progress = true;
        requireTime(deadline, timeout);
      }
    }
    requireNoObstacle();
    if (progress) {
      return true;
    }
    Instant next = nextDue();
    if (next == null) {
      return false;
    }
    Duration wait = Duration.between(now(), next);
    if (!wait.isNegative() && !wait.isZero()) {
      clock.advance(wait);
    }
    return true;
  }

  private void requireNoObstacle() {
    for (EventSourceMapping mapping : mappings) {
      Obstacle obstacle = mapping.findObstacle(MAX_FAILURES);
      if (obstacle != null) {
        throw new StreamNotDrainedException(
            "the stream of table "
                + mapping.tableName()
                + " is not drained: "
                + obstacle.description(),
            obstacle.error());
      }
    }
  }

  private @Nullable Instant nextDue() {
    Instant next = null;
    for (EventSourceMapping mapping : mappings) {
      Instant due = mapping.nextDue();
      if (due != null && (next == null || due.isBefore(next))) {
        next = due;
      }
    }
    return next;
  }

  private String pending() {
    StringBuilder text = new StringBuilder();
    for (EventSourceMapping mapping : mappings) {
      mapping.readAhead();
      String pending = mapping.describePending();
      if (pending != null) {
        text.append(text.isEmpty() ? ": " : "; ").append(pending);
      }
    }
    return text.toString();
  }
}
