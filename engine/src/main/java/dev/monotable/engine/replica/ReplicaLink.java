package dev.monotable.engine.replica;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.replica.UnrecordedVersions.Unrecorded;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The replication from one Region to another, with multi-Region eventual consistency.
 *
 * <p>The stream of a replica is the log of its writes; a commit adds to it regardless of what makes
 * the change, and knows nothing of replication. A link reads the records that the other Region does
 * not have yet, and applies those that a request or TTL has made there, each if its version is
 * greater than that of the item: the last writer wins. What is applied is a commit like any other.
 * It is in the stream of the other Region too, with the version and the Region where it comes from,
 * so it is not sent on. How far a link has come is part of the table that receives the changes, and
 * of the same commit.
 *
 * <p>If records were removed from the stream before they were sent, the items of both replicas are
 * compared instead.
 *
 * <p>Safe for use by multiple threads.
 */
public final class ReplicaLink {
  /** The number of changes in one commit at most. */
  static final int BATCH = 1_000;

  private final ReplicaDatabase from;
  private final ReplicaDatabase to;
  private volatile boolean paused;
  private volatile Duration delay = Duration.ZERO;
  private final Map<String, Progress> progress = new HashMap<>();

  /**
   * The position that a link has read beyond what the table says, because nothing had to be applied
   * there.
   *
   * @param base what the table says
   * @param drained the stream that was read to its end; null if it was not
   */
  private record Progress(long base, long through, @Nullable StreamState drained) {}

  /** A change of an item, with its version. */
  private record Delivery(long sequence, byte[] key, @Nullable Item item, ReplicaVersion version) {}

  /** Creates a link that sends everything at once. */
  public ReplicaLink(ReplicaDatabase from, ReplicaDatabase to) {
    this.from = from;
    this.to = to;
  }

  /** Returns the Region whose changes it sends. */
  public String from() {
    return from.region();
  }

  /** Returns the Region that receives them. */
  public String to() {
    return to.region();
  }

  /** Returns whether it sends nothing. */
  public boolean isPaused() {
    return paused;
  }

  /** Sets whether it sends nothing. What is written meanwhile is sent later. */
  public void pause(boolean on) {
    paused = on;
  }

  /** Returns how much later than its write a change is sent. */
  public Duration delay() {
    return delay;
  }

  /** Sets how much later than its write a change is sent, by the clock of the first Region. */
  public void delay(Duration time) {
    delay = time;
  }

  /** Returns how many changes of a table have not been sent, at most a number. */
  public synchronized int pending(String name, int most) {
    TableState source = from.findTable(name);
    TableState target = to.findTable(name);
    if (source == null || target == null || source.stream() == null || !isLinked(source, target)) {
      return 0;
    }
    ReplicaVersions versions = from.absorbed(source);
    long through = progress(name, Objects.requireNonNull(delivered(target))).through();
    int pending = 0;
    for (ChangeRecord record : StreamFeed.after(source.stream(), through, null, most)) {
      pending += versions.version(record) == null ? 0 : 1;
    }
    return pending;
  }

  /** Forgets what belongs to other tables than these. */
  public synchronized void retain(Set<String> tables) {
    progress.keySet().retainAll(tables);
  }

  private boolean isLinked(TableState source, TableState target) {
    return from.isReplica(source, to.region()) && to.isReplica(target, from.region());
  }

  private @Nullable Long delivered(TableState target) {
    GlobalTableReplica setting = GlobalTableReplica.find(target.definition());
    return setting == null ? null : setting.delivered(from.region());
  }

  private Progress progress(String name, long delivered) {
    Progress known = progress.get(name);
    return known != null && known.base() == delivered
        ? known
        : new Progress(delivered, delivered, null);
  }

  /**
   * Sends the next changes of a table.
   *
   * @param atOnce whether those are sent, too, whose delay has not ended
   * @return whether there may be more to send
   */
  public synchronized boolean deliver(String name, boolean atOnce) {
    DatabaseState state = from.committer().state();
    TableState source = state.findTable(name);
    TableState target = to.findTable(name);
    if (paused || source == null || target == null || !target.isUsable()) {
      return false;
    }
    StreamState stream = source.stream();
    Long delivered = delivered(target);
    if (stream == null || delivered == null) {
      return false;
    }
    Progress known = progress(name, delivered);
    if (known.drained() == stream || !isLinked(source, target)) {
      return false;
    }
    ReplicaVersions versions = from.absorbed(source);
    if (!StreamFeed.isComplete(stream, known.through())) {
      reconcile(source, target, state.lastSequenceNumber());
      return true;
    }
    Instant due = atOnce || delay.isZero() ? null : from.clock().instant().minus(delay);
    List<ChangeRecord> records = StreamFeed.after(stream, known.through(), due, BATCH);
    if (records.isEmpty()) {
      boolean isEnd = due == null || StreamFeed.after(stream, known.through(), null, 1).isEmpty();
      progress.put(name, new Progress(delivered, known.through(), isEnd ? stream : null));
      return false;
    }
    send(name, delivered, records, deliveries(source, versions, records));
    return true;
  }

  private static List<Delivery> deliveries(
      TableState source, ReplicaVersions versions, List<ChangeRecord> records) {
    List<Delivery> deliveries = new ArrayList<>();
    for (ChangeRecord record : records) {
      ReplicaVersion version = versions.version(record);
      if (version != null) {
        deliveries.add(
            new Delivery(
                record.sequenceNumber(), versions.key(source, record), record.newItem(), version));
      }
    }
    return deliveries;
  }

  private void send(
      String name, long delivered, List<ChangeRecord> records, List<Delivery> deliveries) {
    long last = records.get(records.size() - 1).sequenceNumber();
    boolean applied =
        !deliveries.isEmpty()
            && to.committer().commit(null, draft -> apply(draft, name, deliveries, last));
    if (!applied) {
      progress.put(name, new Progress(delivered, last, null));
    }
  }

