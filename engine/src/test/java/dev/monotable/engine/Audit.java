package dev.monotable.engine;

import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.bucket.BucketUpload;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryIndex;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Compares everything that a state stores twice: every index, the expiry times and the sizes of
 * item collections with the items, counts and sizes with what they count, and each tree with its
 * own invariants.
 */
public final class Audit {
  private Audit() {}

  /**
   * Checks the current state of an engine.
   *
   * @throws IllegalStateException if the state is inconsistent
   */
  public static void check(MonotableEngine engine) {
    check(engine.state());
  }

  static void check(DatabaseState state) {
    state.tables().audit();
    state.tokens().audit();
    state.holds().audit();
    state.closedStreams().audit();
    long streamBytes = 0;
    long historyBytes = 0;
    TreeCursor<TableState> t = state.tables().cursor();
    for (boolean more = t.first(); more; more = t.next()) {
      check(t.value(), state.lastSequenceNumber());
      StreamState stream = t.value().stream();
      streamBytes += stream == null ? 0 : stream.bytes();
      StreamState capture = t.value().capture();
      streamBytes += capture == null ? 0 : capture.bytes();
      TableHistory history = t.value().history();
      historyBytes += history == null ? 0 : history.heapBytes();
    }
    TreeCursor<StreamState> s = state.closedStreams().cursor();
    for (boolean more = s.first(); more; more = s.next()) {
      check(s.value(), state.lastSequenceNumber());
      streamBytes += s.value().totalBytes();
    }
    require(streamBytes == state.streamBytes(), "memory of all streams");
    require(historyBytes == state.historyBytes(), "memory of all histories");
    state.buckets().audit();
    long objectBytes = 0;
    TreeCursor<BucketState> buckets = state.buckets().cursor();
    for (boolean more = buckets.first(); more; more = buckets.next()) {
      BucketState bucket = buckets.value();
      long heapBytes = BucketState.empty(bucket.name(), bucket.createdAt()).heapBytes();
      TreeCursor<BucketObject> objects = bucket.objects().cursor();
      for (boolean next = objects.first(); next; next = objects.next()) {
        heapBytes += objects.value().heapBytes();
      }
      TreeCursor<BucketUpload> uploads = bucket.uploads().cursor();
      for (boolean next = uploads.first(); next; next = uploads.next()) {
        BucketUpload upload = uploads.value();
        long uploadBytes = BucketUpload.begin(upload.id(), upload.target()).heapBytes();
        for (BucketObject part : upload.all()) {
          uploadBytes += part.heapBytes();
        }
        require(uploadBytes == upload.heapBytes(), "memory of the parts of an upload");
        heapBytes += uploadBytes;
      }
      require(heapBytes == bucket.heapBytes(), "memory of the objects of a bucket");
      objectBytes += heapBytes;
    }
    require(objectBytes == state.objectBytes(), "memory of all objects");
    state.backups().audit();
    TreeCursor<BackupState> b = state.backups().cursor();
    for (boolean more = b.first(); more; more = b.next()) {
      check(b.value());
    }
  }

  private static void check(TableState table, long lastSequenceNumber) {
    new TableAudit(table, true).check();
    TableHistory history = table.history();
    if (history != null) {
      history.versions().audit();
      long bytes = 0;
      TreeCursor<TableHistory.Version> versions = history.versions().cursor();
      for (boolean more = versions.first(); more; more = versions.next()) {
        versions.value().items().audit();
        bytes += versions.value().heapBytes();
      }
      require(bytes == history.heapBytes(), "memory of a history");
    }
    if (table.stream() != null) {
      check(table.stream(), lastSequenceNumber);
    }
    if (table.capture() != null) {
      checkShards(table.capture(), lastSequenceNumber);
    }
  }

  private static void check(BackupState backup) {
    TableState table = backup.table();
    require(table.stream() == null, backup.arn() + ": records of a stream");
    require(table.capture() == null, backup.arn() + ": changes for Kinesis");
    require(table.changes().isEmpty(), backup.arn() + ": pending changes");
    require(table.expiry().isEmpty(), backup.arn() + ": times of expiry");
    if (backup.hasEntries()) {
      new TableAudit(table, false).check();
    }
  }

  /** Checks a table by counting what its items require. */
  private static final class TableAudit {
    private final TableState table;
    private final TableLayout layout;
    private final String name;
    private final List<AccessPath> paths;
    private final KeyBuilder builder = new KeyBuilder();
    private final long[] entries;
    private final long[] entryBytes;
    private final Map<String, long[]> collections = new HashMap<>();
    private long items;
    private long bytes;
    private final boolean expires;
    private long expiring;

    TableAudit(TableState table, boolean expires) {
      this.expires = expires;
      this.table = table;
      this.layout = table.layout();
      this.name = table.definition().name();
      this.paths = layout.indexes();
      this.entries = new long[paths.size()];
      this.entryBytes = new long[paths.size()];
    }

    void check() {
      table.items().audit();
      table.expiry().audit();
      table.collections().audit();
      TreeCursor<Item> c = table.items().cursor();
      for (boolean more = c.first(); more; more = c.next()) {
        count(c.key(), c.value());
      }
      require(items == table.items().size(), name + ": item count");
      require(bytes == table.bytes(), name + ": size of items");
      require(expiring == table.expiry().size(), name + ": number of expiry times");
      for (int i = 0; i < paths.size(); i++) {
        IndexState index = table.index(paths.get(i));
        index.audit();
        String indexName = name + "." + paths.get(i).name();
        require(entries[i] == index.itemCount(), indexName + ": entry count");
        require(entryBytes[i] == index.bytes(), indexName + ": size of entries");
      }
      checkCollections(table, collections);
    }

