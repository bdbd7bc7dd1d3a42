package dev.monotable.engine.replica;

import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.StreamWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of all shards of a stream in the order of their sequence numbers. */
final class StreamFeed {
  private StreamFeed() {}

  /**
   * Returns the first records after a sequence number.
   *
   * @param through records that were written after this time are not returned, nor are those behind
   *     them; null returns all
   * @param most the number of records that are returned at most
   */
  static List<ChangeRecord> after(
      StreamState stream, long sequence, @Nullable Instant through, int most) {
    byte[] first = StreamWriter.recordKey(sequence + 1);
    List<ChangeRecord> found = new ArrayList<>();
    int shardsWithRecords = 0;
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      ShardState shard = shards.value();
      if (!shard.isOpen() && shard.lastSequence() <= sequence) {
        continue;
      }
      TreeCursor<ChangeRecord> records = shard.records().cursor();
      int count = 0;
      for (boolean any = records.seekCeiling(first, first.length);
          any && count < most;
          any = records.next()) {
        found.add(records.value());
        count++;
      }
      shardsWithRecords += count == 0 ? 0 : 1;
    }
    if (shardsWithRecords > 1) {
      found.sort(Comparator.comparingLong(ChangeRecord::sequenceNumber));
    }
    int count = Math.min(most, found.size());
    for (int i = 0; through != null && i < count; i++) {
      if (found.get(i).createdAt().isAfter(through)) {
        count = i;
      }
    }
    return found.subList(0, count);
  }

  /**
   * Returns whether a stream still has all records after a sequence number: none was removed to
   * stay within the memory of streams, or because it has expired.
   */
  static boolean isComplete(StreamState stream, long sequence) {
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      ShardState shard = shards.value();
      boolean trimmed = shard.trimmedThrough() >= shard.firstSequence();
      String parent = shard.parentId();
      boolean orphaned =
          parent != null
              && shard.firstSequence() - 1 > sequence
              && stream.shards().find(StreamWriter.shardKey(parent)) == null;
      if ((trimmed && shard.trimmedThrough() > sequence) || orphaned) {
        return false;
      }
    }
    return true;
  }

  /** Returns the sequence number of the first record that the stream still has. */
  static long firstSequence(StreamState stream) {
    long least = Long.MAX_VALUE;
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      TreeCursor<ChangeRecord> records = shards.value().records().cursor();
      if (records.first()) {
        least = Math.min(least, records.value().sequenceNumber());
      }
    }
    return least;
  }
}
