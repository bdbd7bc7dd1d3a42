package dev.monotable.engine.replica;

import dev.monotable.engine.replica.UnrecordedVersions.Unrecorded;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest versions of the items of one replica, as they follow from its stream. So nothing on
 * the path of a write has to know them, and a process that starts again finds them where they were.
 *
 * <p>A version is forgotten when the stream no longer has its record and all replicas have it. If
 * there are too many that some replica does not have, because it is cut off, the versions without
 * records are forgotten nevertheless. Safe for use by multiple threads.
 */
final class ReplicaVersions {
  /** The number of records that are read at once. */
  private static final int CHUNK = 1_000;

  /** The number of versions from which on it is worth looking for those to forget. */
  private static final int FEW = 1_024;

  /**
   * @param sequence of the record
   */
  private record Entry(ReplicaVersion version, long sequence) {}

  private final String region;
  private final int most;
  private final KeyBuilder builder = new KeyBuilder();
  private final TreeMap<byte[], Entry> latest = new TreeMap<>(Arrays::compareUnsigned);

  /** The times of records that are later than these say, by sequence number. */
  private final TreeMap<Long, Long> adjusted = new TreeMap<>();

  private @Nullable String tableId;
  private @Nullable StreamState absorbed;
  private long absorbedThrough;
  private int pruneAt = FEW;

  /**
   * @param most the number of versions that are kept although the stream has no record of them
   */
  ReplicaVersions(String region, int most) {
    this.region = region;
    this.most = Math.max(FEW, most);
  }

  /** Forgets everything, because the data was set back. */
  synchronized void clear() {
    latest.clear();
    adjusted.clear();
    absorbed = null;
    absorbedThrough = 0;
    pruneAt = FEW;
  }

  /** Returns the keys of all versions, also of those of deletions. */
  synchronized List<byte[]> keys() {
    return List.copyOf(latest.keySet());
  }

  /** Returns the number of versions that are known. */
  synchronized int size() {
    return latest.size() + adjusted.size();
  }

  /**
   * Learns the versions of the writes since the last call.
   *
   * @param acknowledged returns the sequence number up to which all replicas have the changes
   */
  synchronized void absorb(TableState table, LongSupplier acknowledged) {
    StreamState stream = table.stream();
    if (stream == null || stream == absorbed) {
      return;
    }
    if (!table.definition().id().equals(tableId)) {
      clear();
      tableId = table.definition().id();
    }
    Iterator<Unrecorded> unrecorded =
        absorbedThrough == 0
            ? UnrecordedVersions.of(table.definition()).iterator()
            : Collections.emptyIterator();
    Unrecorded change = next(unrecorded);
    List<ChangeRecord> records;
    do {
      records = StreamFeed.after(stream, absorbedThrough, null, CHUNK);
      for (ChangeRecord record : records) {
        while (change != null && change.sequence() <= record.sequenceNumber()) {
          put(change);
          change = next(unrecorded);
        }
        absorb(key(table, record), record);
        absorbedThrough = record.sequenceNumber();
      }
    } while (records.size() == CHUNK);
    while (change != null) {
      put(change);
      change = next(unrecorded);
    }
    absorbed = stream;
    if (size() > pruneAt) {
      prune(StreamFeed.firstSequence(stream), acknowledged.getAsLong());
    }
  }

  private static @Nullable Unrecorded next(Iterator<Unrecorded> unrecorded) {
    return unrecorded.hasNext() ? unrecorded.next() : null;
  }

  private void put(Unrecorded change) {
    Entry known = latest.get(change.key());
    if (known == null || change.version().compareTo(known.version()) > 0) {
      put(change.key(), change.version(), change.sequence());
    }
  }

  private void absorb(byte[] key, ChangeRecord record) {
    ChangeSource source = record.source();
    Entry known = latest.get(key);
    if (known != null && known.sequence() > record.sequenceNumber()) {
      return; // a later change has no record, because it changed nothing
    }
    if (source != null && source.region() != null) {
      put(key, new ReplicaVersion(source.time(), source.region()), record.sequenceNumber());
      return;
    }
    long time = micros(record.createdAt());
    if (known != null && known.version().time() >= time) {
      time = known.version().time() + 1;
      adjusted.put(record.sequenceNumber(), time);
    }
    put(key, new ReplicaVersion(time, region), record.sequenceNumber());
  }

  private void prune(long firstSequence, long acknowledged) {
    long from = Math.min(firstSequence, acknowledged + 1);
    latest.values().removeIf(entry -> entry.sequence() < from);
    adjusted.headMap(firstSequence).clear();
    if (latest.size() > most) {
      latest.values().removeIf(entry -> entry.sequence() < firstSequence);
    }
    pruneAt = Math.max(FEW, 2 * size());
  }

  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** Returns the primary key of the item of a record. */
  byte[] key(TableState table, ChangeRecord record) {
    Item item = record.newItem() == null ? record.oldItem() : record.newItem();
    synchronized (this) {
      return table.layout().primaryKey(builder, Objects.requireNonNull(item));
    }
  }

  /** Returns the version of a record, which is absorbed; null if it was replicated. */
  synchronized @Nullable ReplicaVersion version(ChangeRecord record) {
    ChangeSource source = record.source();
    if (source != null && source.isReplicated()) {
      return null;
    }
    Long time = adjusted.get(record.sequenceNumber());
    return new ReplicaVersion(time == null ? micros(record.createdAt()) : time, region);
  }

  /** Returns the version of the item of a key; null if it is not known. */
  synchronized @Nullable ReplicaVersion find(byte[] key) {
    Entry entry = latest.get(key);
    return entry == null ? null : entry.version();
  }

  /** Sets the version of the item of a key, or of its deletion. */
  synchronized void put(byte[] key, ReplicaVersion version, long sequence) {
    latest.put(key, new Entry(version, sequence));
  }
}
