package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import org.jspecify.annotations.Nullable;

/**
 * A shard of a stream: the changes of the item collections whose partition hash lies in its range.
 *
 * @param parentId the shard that this one continues; null for the first
 * @param firstHash lowest partition hash, as an unsigned number
 * @param lastHash highest partition hash, as an unsigned number
 * @param firstSequence the least sequence number that a record here may have
 * @param lastSequence the greatest one of a closed shard; -1 while the shard is open
 * @param records by their sequence number, 8 bytes, big-endian
 */
public record ShardState(
    String id,
    @Nullable String parentId,
    long firstHash,
    long lastHash,
    long firstSequence,
    long lastSequence,
    PersistentTree<StreamRecord> records) {

  public boolean isOpen() {
    return lastSequence < 0;
  }

  public ShardState withRecords(PersistentTree<StreamRecord> next) {
    return new ShardState(id, parentId, firstHash, lastHash, firstSequence, lastSequence, next);
  }
}
