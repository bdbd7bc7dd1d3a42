package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Removes stream records before their retention time, because the records of all streams take too
 * much memory or because too many streams remain of deleted tables. For one use by one thread.
 *
 * <h2>Order</h2>
 *
 * The records of streams to which nothing writes any longer are removed first: those of deleted
 * tables, and disabled ones. Then follow the records of all other streams, and those that wait for
 * a Kinesis destination. Within each group, the oldest record goes first. A shard keeps the
 * sequence number of its last removed record, so a reader that is too late gets a
 * TrimmedDataAccessException, as after 24 hours. A stream of a deleted table is removed with its
 * last record, and before all others if it has none.
 *
 * <h2>Cost</h2>
 *
 * Finding the oldest record means reading the first record of each shard. So a trimmer removes more
 * than it has to: up to a batch of {@link Limits.Commit#maxItems()} records, but not more than an
 * eighth of the bound. So each write causes a small part of one search. A write that does not
 * exceed the bound causes one comparison.
 */
final class StreamTrimmer {
  private final DatabaseState state;

  /** The bytes at which to stop if a batch is complete. */
  private final long enoughBytes;

  /** The bytes at which to stop in any case. */
  private final long targetBytes;

  /** The number of closed streams at which to stop. */
  private final long targetClosed;

  private final int batch;
  private final int most;

  private long bytes;
  private long closed;

  /** The tables that were changed, by their names. */
  private final Map<String, TableState> changed = new HashMap<>();

  private int removed;

  private StreamTrimmer(DatabaseState state, long maxBytes, Limits limits, int most) {
    this.state = state;
    this.bytes = state.streamBytes();
    this.closed = state.closedStreams().size();
    this.enoughBytes = maxBytes;
    this.targetBytes = bytes > maxBytes ? maxBytes - maxBytes / 8 : maxBytes;
    int maxClosed = limits.memory().maxClosedStreams();
    this.targetClosed = closed > maxClosed ? maxClosed - maxClosed / 8 : maxClosed;
    this.batch = limits.commit().maxItems();
    this.most = most;
  }

  /** Returns whether a state exceeds a bound. */
  static boolean isDue(DatabaseState state, long maxBytes, Limits limits) {
    return state.streamBytes() > maxBytes
        || state.closedStreams().size() > limits.memory().maxClosedStreams();
  }

  /**
   * Returns a state within the bounds, as far as removing records can achieve that.
   *
   * @param maxBytes the bytes of heap that the records may take
   * @param most the maximum number of records to remove
   */
  static DatabaseState trim(DatabaseState state, long maxBytes, Limits limits, int most) {
    return new StreamTrimmer(state, maxBytes, limits, most).trim();
  }

  private boolean isDone() {
    return removed >= most
        || (closed <= targetClosed
            && (bytes <= targetBytes || (bytes <= enoughBytes && removed >= batch)));
  }

  private DatabaseState trim() {
    DatabaseState.Builder next = state.toBuilder();
    List<Stream> empty = new ArrayList<>();
    List<Stream> ended = new ArrayList<>();
    TreeCursor<StreamState> streams = state.closedStreams().cursor();
    for (boolean more = streams.first(); more; more = streams.next()) {
      Stream stream = new Stream(streams.value(), null);
      (stream.shards.isEmpty() ? empty : ended).add(stream);
    }
    empty.sort(Comparator.comparingLong(stream -> stream.lastSequence));
    for (int i = 0; i < empty.size() && !isDone(); i++) {
      empty.get(i).remove();
      empty.get(i).finish(next);
    }
    addTables(ended, false);
    trim(ended, next);
    if (bytes > enoughBytes && !isDone()) {
      List<Stream> written = new ArrayList<>();
      addTables(written, true);
      trim(written, next);
    }
    return next.build();
  }

  /** Adds the streams of tables that have records. */
  private void addTables(List<Stream> streams, boolean enabled) {
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      StreamState stream = tables.value().stream();
      if (stream != null && stream.bytes() > 0 && (stream.closedAt() == null) == enabled) {
        streams.add(new Stream(stream, tables.value()));
      }
      StreamState capture = tables.value().capture();
      if (enabled && capture != null && capture.bytes() > 0) {
        streams.add(new Stream(capture, tables.value()));
      }
    }
  }

  /** Removes the oldest records of these streams until enough are removed or none is left. */
  private void trim(List<Stream> streams, DatabaseState.Builder next) {
    PriorityQueue<Shard> oldest = new PriorityQueue<>();
    for (Stream stream : streams) {
      oldest.addAll(stream.shards);
    }
    Shard shard;
    while (!isDone() && (shard = oldest.poll()) != null) {
      if (shard.removeFirst()) {
        oldest.add(shard);
      } else {
        shard.stream.removeShard();
      }
    }
    for (Stream stream : streams) {
      stream.finish(next);
    }
  }

  /** A stream whose records are removed. */
  private final class Stream {
    private final StreamState stream;

    /** The table that refers to the stream; null if none does. */
    private final @Nullable TableState table;

    /** The shards that had records. */
    private final List<Shard> shards = new ArrayList<>(1);

    private int shardsLeft;
    private long lastSequence;

    Stream(StreamState stream, @Nullable TableState table) {
      this.stream = stream;
      this.table = table;
      TreeCursor<ShardState> cursor = stream.shards().cursor();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        lastSequence = Math.max(lastSequence, cursor.value().lastSequence());
        if (!cursor.value().records().isEmpty()) {
          shards.add(new Shard(this, cursor.value()));
        }
      }
      this.shardsLeft = shards.size();
    }

    /** Counts a shard whose last record was removed, and the stream if it was the last shard. */
    void removeShard() {
      shardsLeft--;
      if (shardsLeft == 0 && table == null) {
        remove();
      }
    }

    /** Counts the stream, which has no records, as removed. */
    void remove() {
      closed--;
      bytes -= stream.totalBytes() - stream.bytes();
    }

    /** Adds what is left of the stream to the next state. */
    void finish(DatabaseState.Builder next) {
      if (table == null && shardsLeft == 0) {
        next.withoutClosedStream(stream.arn());
        return;
      }
      StreamState left = stream;
      for (Shard shard : shards) {
        left = shard.finish(left);
      }
      if (left == stream) {
        return;
      }
      if (table == null) {
        next.closedStream(left);
      } else {
        String name = table.definition().name();
        TableState latest = changed.getOrDefault(name, table);
        TableState after =
            stream == table.capture() ? latest.withCapture(left) : latest.withStream(left);
        changed.put(name, after);
        next.table(latest, after);
      }
    }
  }

  /** A shard whose records are removed. The shard with the oldest record is the least. */
  private final class Shard implements Comparable<Shard> {
    private final Stream stream;
    private final ShardState shard;
    private final TreeCursor<ChangeRecord> records;
    private @Nullable TreeEditor<ChangeRecord> editor;
    private long trimmedThrough;
    private long removedBytes;

    Shard(Stream stream, ShardState shard) {
      this.stream = stream;
      this.shard = shard;
      this.records = shard.records().cursor();
      records.first();
    }

    @Override
    public int compareTo(Shard other) {
      return Long.compare(records.value().sequenceNumber(), other.records.value().sequenceNumber());
    }

    /** Removes the oldest record and returns whether there are others. */
    boolean removeFirst() {
      TreeEditor<ChangeRecord> edited = editor;
      if (edited == null) {
        edited = shard.records().edit();
        editor = edited;
      }
      ChangeRecord record = records.value();
      trimmedThrough = record.sequenceNumber();
      byte[] key = StreamWriter.recordKey(trimmedThrough);
      edited.remove(key, key.length);
      removedBytes += record.bytes();
      bytes -= record.bytes();
      removed++;
      return records.next();
    }

    /** Returns a stream with what is left of this shard. */
    StreamState finish(StreamState of) {
      TreeEditor<ChangeRecord> edited = editor;
      if (edited == null) {
        return of;
      }
      ShardState left = shard.trimmed(edited.tree(), shard.bytes() - removedBytes, trimmedThrough);
      return of.withShards(
          of.shards().with(StreamWriter.shardKey(shard.id()), left), of.bytes() - removedBytes);
    }
  }
}