    private void count(byte[] key, Item item) {
      KeyedItem keyed = layout.keyed(item);
      items++;
      bytes += item.size();
      require(item.fault() == null, name + ": an invalid item is stored: " + item);
      require(Item.parse(item.toString()).size() == item.size(), name + ": size of " + item);
      require(Arrays.equals(key, layout.primaryKey(builder, item)), name + ": key of " + item);
      long collectionBytes = item.size();
      for (int i = 0; i < paths.size(); i++) {
        int size = countEntry(i, keyed);
        collectionBytes += paths.get(i).isLocal() ? size : 0;
      }
      long seconds = ExpiryIndex.expirySeconds(layout, keyed);
      if (expires && seconds >= 0) {
        expiring++;
        require(
            table.expiry().find(ExpiryIndex.key(seconds, key)) == item,
            name + ": expiry time of " + item);
      }
      long[] sums =
          collections.computeIfAbsent(
              HexFormat.of().formatHex(layout.table().keys().collectionKey(builder, keyed)),
              k -> new long[2]);
      sums[0]++;
      sums[1] += collectionBytes;
    }

    /**
     * Checks the index entry of an item; returns its size in bytes, 0 if the index does not contain
     * the item.
     */
    private int countEntry(int position, KeyedItem item) {
      AccessPath index = paths.get(position);
      if (!index.hasEntry(item)) {
        return 0;
      }
      int size = index.entryBytes(item.item());
      Item entry =
          index.isQueried()
              ? table.entries(index).find(index.keys().treeKey(builder, item))
              : item.item();
      if (entry == null && table.indexStatus(index.name()) == TableState.Status.CREATING) {
        return size;
      }
      require(entry == item.item(), name + "." + index.name() + ": entry of " + item.item());
      entries[position]++;
      entryBytes[position] += size;
      return size;
    }
  }

  private static void checkCollections(TableState table, Map<String, long[]> expected) {
    PersistentTree<CollectionSize> collections = table.collections();
    if (!table.layout().hasLocalIndexes()) {
      require(collections.isEmpty(), "collection sizes without local secondary indexes");
      return;
    }
    require(collections.size() == expected.size(), "number of item collections");
    TreeCursor<CollectionSize> c = collections.cursor();
    for (boolean more = c.first(); more; more = c.next()) {
      long[] sums = expected.get(HexFormat.of().formatHex(c.key()));
      require(
          sums != null && sums[0] == c.value().items() && sums[1] == c.value().bytes(),
          "size of a collection");
    }
  }

  private static void check(StreamState stream, long lastSequenceNumber) {
    require(stream.closedAt() == null || stream.open().isEmpty(), stream.arn() + ": open shards");
    long openShards = checkShards(stream, lastSequenceNumber);
    require(openShards == stream.open().size(), stream.arn() + ": number of open shards");
    checkRanges(stream);
  }

  /** Checks the shards, and returns how many of them are open. */
  private static long checkShards(StreamState stream, long lastSequenceNumber) {
    stream.shards().audit();
    stream.open().audit();
    long openShards = 0;
    long bytes = 0;
    TreeCursor<ShardState> s = stream.shards().cursor();
    for (boolean more = s.first(); more; more = s.next()) {
      ShardState shard = s.value();
      require(
          Arrays.equals(s.key(), StreamWriter.shardKey(shard.id())),
          shard.id() + ": key of a shard");
      require(shard.isOpen() == (shard.closedAt() == null), shard.id() + ": closing time");
      openShards += shard.isOpen() ? 1 : 0;
      bytes += shard.bytes();
      check(shard, lastSequenceNumber);
    }
    require(bytes == stream.bytes(), stream.arn() + ": memory of records");
    return openShards;
  }

  /** Checks that the open shards together cover all hashes. */
  private static void checkRanges(StreamState stream) {
    long expected = 0;
    TreeCursor<byte[]> c = stream.open().cursor();
    for (boolean more = c.first(); more; more = c.next()) {
      ShardState shard = stream.shards().find(c.value());
      require(
          shard != null && shard.isOpen(),
          stream.arn() + ": a missing or closed shard among the open ones");
      require(
          shard.firstHash() == expected && ByteBuffer.wrap(c.key()).getLong() == expected,
          shard.id() + ": first hash");
      expected = shard.lastHash() + 1;
    }
    require(expected == 0, stream.arn() + ": the last open shard ends before the last hash");
  }

  private static void check(ShardState shard, long lastSequenceNumber) {
    shard.records().audit();
    shard.collections().audit();
    require(
        shard.isOpen()
            ? shard.firstSequence() <= lastSequenceNumber + 1
            : shard.firstSequence() <= shard.lastSequence()
                && shard.lastSequence() <= lastSequenceNumber,
        shard.id() + ": range of sequence numbers");
    long bytes = 0;
    TreeCursor<ChangeRecord> c = shard.records().cursor();
    for (boolean more = c.first(); more; more = c.next()) {
      bytes += c.value().bytes();
      long sequence = c.value().sequenceNumber();
      require(
          Arrays.equals(c.key(), StreamWriter.recordKey(sequence)),
          shard.id() + ": key of record " + sequence);
      require(
          sequence >= shard.firstSequence()
              && sequence > shard.trimmedThrough()
              && (shard.isOpen() || sequence < shard.lastSequence())
              && sequence <= lastSequenceNumber,
          shard.id() + ": sequence number " + sequence);
    }
    require(bytes == shard.bytes(), shard.id() + ": memory of records");
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalStateException(what);
    }
  }
}
