package dev.monotable.engine.stream;

import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of the streams that readers see at a time. Expired records, shards and streams are
 * invisible even before they are removed.
 */
public final class StreamReader {
  private StreamReader() {}

  /**
   * Returns the stream of that ARN; null if it does not exist or has expired.
   *
   * @param horizon records from before this time have expired
   */
  public static @Nullable StreamState find(DatabaseState state, String arn, Instant horizon) {
    StreamState stream = state.findStream(arn);
    return stream == null || isGone(stream, horizon) ? null : stream;
  }

  /** Returns whether a stream was turned off so long ago that all its records have expired. */
  public static boolean isGone(StreamState stream, Instant horizon) {
    return stream.closedAt() != null && stream.closedAt().isBefore(horizon);
  }

  /** Returns the shard of that id; null if it does not exist or has expired. */
  public static @Nullable ShardState findShard(StreamState stream, String id, Instant horizon) {
    ShardState shard = stream.shards().find(StreamWriter.shardKey(id));
    return shard == null || isGone(shard, horizon) ? null : shard;
  }

  /** Returns whether a shard was closed so long ago that all its records have expired. */
  public static boolean isGone(ShardState shard, Instant horizon) {
    return shard.closedAt() != null && shard.closedAt().isBefore(horizon);
  }

  /** Returns whether a record has expired. */
  public static boolean isTrimmed(ChangeRecord record, Instant horizon) {
    return record.createdAt().isBefore(horizon);
  }

  /**
   * Returns the sequence number of the last expired record; one less than the first sequence number
   * if none has expired.
   */
  public static long trimmedThrough(ShardState shard, Instant horizon) {
    long through = shard.trimmedThrough();
    TreeCursor<ChangeRecord> records = shard.records().cursor();
    for (boolean more = records.first();
        more && isTrimmed(records.value(), horizon);
        more = records.next()) {
      through = records.value().sequenceNumber();
    }
    return through;
  }
}