  /** Returns whether everything has been sent that a table contains. */
  public synchronized boolean isDrained(TableState source) {
    String name = source.definition().name();
    TableState target = to.findTable(name);
    Long delivered = target == null ? null : delivered(target);
    StreamState stream = source.stream();
    if (paused || delivered == null || stream == null) {
      return false;
    }
    ReplicaVersions versions = from.absorbed(source);
    long through = progress(name, delivered).through();
    if (!StreamFeed.isComplete(stream, through)) {
      return false;
    }
    List<ChangeRecord> records = StreamFeed.after(stream, through, null, BATCH);
    while (!records.isEmpty()) {
      for (ChangeRecord record : records) {
        if (versions.version(record) != null) {
          return false;
        }
        through = record.sequenceNumber();
      }
      records = StreamFeed.after(stream, through, null, BATCH);
    }
    return true;
  }

  /**
   * Applies changes in a commit of the other Region.
   *
   * @param last the sequence number up to which the table has the changes then; null if more follow
   * @return whether anything has changed, if only the version of an item
   */
  private boolean apply(
      StateDraft draft, String name, List<Delivery> deliveries, @Nullable Long last) {
    TableState target = draft.state().findTable(name);
    GlobalTableReplica setting =
        target == null ? null : GlobalTableReplica.find(target.definition());
    if (target == null || setting == null || !target.isUsable()) {
      return false;
    }
    ReplicaVersions versions = to.absorbed(target);
    long delivered = last == null ? -1 : setting.delivered(from.region());
    TableDraft table = Objects.requireNonNull(draft.findTable(name));
    boolean applied = false;
    List<Unrecorded> unrecorded = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      long sequence = draft.upcomingSequenceNumber();
      if (delivery.sequence() > delivered && apply(table, versions, delivery, sequence)) {
        applied = true;
        if (draft.upcomingSequenceNumber() == sequence) {
          unrecorded.add(new Unrecorded(delivery.key(), delivery.version(), sequence));
        }
      }
    }
    if (!unrecorded.isEmpty()) {
      TableState now = Objects.requireNonNull(draft.state().findTable(name));
      draft.putTable(
          now.withDefinition(
              now.definition().toBuilder()
                  .setting(UnrecordedVersions.after(now.definition(), unrecorded))
                  .build()));
    }
    if (applied && last != null) {
      acknowledge(draft, name, last);
    }
    return applied;
  }

  private boolean apply(
      TableDraft table, ReplicaVersions versions, Delivery delivery, long sequence) {
    byte[] key = delivery.key();
    Item item = delivery.item();
    ReplicaVersion version = delivery.version();
    Item before = table.find(key);
    if (!isGreater(version, versions.find(key), Objects.equals(before, item))) {
      return false;
    }
    try {
      if (before != null || item != null) {
        ChangeSource source = new ChangeSource(version.region(), version.time());
        var unused =
            table.write(key, before, item == null ? null : table.layout().keyed(item), source);
      }
    } catch (FaultException e) {
      return false; // the item collection would be too large in this Region
    }
    versions.put(key, version, sequence);
    return true;
  }

  /**
   * Returns whether a version wins. One that is not known is older than one that was written in the
   * other Region, and newer than all else. The same version wins if the item is another: the log of
   * the other Region has dropped it.
   */
  private boolean isGreater(
      ReplicaVersion version, @Nullable ReplicaVersion present, boolean sameItem) {
    if (version.time() == ReplicaVersion.UNKNOWN) {
      return !sameItem && (present == null || !present.region().equals(to.region()));
    }
    int order = present == null ? 1 : version.compareTo(present);
    return order > 0 || (order == 0 && !sameItem);
  }

  private void acknowledge(StateDraft draft, String name, long last) {
    TableState target = draft.state().findTable(name);
    GlobalTableReplica setting =
        target == null ? null : GlobalTableReplica.find(target.definition());
    if (target != null && setting != null) {
      draft.putTable(
          target.withDefinition(
              target.definition().toBuilder()
                  .setting(setting.delivered(from.region(), last))
                  .build()));
    }
  }

  /**
   * Compares the items of both replicas, because the stream does not have all changes any longer,
   * and applies those of the first one that win.
   *
   * @param last the sequence number of the state of the first Region
   */
  private void reconcile(TableState source, TableState target, long last) {
    String name = source.definition().name();
    ReplicaVersions theirs = to.absorbed(target);
    ReplicaVersions ours = from.absorbed(source);
    List<Delivery> deliveries = new ArrayList<>();
    for (byte[] key : ours.keys()) {
      ReplicaVersion version = ours.find(key);
      if (version != null && source.items().find(key) == null && target.items().find(key) == null) {
        deliveries.add(new Delivery(last, key, null, version));
      }
    }
    TreeDifference.compare(
        target.items(),
        source.items(),
        (key, length, before, after) -> {
          byte[] copy = Arrays.copyOf(key, length);
          ReplicaVersion known = ours.find(copy);
          ReplicaVersion version = known == null ? ReplicaVersion.unknown(from.region()) : known;
          if (!Objects.equals(before, after) && isGreater(version, theirs.find(copy), false)) {
            deliveries.add(new Delivery(last, copy, after, version));
          }
        });
    for (int i = 0; i < deliveries.size(); i += BATCH) {
      List<Delivery> batch = deliveries.subList(i, Math.min(deliveries.size(), i + BATCH));
      to.committer().commit(null, draft -> apply(draft, name, batch, null));
    }
    to.committer()
        .commit(
            null,
            draft -> {
              acknowledge(draft, name, last);
              return draft;
            });
  }
}
