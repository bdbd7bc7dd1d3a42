package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A shard of a stream: the changes of the item collections whose partition hash lies in its range.
 * An open shard is written to; a closed one is only read, until its records are past keeping.
 *
 * @param parentId the shard that this one continues; null for the first. It stays the name of the
 *     parent after that is gone
 * @param firstHash lowest partition hash, as an unsigned number
 * @param lastHash highest partition hash, as an unsigned number
 * @param firstSequence the least sequence number that a record here may have
 * @param lastSequence the greatest one of a closed shard; -1 while the shard is open
 * @param closedAt null while the shard is open
 * @param trimmedThrough the sequence number of the last record that was trimmed; one less than the
 *     first while none was
 * @param records those not trimmed yet, by their sequence number, 8 bytes, big-endian
 * @param collections the item collections that an open shard has seen, by their partition hash, 8
 *     bytes, so that it knows when to split; empty in a closed shard
 */
public record ShardState(
    String id,
    @Nullable String parentId,
    long firstHash,
    long lastHash,
    long firstSequence,
    long lastSequence,
    Instant openedAt,
    @Nullable Instant closedAt,
    long trimmedThrough,
    PersistentTree<ChangeRecord> records,
    PersistentTree<Boolean> collections) {

  /** A shard that is open and has nothing yet. */
  public static ShardState open(
      String id,
      @Nullable String parentId,
      long firstHash,
      long lastHash,
      long firstSequence,
      Instant openedAt,
      PersistentTree<Boolean> collections) {
    return new ShardState(
        id,
        parentId,
        firstHash,
        lastHash,
        firstSequence,
        -1,
        openedAt,
        null,
        firstSequence - 1,
        PersistentTree.empty(),
        collections);
  }

  public boolean isOpen() {
    return lastSequence < 0;
  }

  /** This open shard with other records and other collections seen. */
  public ShardState with(
      PersistentTree<ChangeRecord> nextRecords, PersistentTree<Boolean> nextCollections) {
    return new ShardState(
        id,
        parentId,
        firstHash,
        lastHash,
        firstSequence,
        lastSequence,
        openedAt,
        closedAt,
        trimmedThrough,
        nextRecords,
        nextCollections);
  }

  /** This shard with the records that are left after trimming. */
  public ShardState trimmed(PersistentTree<ChangeRecord> left, long through) {
    return new ShardState(
        id,
        parentId,
        firstHash,
        lastHash,
        firstSequence,
        lastSequence,
        openedAt,
        closedAt,
        through,
        left,
        collections);
  }

  /** This shard closed. */
  public ShardState closed(long lastSequenceNumber, Instant time) {
    return new ShardState(
        id,
        parentId,
        firstHash,
        lastHash,
        firstSequence,
        lastSequenceNumber,
        openedAt,
        time,
        trimmedThrough,
        records,
        PersistentTree.empty());
  }
}
