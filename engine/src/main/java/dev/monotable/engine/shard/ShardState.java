package dev.monotable.engine.shard;

import dev.monotable.engine.storage.PersistentTree;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A shard of a stream: the changes of the item collections whose partition hash lies in its range.
 * An open shard is written to. A closed shard is only read, until its records expire.
 *
 * @param lastSequence the greatest sequence number of a closed shard; -1 while the shard is open
 * @param closedAt null while the shard is open
 * @param trimmedThrough the sequence number of the last record that was trimmed; one less than the
 *     first sequence number if none was
 * @param records those not trimmed yet, by their sequence number, 8 bytes, big-endian
 * @param bytes the sum of {@link ChangeRecord#bytes()} of the records
 * @param collections the item collections with changes in an open shard, by their partition hash, 8
 *     bytes, so that it knows when to split; empty in a closed shard
 */
public record ShardState(
    ShardDefinition definition,
    long lastSequence,
    @Nullable Instant closedAt,
    long trimmedThrough,
    PersistentTree<ChangeRecord> records,
    long bytes,
    PersistentTree<Boolean> collections) {

  /** Returns an open shard without records. */
  public static ShardState open(ShardDefinition definition, PersistentTree<Boolean> collections) {
    return new ShardState(
        definition,
        -1,
        null,
        definition.firstSequence() - 1,
        PersistentTree.empty(),
        0,
        collections);
  }

  /** Returns the shard ID. */
  public String id() {
    return definition.id();
  }

  /** Returns the ID of the parent shard; null if it has none. */
  public @Nullable String parentId() {
    return definition.parentId();
  }

  /** Returns the first hash of a partition key in the shard. */
  public long firstHash() {
    return definition.firstHash();
  }

  /** Returns the last hash of a partition key in the shard. */
  public long lastHash() {
    return definition.lastHash();
  }

  /** Returns the first sequence number of the shard. */
  public long firstSequence() {
    return definition.firstSequence();
  }

  /** Returns when the shard was opened. */
  public Instant openedAt() {
    return definition.openedAt();
  }

  /** Returns whether the shard accepts records. */
  public boolean isOpen() {
    return lastSequence < 0;
  }

  /** Returns this open shard with one more record and the item collections seen since. */
  public ShardState with(
      byte[] recordKey, ChangeRecord record, PersistentTree<Boolean> nextCollections) {
    return new ShardState(
        definition,
        lastSequence,
        closedAt,
        trimmedThrough,
        records.with(recordKey, record),
        bytes + record.bytes(),
        nextCollections);
  }

  /** Returns this shard with the records that are left after trimming, and their bytes. */
  public ShardState trimmed(PersistentTree<ChangeRecord> left, long leftBytes, long through) {
    return new ShardState(
        definition, lastSequence, closedAt, through, left, leftBytes, collections);
  }

  /** Returns this shard closed. */
  public ShardState closed(long lastSequenceNumber, Instant time) {
    return new ShardState(
        definition,
        lastSequenceNumber,
        time,
        trimmedThrough,
        records,
        bytes,
        PersistentTree.empty());
  }
}
