package dev.monotable.engine.stream;

import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.TableDefinition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Creates streams, appends records, and closes and trims shards.
 *
 * <h2>Shards</h2>
 *
 * A shard has the changes of the item collections whose partition hash lies in its range. All
 * changes of a collection while the shard is open are in it, in order. When a shard has changes of
 * more collections than {@link Limits.Shard#maxCollections()} it is closed, and two child shards
 * take one half of them each. When it has been open for {@link Limits.Shard#maxOpenSeconds()}, one
 * child shard takes its whole range. A reader that finishes a shard before its children gets the
 * changes of each collection in order; otherwise the order is lost, as on AWS.
 *
 * <p>A write finds its shard by one search among the open ones, which are few, and copies one path
 * of the tree of all shards and one of the shard's records. Its cost does not grow with the stream.
 *
 * <h2>Trimming</h2>
 *
 * A record is kept for {@link Limits.Stream#retentionSeconds()}. Readers do not see older records.
 * They are removed in three ways: each write removes up to two, so that a busy stream stays bounded
 * by itself; {@link #maintain} removes the expired records of every shard, a bounded number at a
 * time; and a shard that has been closed for the whole retention time is removed as one.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html">Change
 *     data capture for DynamoDB Streams</a>
 */
public final class StreamWriter {
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final int TRIMMED_BY_A_WRITE = 2;

  private StreamWriter() {}

  /**
   * Returns a new stream of a table, with one open shard.
   *
   * @param state that the stream will be part of; the ARN is unique in it
   * @param firstSequence the least sequence number that its first record may have
   */
  public static StreamState create(
      DatabaseState state,
      TableDefinition table,
      StreamView view,
      Instant now,
      long firstSequence) {
    // Labels are times, and a test may freeze the clock and create several streams.
    Instant time = now;
    String label = LABEL.format(time);
    while (state.findStream(arn(table, label)) != null) {
      time = time.plusMillis(1);
      label = LABEL.format(time);
    }
    ShardState shard =
        ShardState.open(
            new ShardDefinition(shardId(now, firstSequence), null, 0, -1, firstSequence, now),
            PersistentTree.empty());
    return new StreamState(
        new StreamDefinition(arn(table, label), label, table.name(), table.keys(), view, now),
        null,
        PersistentTree.<ShardState>empty().with(shardKey(shard.id()), shard),
        PersistentTree.<byte[]>empty().with(hashKey(0), shardKey(shard.id())),
        0,
        Map.of());
  }

  private static String arn(TableDefinition table, String label) {
    return table.arn() + "/stream/" + label;
  }

  /**
   * Returns an id in the form of AWS: the time of creation in milliseconds, and a suffix that makes
   * it unique.
   */
  private static String shardId(Instant now, long sequence) {
    return String.format(
        Locale.ROOT, "shardId-%020d-%08x", now.toEpochMilli(), sequence & 0xffffffffL);
  }

  /** Returns the key of a shard in its stream. */
  public static byte[] shardKey(String id) {
    return id.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the key of a record in its shard. */
  public static byte[] recordKey(long sequenceNumber) {
    return ByteBuffer.allocate(Long.BYTES).putLong(sequenceNumber).array();
  }

  /** Returns the key of an open shard: the first hash of its range. */
  public static byte[] hashKey(long hash) {
    return ByteBuffer.allocate(Long.BYTES).putLong(hash).array();
  }

  /**
   * Returns the stream with one more record, in the open shard of the item's collection. The shard
   * is rolled or split first if that is due.
   *
   * @param change its primary key begins with the hash of its partition key
   */
  static StreamState append(
      StreamState stream, ItemChange change, Instant now, Limits limits, SequenceSource sequence) {
    byte[] hash = Arrays.copyOf(change.primaryKey(), Long.BYTES);
    StreamState next = stream;
    ShardState shard = openShard(next, hash);
    if (isOverdue(shard, now, limits)) {
      next = roll(next, shard, now, sequence);
      shard = openShard(next, hash);
    }
    PersistentTree<Boolean> collections = shard.collections();
    if (collections.find(hash) == null) {
      if (collections.size() < limits.shard().maxCollections()) {
        collections = collections.with(hash, Boolean.TRUE);
      } else if (next.open().size() < limits.shard().maxOpenShards()) {
        next = split(next, shard, hash, now, sequence);
        shard = openShard(next, hash);
        collections = shard.collections();
      }
    }
    long number = sequence.nextSequenceNumber();
    ChangeRecord record =
        new ChangeRecord(number, now, change.before(), change.after(), change.source());
    ShardState written =
        trimSome(
            shard.with(recordKey(number), record, collections),
            horizon(now, limits),
            TRIMMED_BY_A_WRITE);
    return next.withShards(
        next.shards().with(shardKey(shard.id()), written),
        next.bytes() + written.bytes() - shard.bytes());
  }

  private static ShardState openShard(StreamState stream, byte[] hash) {
    TreeCursor<byte[]> open = stream.open().cursor();
    if (!open.seekFloor(hash, hash.length)) {
      throw new IllegalStateException("no open shard for a partition hash");
    }
    return requireShard(stream, open.value());
  }

  private static ShardState requireShard(StreamState stream, byte[] key) {
    ShardState shard = stream.shards().find(key);
    if (shard == null) {
      throw new IllegalStateException("an open shard is not among the shards");
    }
    return shard;
  }

  private static boolean isOverdue(ShardState shard, Instant now, Limits limits) {
    return !now.isBefore(shard.openedAt().plusSeconds(limits.shard().maxOpenSeconds()));
  }

  /** Closes a shard; one child takes its range. */
  private static StreamState roll(
      StreamState stream, ShardState shard, Instant now, SequenceSource sequence) {
    long last = sequence.nextSequenceNumber();
    ShardState child =
        ShardState.open(
            new ShardDefinition(
                shardId(now, last), shard.id(), shard.firstHash(), shard.lastHash(), last + 1, now),
            PersistentTree.empty());
    return stream.withShards(
        stream
            .shards()
            .with(shardKey(shard.id()), shard.closed(last, now))
            .with(shardKey(child.id()), child),
        stream.open().with(hashKey(child.firstHash()), shardKey(child.id())));
  }

  /** Closes a shard; two children take half of its collections each, including the new one. */
  private static StreamState split(
      StreamState stream, ShardState shard, byte[] hash, Instant now, SequenceSource sequence) {
    List<byte[]> hashes = new ArrayList<>((int) shard.collections().size() + 1);
    TreeCursor<Boolean> seen = shard.collections().with(hash, Boolean.TRUE).cursor();
    for (boolean more = seen.first(); more; more = seen.next()) {
      hashes.add(seen.key());
    }
    int middle = hashes.size() / 2;
    long boundary = ByteBuffer.wrap(hashes.get(middle)).getLong();
    long last = sequence.nextSequenceNumber();
    // A number of its own for the second child, so that their ids differ.
    long first = sequence.nextSequenceNumber() + 1;
    ShardState lower =
        ShardState.open(
            new ShardDefinition(
                shardId(now, last), shard.id(), shard.firstHash(), boundary - 1, first, now),
            collections(hashes.subList(0, middle)));
    ShardState upper =
        ShardState.open(
            new ShardDefinition(
                shardId(now, last + 1), shard.id(), boundary, shard.lastHash(), first, now),
            collections(hashes.subList(middle, hashes.size())));
    return stream.withShards(
        stream
            .shards()
            .with(shardKey(shard.id()), shard.closed(last, now))
            .with(shardKey(lower.id()), lower)
            .with(shardKey(upper.id()), upper),
        stream
            .open()
            .with(hashKey(lower.firstHash()), shardKey(lower.id()))
            .with(hashKey(upper.firstHash()), shardKey(upper.id())));
  }

  private static PersistentTree<Boolean> collections(List<byte[]> hashes) {
    TreeEditor<Boolean> editor = PersistentTree.<Boolean>empty().edit();
    for (byte[] hash : hashes) {
      editor.put(hash, hash.length, Boolean.TRUE);
    }
    return editor.tree();
  }

  /**
   * Returns the stream disabled, with closed shards; the stream itself if it was disabled before.
   */
  public static StreamState close(StreamState stream, Instant now, SequenceSource sequence) {
    if (stream.closedAt() != null) {
      return stream;
    }
    PersistentTree<ShardState> shards = stream.shards();
    TreeCursor<byte[]> open = stream.open().cursor();
    for (boolean more = open.first(); more; more = open.next()) {
      ShardState shard = requireShard(stream, open.value());
      shards = shards.with(open.value(), shard.closed(sequence.nextSequenceNumber(), now));
    }
    return stream.closed(now, shards);
  }

  /**
   * Removes expired records and shards, and rolls shards that have been open long enough. Repeated
   * calls end.
   *
   * @param most records to remove at most
   * @return the stream itself if there is nothing to do
   */
  public static StreamState maintain(
      StreamState stream, Instant now, Limits limits, SequenceSource sequence, int most) {
    if (StreamReader.isGone(stream, horizon(now, limits))) {
      return stream.shards().isEmpty() ? stream : stream.withShards(PersistentTree.empty(), 0);
    }
    StreamState next = stream;
    int left = most;
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more && left > 0; more = shards.next()) {
      ShardState shard = shards.value();
      if (StreamReader.isGone(shard, horizon(now, limits))) {
        next =
            next.withShards(
                next.shards().without(shardKey(shard.id())), next.bytes() - shard.bytes());
        left--;
        continue;
      }
      ShardState trimmed = trimSome(shard, horizon(now, limits), left);
      if (trimmed != shard) {
        left -= (int) Math.min(left, shard.records().size() - trimmed.records().size());
        next =
            next.withShards(
                next.shards().with(shardKey(shard.id()), trimmed),
                next.bytes() + trimmed.bytes() - shard.bytes());
      }
      if (trimmed.isOpen() && isOverdue(trimmed, now, limits)) {
        next = roll(next, trimmed, now, sequence);
        left--;
      }
    }
    return next;
  }

  /** Returns whether {@link #maintain} has something to do. */
  public static boolean isMaintenanceDue(StreamState stream, Instant now, Limits limits) {
    Instant horizon = horizon(now, limits);
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      ShardState shard = shards.value();
      if (StreamReader.isGone(shard, horizon)
          || (shard.isOpen() && isOverdue(shard, now, limits))) {
        return true;
      }
      TreeCursor<ChangeRecord> records = shard.records().cursor();
      if (records.first() && StreamReader.isTrimmed(records.value(), horizon)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the time before which records have expired. */
  public static Instant horizon(Instant now, Limits limits) {
    return now.minusSeconds(limits.stream().retentionSeconds());
  }

  private static ShardState trimSome(ShardState shard, Instant horizon, int most) {
    TreeCursor<ChangeRecord> records = shard.records().cursor();
    if (!records.first() || !StreamReader.isTrimmed(records.value(), horizon)) {
      return shard;
    }
    TreeEditor<ChangeRecord> editor = shard.records().edit();
    long through = shard.trimmedThrough();
    long bytes = shard.bytes();
    int taken = 0;
    do {
      through = records.value().sequenceNumber();
      bytes -= records.value().bytes();
      byte[] key = records.key();
      editor.remove(key, key.length);
      taken++;
    } while (taken < most && records.next() && StreamReader.isTrimmed(records.value(), horizon));
    return shard.trimmed(editor.tree(), bytes, through);
  }
}
