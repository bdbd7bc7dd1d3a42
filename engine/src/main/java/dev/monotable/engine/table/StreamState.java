package dev.monotable.engine.table;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a table: its shards with their records. Turning a stream off and on again makes
 * another stream.
 *
 * @param label the time of its making, as the last part of the ARN
 * @param tableName of the table that it tells of
 * @param keys of that table
 * @param closedAt when it was turned off; null while it is on
 * @param shards in the order of their making
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamDescription.html">StreamDescription</a>
 */
public record StreamState(
    String arn,
    String label,
    String tableName,
    KeySchema keys,
    StreamView view,
    Instant createdAt,
    @Nullable Instant closedAt,
    List<ShardState> shards) {
  public StreamState {
    shards = List.copyOf(shards);
  }

  public StreamState withShards(List<ShardState> next) {
    return new StreamState(arn, label, tableName, keys, view, createdAt, closedAt, next);
  }

  /** This stream turned off; at the time when it was first turned off, if it was before. */
  public StreamState closedAt(Instant time) {
    return closedAt != null
        ? this
        : new StreamState(arn, label, tableName, keys, view, createdAt, time, shards);
  }
}
