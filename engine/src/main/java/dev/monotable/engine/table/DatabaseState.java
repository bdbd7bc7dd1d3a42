package dev.monotable.engine.table;

import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.storage.TreeCursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A whole database as one immutable value. A write is a function from one state to the next, and a
 * snapshot is a reference to a state. How a state becomes visible is documented at {@code
 * dev.monotable.engine.commit.Committer}.
 *
 * <h2>Adding a piece of state</h2>
 *
 * All pieces are listed in this class and nowhere else. A new one, such as the backups, is
 *
 * <ol>
 *   <li>an immutable value of its owner, such as a {@link PersistentTree} of {@code BackupState};
 *   <li>a component here, for which {@link Builder} then has a method;
 *   <li>in the owner: {@code draft.state(draft.state().toBuilder().backups(next).build())} within a
 *       commit.
 * </ol>
 *
 * Every other commit carries it along, and so do {@code snapshot()}, {@code fork()} and {@code
 * restore()}. A piece that belongs to one table is added to {@link TableState} in the same way.
 *
 * @param tables the tables by the UTF-8 bytes of their names, which is the order of ListTables
 * @param tokens the tokens of transactions, by the UTF-8 bytes of the token
 * @param holds the items that transactions hold, by {@link ItemHold#key}
 * @param closedStreams the streams that were disabled, and those of deleted tables, by the UTF-8
 *     bytes of their ARN. They stay readable for as long as they have records
 * @param backups the backups by {@link BackupState#key()}, which is the order of ListBackups.
 *     Expired ones may still be there
 * @param transfers the exports, imports and bulk operations, by {@link TransferState.Kind#key}:
 *     those of a kind in the order in which they began
 * @param buckets the buckets in memory, by {@link BucketState#key}. They are not written: after a
 *     restart there are none
 * @param objectBytes the approximate bytes of heap of all buckets and their objects
 * @param streamBytes the approximate bytes of heap of all stream records, and of the streams that
 *     no table refers to: everything that is removed when stream records take too much memory
 * @param historyBytes the approximate bytes of heap that the histories of all tables need
 * @param lastSequenceNumber the sequence number of the newest stream record
 * @param nextChange the time at which the next pending change of a table ends, or an earlier time;
 *     null if no such time is known
 */
public record DatabaseState(
    PersistentTree<TableState> tables,
    TimedMap<TransactionToken> tokens,
    TimedMap<ItemHold> holds,
    PersistentTree<StreamState> closedStreams,
    PersistentTree<BackupState> backups,
    PersistentTree<TransferState> transfers,
    PersistentTree<BucketState> buckets,
    long objectBytes,
    long streamBytes,
    long historyBytes,
    long lastSequenceNumber,
    @Nullable Instant nextChange) {
  /** A database without tables. */
  public static final DatabaseState EMPTY =
      new DatabaseState(
          PersistentTree.empty(),
          TimedMap.empty(),
          TimedMap.empty(),
          PersistentTree.empty(),
          PersistentTree.empty(),
          PersistentTree.empty(),
          PersistentTree.empty(),
          0,
          0,
          0,
          0,
          null);

  private static final String BEFORE_TABLE = ":table/";
  private static final String BEFORE_STREAM = "/stream/";

  /**
   * The keys of names that were looked up recently, by the hash of the name: almost every request
   * names a table that others have named. A race only encodes a name twice.
   */
  private static final @Nullable EncodedName[] RECENT_NAMES = new EncodedName[1 << 8];

  /** The longest name that is kept, so that the kept names take bounded memory. */
  private static final int MAX_KEPT_NAME = 255;

  /** Returns a builder that starts from this state. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Makes the next state of a database. */
  public static final class Builder extends DatabaseStateBuilder {
    private Builder(DatabaseState from) {
      super(from);
    }

    /** Adds a table, in place of one of the same name. */
    public Builder table(TableState table) {
      byte[] key = tableKey(table.definition().name());
      return table(tables.find(key), table);
    }

    /**
     * Adds a table, in place of a known state of it.
     *
     * @param before the state of the table that is replaced; null if the table is new
     */
    public Builder table(@Nullable TableState before, TableState after) {
      tables = tables.with(tableKey(after.definition().name()), after);
      streamBytes += recordBytes(after) - recordBytes(before);
      historyBytes += historyBytes(after) - historyBytes(before);
      return this;
    }

    /** Removes a table. Its stream has to be added as a closed one, or is removed as well. */
    public Builder withoutTable(String name) {
      byte[] key = tableKey(name);
      TableState table = tables.find(key);
      streamBytes -= recordBytes(table);
      historyBytes -= historyBytes(table);
      tables = tables.without(key);
      return this;
    }

    private static long recordBytes(@Nullable TableState table) {
      if (table == null) {
        return 0;
      }
      StreamState stream = table.stream();
      StreamState capture = table.capture();
      return (stream == null ? 0 : stream.bytes()) + (capture == null ? 0 : capture.bytes());
    }

    private static long historyBytes(@Nullable TableState table) {
      TableHistory history = table == null ? null : table.history();
      return history == null ? 0 : history.heapBytes();
    }

    /** Adds a stream that no table writes to any longer, in place of one of the same ARN. */
    public Builder closedStream(StreamState stream) {
      withoutClosedStream(stream.arn());
      closedStreams = closedStreams.with(streamKey(stream.arn()), stream);
      streamBytes += stream.totalBytes();
      return this;
    }

    /** Removes a stream that no table writes to. */
    public Builder withoutClosedStream(String arn) {
      byte[] key = streamKey(arn);
      StreamState stream = closedStreams.find(key);
      if (stream != null) {
        closedStreams = closedStreams.without(key);
        streamBytes -= stream.totalBytes();
      }
      return this;
    }

    /** Adds a backup. */
    public Builder backup(BackupState backup) {
      backups = backups.with(backup.key(), backup);
      return this;
    }

    /**
     * Adds a bucket, in place of a known state of it.
     *
     * @param before the state of the bucket that is replaced; null if the bucket is new
     */
    public Builder bucket(@Nullable BucketState before, BucketState after) {
      buckets = buckets.with(BucketState.key(after.name()), after);
      objectBytes += after.heapBytes() - (before == null ? 0 : before.heapBytes());
      return this;
    }

    /** Removes a backup. */
    public Builder withoutBackup(BackupState backup) {
      backups = backups.without(backup.key());
      return this;
    }
  }

  /** Returns the table of that name, or null. */
  public @Nullable TableState findTable(String name) {
    return tables.find(tableKey(name));
  }

  /** A name of a table and its key. Has only final fields, so that it is safe to race. */
  private record EncodedName(String name, byte[] key) {}

  /** Returns the key of a table in {@link #tables}; not to be modified. */
  public static byte[] tableKey(String name) {
    int slot = name.hashCode() & RECENT_NAMES.length - 1;
    EncodedName recent = RECENT_NAMES[slot];
    if (recent != null && recent.name.equals(name)) {
      return recent.key;
    }
    byte[] key = name.getBytes(StandardCharsets.UTF_8);
    if (name.length() <= MAX_KEPT_NAME) {
      RECENT_NAMES[slot] = new EncodedName(name, key);
    }
    return key;
  }

  /**
   * Returns whether a transaction holds an item.
   *
   * @param clock is read only if anything is held
   */
  public boolean isHeld(TableDefinition table, byte[] primaryKey, InstantSource clock) {
    return !holds.isEmpty() && holds.find(ItemHold.key(table, primaryKey), clock.instant()) != null;
  }

  /** Returns the bucket in memory of that name, or null. */
  public @Nullable BucketState findBucket(String name) {
    return buckets.find(BucketState.key(name));
  }

  /** Returns the export, import or bulk operation with this ID, or null. */
  public @Nullable TransferState findTransfer(TransferState.Kind kind, String id) {
    return transfers.find(kind.key(id));
  }

  /** Returns the number of bulk operations on the table with an ID that are in progress. */
  public int bulkOperations(String tableId, Instant now) {
    int count = 0;
    TreeCursor<TransferState> cursor = transfers.cursor();
    byte[] first = TransferState.Kind.BULK_PUT.key("");
    for (boolean more = cursor.seekCeiling(first, first.length); more; more = cursor.next()) {
      TransferState transfer = cursor.value();
      count += transfer.isInProgress(now) && transfer.tableId().equals(tableId) ? 1 : 0;
    }
    return count;
  }

  private static byte[] streamKey(String arn) {
    return arn.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the stream of that ARN, of an existing table or of a former one, or null. */
  public @Nullable StreamState findStream(String arn) {
    StreamState closed = closedStreams.find(streamKey(arn));
    if (closed != null) {
      return closed;
    }
    int from = arn.indexOf(BEFORE_TABLE) + BEFORE_TABLE.length();
    int to = arn.indexOf(BEFORE_STREAM, from);
    if (from < BEFORE_TABLE.length() || to < 0) {
      return null;
    }
    TableState table = findTable(arn.substring(from, to));
    StreamState stream = table == null ? null : table.stream();
    return stream != null && stream.arn().equals(arn) ? stream : null;
  }
}
