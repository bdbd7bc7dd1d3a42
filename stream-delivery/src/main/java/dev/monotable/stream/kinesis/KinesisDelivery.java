package dev.monotable.stream.kinesis;

import dev.monotable.api.Experimental;
import dev.monotable.engine.KinesisChange;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.engine.KinesisOutbox;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.ManualClock;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.stream.background.BackgroundThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the changes of a database to the Kinesis destinations of its tables. A destination gets
 * each change at least once, and the changes of an item in order, unless duplicates are asked for
 * (see {@link #duplicates}). If it does not accept a record, the record is written again, after
 * pauses that grow from 0.1 to 25.6 seconds by the clock of the database, until it is 24 hours old.
 *
 * <p>The database keeps what is to be written, see {@link KinesisOutbox}. So a delivery goes on
 * where the one before it has ended.
 *
 * <p>Safe for use by multiple threads.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/kds.html">Using
 *     Kinesis Data Streams to capture changes to DynamoDB</a>
 */
@Experimental
public final class KinesisDelivery implements AutoCloseable {
  /** Real time after which {@code awaitDelivered()} gives up. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** The failures in a row after which a destination counts as one that always fails. */
  private static final int MAX_FAILURES = 10;

  /** The changes from which a batch is formed. */
  private static final int LOOK_AHEAD = 1_000;

  private final MonotableEngine engine;
  private final ManualClock clock;
  private final KinesisOutbox outbox;
  private final KinesisJson json;
  private final SplittableRandom random;
  private final ReentrantLock delivering = new ReentrantLock(true);

  /** By table and stream. A lane is used by who holds {@link #delivering}. */
  private final Map<List<String>, DestinationLane> lanes = new ConcurrentHashMap<>();

  private volatile @Nullable KinesisTarget target;
  private volatile double duplicates;
  private volatile boolean closed;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();

  /** The thread that writes in the background; null without one. Guarded by this. */
  private @Nullable Thread automatic;

  /**
   * Creates the delivery of an engine, which writes nothing yet.
   *
   * @param clock the clock of the engine
   */
  public KinesisDelivery(MonotableEngine engine, ManualClock clock) {
    this.engine = engine;
    this.clock = clock;
    this.outbox = engine.kinesisOutbox();
    this.json = new KinesisJson(engine.config().region());
    long seed = engine.config().seed();
    this.random = new SplittableRandom(seed == 0 ? System.nanoTime() : seed);
  }

  /** Sets what records are written to, in place of what was set before. */
  public KinesisDelivery to(KinesisTarget newTarget) {
    target = newTarget;
    return this;
  }

  /**
   * Sets a handler that receives the records of all destinations, in place of what was set before.
   * If it throws, the record and all after it are written again, and {@link #awaitDelivered()}
   * reports the failure if that does not end.
   */
  public KinesisDelivery onRecord(Consumer<KinesisRecord> handler) {
    return to(new HandlerTarget(handler));
  }

  /**
   * Sets how often a record is written again although the stream has accepted it. Kinesis data
   * streams of tables contain such duplicates now and then, also behind later changes of the item.
   * The draws come from the seed of the engine.
   *
   * @param probability between 0, the default, and 1
   */
  public KinesisDelivery duplicates(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("a probability is between 0 and 1: " + probability);
    }
    duplicates = probability;
    return this;
  }

  /**
   * Lets a thread write what is due four times a second, until the database is closed. Without it,
   * records are written by {@link #deliverDue} and {@link #awaitDelivered()} only.
   */
  public synchronized KinesisDelivery automatic() {
    if (automatic == null && !isClosed()) {
      automatic = startThread(background);
    }
    return this;
  }

  /** Returns the destinations of all tables, with what they have not received. */
  public List<KinesisDestinationStatus> destinations() {
    return outbox.destinations();
  }

  /** Returns the number of records that were accepted so far, without duplicates. */
  public long written() {
    return written.get();
  }

  /** Returns the number of records that were skipped, because they are larger than 1 MB. */
  public long skipped() {
    return skipped.get();
  }

  /**
   * Returns why the last attempt to write to a destination has failed; null if it has succeeded, or
   * if there was none. It does not wait for an attempt that is running.
   */
  public @Nullable String findFailure(KinesisDestinationStatus destination) {
    DestinationLane lane = lanes.get(names(destination));
    return lane == null ? null : lane.lastFailure();
  }

  /** Drops what was not written, because the database was set back: others may have written it. */
  public void restart() {
    outbox.clear();
    lanes.clear();
  }

  /**
   * Writes what is due now, and returns without waiting.
   *
   * @return the number of records that were accepted
   */
  public long deliverDue() {
    long before = written.get();
    delivering.lock();
    try {
      boolean progress = true;
      while (progress && !isClosed()) {
        progress = round();
      }
    } finally {
      delivering.unlock();
    }
    return written.get() - before;
  }

  /**
   * Writes all changes. Instead of waiting for the next attempt, it advances the clock.
   *
   * @return the number of records that were accepted
   * @throws KinesisException if a destination fails ten times in a row without accepting anything,
   *     or if this takes longer than a minute
   * @throws IllegalStateException if nothing was set to write to, or the database is closed
   */
  public long awaitDelivered() {
    return awaitDelivered(TIMEOUT);
  }

  /**
   * Writes all changes like {@link #awaitDelivered()}.
   *
   * @param timeout after how much real time to give up
   */
  public long awaitDelivered(Duration timeout) {
    if (target == null) {
      throw new IllegalStateException(
          "there is nothing that records are written to; set a handler with onRecord()");
    }
    if (isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    long before = written.get();
    begin(deadline, timeout);
    try {
      lanes.values().forEach(DestinationLane::forgetFailures);
      while (round() || advance()) {
        requireNoObstacle();
        if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
          throw notWritten(timeout);
        }
      }
    } finally {
      delivering.unlock();
    }
    return written.get() - before;
  }

  private void begin(long deadline, Duration timeout) {
    try {
      if (delivering.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw notWritten(timeout);
  }

  private static KinesisException notWritten(Duration timeout) {
    return new KinesisException("the changes are not written after " + timeout, null);
  }

  private void requireNoObstacle() {
    for (Map.Entry<List<String>, DestinationLane> each : lanes.entrySet()) {
      if (each.getValue().failures() >= MAX_FAILURES) {
        throw new KinesisException(
            "the changes of table "
                + each.getKey().get(0)
                + " are not written to "
                + each.getKey().get(1)
                + ": "
                + each.getValue().lastFailure(),
            each.getValue().lastCause());
      }
    }
  }

  /** Advances the clock to the next attempt; returns false if nothing is left. */
  private boolean advance() {
    Instant next = null;
    for (KinesisDestinationStatus destination : outbox.destinations()) {
      if (destination.waiting() > 0) {
        Instant attempt = lane(destination).nextAttempt();
        next = next == null || attempt.isBefore(next) ? attempt : next;
      }
    }
    if (next == null) {
      return false;
    }
    Instant now = clock.instant();
    if (next.isAfter(now)) {
      clock.advance(Duration.between(now, next));
    }
    return true;
  }

  /** Writes a batch to each destination that is due; returns whether any record was accepted. */
  private boolean round() {
    KinesisTarget to = target;
    if (to == null) {
      return false;
    }
    boolean progress = false;
    Set<List<String>> present = new HashSet<>();
    for (KinesisDestinationStatus destination : outbox.destinations()) {
      present.add(names(destination));
      if (destination.waiting() > 0
          && !isClosed()
          && lane(destination).isDue(engine.config().clock().instant())) {
        progress |= write(destination, to);
      }
    }
    lanes.keySet().retainAll(present);
    return progress;
  }

  private static List<String> names(KinesisDestinationStatus destination) {
    return List.of(destination.tableName(), destination.streamArn());
  }

  private DestinationLane lane(KinesisDestinationStatus destination) {
    return lanes.computeIfAbsent(names(destination), names -> new DestinationLane(json));
  }

  private boolean write(KinesisDestinationStatus destination, KinesisTarget to) {
    DestinationLane lane = lane(destination);
    String table = destination.tableName();
    String arn = destination.streamArn();
    List<KinesisChange> changes = outbox.changes(table, arn, 0, LOOK_AHEAD);
    DestinationLane.Batch batch = lane.batch(destination, changes, !to.keepsOrder());
    if (!batch.tooLarge().isEmpty()) {
      skipped.addAndGet(batch.tooLarge().size());
      outbox.remove(table, arn, batch.tooLarge());
    }
    List<KinesisRecord> records = batch.records();
    if (records.isEmpty()) {
      return !batch.tooLarge().isEmpty();
    }
    List<KinesisRecord> accepted;
    try {
      Set<KinesisRecord> rejected = new HashSet<>(to.put(arn, records));
      accepted = new ArrayList<>(records);
      accepted.removeIf(rejected::contains);
      if (rejected.isEmpty()) {
        lane.succeed(accepted);
      } else {
        lane.fail(
            accepted,
            new KinesisException(
                rejected.size() + " of " + records.size() + " records were not accepted", null),
            engine.config().clock().instant());
      }
    } catch (KinesisException e) {
      lane.fail(List.of(), e, engine.config().clock().instant());
      return false;
    }
    remove(destination, accepted);
    writeAgain(accepted, arn, to);
    return !accepted.isEmpty();
  }

  private void remove(KinesisDestinationStatus destination, List<KinesisRecord> accepted) {
    if (!accepted.isEmpty()) {
      List<KinesisChange> changes = new ArrayList<>(accepted.size());
      accepted.forEach(record -> changes.add(record.change()));
      outbox.remove(destination.tableName(), destination.streamArn(), changes);
      written.addAndGet(accepted.size());
    }
  }

  private void writeAgain(List<KinesisRecord> accepted, String arn, KinesisTarget to) {
    if (duplicates == 0) {
      return;
    }
    List<KinesisRecord> again = new ArrayList<>(accepted);
    again.removeIf(record -> random.nextDouble() >= duplicates);
    if (!again.isEmpty()) {
      try {
        to.put(arn, again);
      } catch (KinesisException e) {
        // The stream has them already.
      }
    }
  }

  // ---- in the background ----

  /** The work of the thread in the background, which refers to it weakly. */
  private final BackgroundThread.Work background = this::look;

  /** Starts a thread that writes in the background. */
  static Thread startThread(BackgroundThread.Work work) {
    return BackgroundThread.start(
        "monotable-kinesis-delivery", "writing to Kinesis has failed", work);
  }

  /** The state of which everything was written. For the thread in the background. */
  private @Nullable Snapshot seen;

  /**
   * Writes what is due. A look costs the comparison of two references while nothing has changed and
   * nothing is to be written again.
   */
  boolean look() {
    if (isClosed()) {
      return false;
    }
    Snapshot state = engine.snapshot();
    if (!state.equals(seen)) {
      deliverDue();
      boolean waiting =
          target != null && outbox.destinations().stream().anyMatch(each -> each.waiting() > 0);
      seen = waiting ? null : state;
    }
    return !isClosed();
  }

  private boolean isClosed() {
    return closed || engine.isClosed();
  }

  /** Ends the delivery. What was not written remains in the database. */
  @Override
  public void close() {
    closed = true;
    Thread running;
    synchronized (this) {
      running = automatic;
    }
    if (running != null) {
      running.interrupt();
    }
  }

  /** A handler in this JVM. */
  private record HandlerTarget(Consumer<KinesisRecord> handler) implements KinesisTarget {
    @Override
    public List<KinesisRecord> put(String streamArn, List<KinesisRecord> records) {
      for (int i = 0; i < records.size(); i++) {
        try {
          handler.accept(records.get(i));
        } catch (RuntimeException e) {
          if (i == 0) {
            throw new KinesisException("the handler has failed: " + e, e);
          }
          return records.subList(i, records.size());
        }
      }
      return List.of();
    }

    @Override
    public boolean keepsOrder() {
      return true;
    }
  }
}
