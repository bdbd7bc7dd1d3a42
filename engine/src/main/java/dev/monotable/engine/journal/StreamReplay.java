package dev.monotable.engine.journal;

import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.stream.StreamWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stream while it is read. */
final class StreamReplay {
  private @Nullable StreamDefinition definition;
  private @Nullable Instant closedAt;
  private Map<String, String> tags = Map.of();
  private final Map<String, Shard> shards = new HashMap<>();

  /** A shard while it is read. */
  static final class Shard {
    private @Nullable ShardDefinition definition;
    private long lastSequence;
    private @Nullable Instant closedAt;
    private long trimmedThrough;
    private final TreeEditor<ChangeRecord> records = PersistentTree.<ChangeRecord>empty().edit();
    private TreeEditor<Boolean> collections = PersistentTree.<Boolean>empty().edit();
    private long bytes;

    private void define(ShardDefinition is, long last, @Nullable Instant closed, long trimmed) {
      definition = is;
      lastSequence = last;
      closedAt = closed;
      if (closed != null) {
        collections = PersistentTree.<Boolean>empty().edit();
      }
      if (trimmed > trimmedThrough && records.size() > 0) {
        trim(trimmed);
      }
      trimmedThrough = trimmed;
    }

    private void trim(long through) {
      TreeCursor<ChangeRecord> cursor = records.tree().cursor();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        if (cursor.value().sequenceNumber() > through) {
          return;
        }
        remove(cursor.value().sequenceNumber());
      }
    }

    void add(ChangeRecord record) {
      byte[] key = StreamWriter.recordKey(record.sequenceNumber());
      ChangeRecord replaced = records.put(key, key.length, record);
      bytes += record.bytes() - (replaced == null ? 0 : replaced.bytes());
    }

    void remove(long sequenceNumber) {
      byte[] key = StreamWriter.recordKey(sequenceNumber);
      ChangeRecord removed = records.remove(key, key.length);
      bytes -= removed == null ? 0 : removed.bytes();
    }

    void addCollection(byte[] hash) {
      collections.put(hash, hash.length, Boolean.TRUE);
    }

    void removeCollection(byte[] hash) {
      collections.remove(hash, hash.length);
    }

    private @Nullable ShardState finish() {
      return definition == null
          ? null
          : new ShardState(
              definition,
              lastSequence,
              closedAt,
              trimmedThrough,
              records.tree(),
              bytes,
              collections.tree());
    }
  }

  void define(StreamDefinition is, @Nullable Instant closed, Map<String, String> newTags) {
    definition = is;
    closedAt = closed;
    tags = newTags;
  }

  Shard define(ShardDefinition shard, long last, @Nullable Instant closed, long trimmed) {
    Shard defined = shard(shard.id());
    defined.define(shard, last, closed, trimmed);
    return defined;
  }

  /** Returns a shard, which is new if its id is unknown. */
  Shard shard(String id) {
    return shards.computeIfAbsent(id, unknown -> new Shard());
  }

  /** Returns the number of records so far. */
  long records() {
    long records = 0;
    for (Shard shard : shards.values()) {
      records += shard.records.size();
    }
    return records;
  }

  void removeShard(String id) {
    shards.remove(id);
  }

  /** Returns the stream; null if its definition was not read, because a file is damaged. */
  @Nullable StreamState finish() {
    StreamDefinition is = definition;
    if (is == null) {
      return null;
    }
    PersistentTree<ShardState> all = PersistentTree.empty();
    PersistentTree<byte[]> open = PersistentTree.empty();
    long bytes = 0;
    for (Shard replay : shards.values()) {
      ShardState shard = replay.finish();
      if (shard == null) {
        continue;
      }
      byte[] key = StreamWriter.shardKey(shard.id());
      all = all.with(key, shard);
      bytes += shard.bytes();
      if (shard.isOpen() && closedAt == null) {
        open = open.with(StreamWriter.hashKey(shard.firstHash()), key);
      }
    }
    return new StreamState(is, closedAt, all, open, bytes, tags);
  }
}
