package dev.monotable.engine.kinesis;

import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a table that its Kinesis destinations have not received: {@link
 * TableState#capture}. They have the form of a stream, so that they are logged, counted and trimmed
 * as stream records are. A destination is a shard, which takes all changes while the destination
 * captures, and is removed with the destination. No open shard has a part of the hashes, so the
 * stream is closed. A record is removed when the Kinesis data stream has it, or when it is too old.
 */
public final class Captures {
  private Captures() {}

  /**
   * Returns a table with a shard for each of its destinations.
   *
   * @param firstSequence the least sequence number that the next record may have
   */
  public static TableState withShards(TableState table, Instant now, long firstSequence) {
    TableDefinition definition = table.definition();
    KinesisDestinations setting = KinesisDestinations.of(definition);
    StreamState capture = table.capture();
    if (capture == null) {
      // The ID of the table distinguishes it from those of former tables with this name.
      String arn = definition.arn() + "/kinesis/" + definition.id();
      capture =
          new StreamState(
              new StreamDefinition(
                  arn,
                  definition.id(),
                  definition.name(),
                  definition.keys(),
                  StreamView.NEW_AND_OLD_IMAGES,
                  now),
              now,
              PersistentTree.empty(),
              PersistentTree.empty(),
              0,
              Map.of());
    }
    StreamState next = capture;
    for (KinesisDestination destination : setting.destinations()) {
      byte[] key = StreamWriter.shardKey(destination.streamArn());
      if (next.shards().find(key) == null) {
        ShardState shard =
            ShardState.open(
                new ShardDefinition(destination.streamArn(), null, 0, -1, firstSequence, now),
                PersistentTree.empty());
        next = next.withShards(next.shards().with(key, shard), next.bytes());
      }
    }
    TreeCursor<ShardState> shards = capture.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      ShardState shard = shards.value();
      if (setting.find(shard.id()) == null) {
        next = next.withShards(next.shards().without(shards.key()), next.bytes() - shard.bytes());
      }
    }
    return table.withCapture(next);
  }

  /** Returns the shard of a destination; null if it does not exist. */
  public static @Nullable ShardState find(@Nullable StreamState capture, String streamArn) {
    return capture == null ? null : capture.shards().find(StreamWriter.shardKey(streamArn));
  }

  static ShardState require(StreamState capture, String streamArn) {
    ShardState shard = find(capture, streamArn);
    if (shard == null) {
      throw new IllegalStateException("no shard of the destination " + streamArn);
    }
    return shard;
  }

  static StreamState with(StreamState capture, ShardState before, ShardState after) {
    return capture.withShards(
        capture.shards().with(StreamWriter.shardKey(after.id()), after),
        capture.bytes() + after.bytes() - before.bytes());
  }

  /**
   * Returns a table without some of the records of a destination.
   *
   * @param sequenceNumbers of the records; those that do not exist are ignored
   */
  public static TableState without(TableState table, String streamArn, long[] sequenceNumbers) {
    StreamState capture = table.capture();
    ShardState shard = find(capture, streamArn);
    if (capture == null || shard == null) {
      return table;
    }
    TreeEditor<ChangeRecord> records = shard.records().edit();
    long bytes = shard.bytes();
    for (long number : sequenceNumbers) {
      byte[] key = StreamWriter.recordKey(number);
      ChangeRecord removed = records.remove(key, key.length);
      bytes -= removed == null ? 0 : removed.bytes();
    }
    return bytes == shard.bytes()
        ? table
        : table.withCapture(
            with(capture, shard, shard.trimmed(records.tree(), bytes, shard.trimmedThrough())));
  }

  /** Returns a table without any of these records. */
  public static TableState withoutRecords(TableState table) {
    return withoutExpired(table, Instant.MAX, Integer.MAX_VALUE);
  }

  /**
   * Returns a table without the records from before a time, and the same table if there are none.
   *
   * @param most the maximum number of records to remove
   */
  public static TableState withoutExpired(TableState table, Instant horizon, int most) {
    StreamState capture = table.capture();
    if (capture == null || capture.bytes() == 0) {
      return table;
    }
    StreamState next = capture;
    int left = most;
    TreeCursor<ShardState> shards = capture.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      ShardState shard = shards.value();
      TreeEditor<ChangeRecord> editor = shard.records().edit();
      long bytes = shard.bytes();
      TreeCursor<ChangeRecord> records = shard.records().cursor();
      for (boolean any = records.first();
          any && left > 0 && records.value().createdAt().isBefore(horizon);
          any = records.next()) {
        byte[] key = records.key();
        editor.remove(key, key.length);
        bytes -= records.value().bytes();
        left--;
      }
      if (bytes != shard.bytes()) {
        next = with(next, shard, shard.trimmed(editor.tree(), bytes, shard.trimmedThrough()));
      }
    }
    return next == capture ? table : table.withCapture(next);
  }
}
