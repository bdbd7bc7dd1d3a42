package dev.monotable.engine.stream;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.ShardState;
import dev.monotable.engine.table.StreamRecord;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.StreamView;
import dev.monotable.engine.table.TableDefinition;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Makes streams and appends to them. */
public final class StreamWriter {
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private StreamWriter() {}

  /**
   * A new stream of a table, with one open shard.
   *
   * @param firstSequence the sequence number that its first record will have at the least
   */
  public static StreamState create(
      TableDefinition table, StreamView view, Instant now, long firstSequence) {
    String label = LABEL.format(now);
    return new StreamState(
        table.arn() + "/stream/" + label,
        label,
        table.name(),
        table.keys(),
        view,
        now,
        null,
        List.of(
            new ShardState(
                shardId(now, firstSequence),
                null,
                0,
                -1,
                firstSequence,
                -1,
                PersistentTree.empty())));
  }

  static String shardId(Instant now, long sequence) {
    return String.format("shardId-%020d-%08x", now.toEpochMilli(), sequence & 0xffffffffL);
  }

  /** The key of a record in its shard. */
  public static byte[] recordKey(long sequenceNumber) {
    return ByteBuffer.allocate(Long.BYTES).putLong(sequenceNumber).array();
  }

  /**
   * The stream with one more record, in the open shard of the item's collection.
   *
   * @param primaryKey of the item that changed; begins with the hash of its partition key
   */
  public static StreamState append(StreamState stream, byte[] primaryKey, StreamRecord record) {
    List<ShardState> shards = stream.shards();
    long hash = ByteBuffer.wrap(primaryKey).getLong();
    for (int i = shards.size() - 1; i >= 0; i--) {
      ShardState shard = shards.get(i);
      if (shard.isOpen()
          && Long.compareUnsigned(shard.firstHash(), hash) <= 0
          && Long.compareUnsigned(hash, shard.lastHash()) <= 0) {
        List<ShardState> next = new ArrayList<>(shards);
        next.set(
            i,
            shard.withRecords(
                shard.records().with(recordKey(record.sequenceNumber()), record)));
        return stream.withShards(next);
      }
    }
    throw new IllegalStateException("no open shard for a partition hash");
  }
}
