package dev.monotable.engine.shard;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.storage.PersistentTree;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a table: its shards with their records. Turning a stream off and on again creates
 * another stream.
 *
 * @param closedAt when it was turned off; null while it is on
 * @param shards by the UTF-8 bytes of their ids, which is the order of their creation
 * @param open the ids of the open shards, UTF-8, by the first hash of their range, 8 bytes,
 *     big-endian; their ranges are disjoint and together cover all hashes, unless the stream is
 *     turned off
 * @param bytes the sum of {@link ChangeRecord#bytes()} of all records
 * @param tags of the stream, which are not those of its table
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamDescription.html">StreamDescription</a>
 */
public record StreamState(
    StreamDefinition definition,
    @Nullable Instant closedAt,
    PersistentTree<ShardState> shards,
    PersistentTree<byte[]> open,
    long bytes,
    Map<String, String> tags) {
  /** The heap bytes of a stream without shards and tags: its ARN, its label and its trees. */
  private static final int STREAM_BYTES = 700;

  /** The heap bytes of a shard without records: its ids and its trees. */
  private static final int SHARD_BYTES = 500;

  /** The heap bytes of a tag besides its characters. */
  private static final int TAG_BYTES = 120;

  /** Returns the Amazon Resource Name of the stream. */
  public String arn() {
    return definition.arn();
  }

  /** Returns the stream label, a timestamp. */
  public String label() {
    return definition.label();
  }

  /** Returns the name of the table, which may have been deleted. */
  public String tableName() {
    return definition.tableName();
  }

  /** Returns the primary key of the table. */
  public KeySchema keys() {
    return definition.keys();
  }

  /** Returns the images that a stream record contains. */
  public StreamView view() {
    return definition.view();
  }

  /** Returns when the stream was enabled. */
  public Instant createdAt() {
    return definition.createdAt();
  }

  /**
   * Returns the approximate bytes of heap that the stream takes as a whole. Its own bytes matter
   * only if no table refers to it, since clients can create and delete any number of tables.
   */
  public long totalBytes() {
    long total = bytes + STREAM_BYTES + SHARD_BYTES * shards.size();
    for (Map.Entry<String, String> tag : tags.entrySet()) {
      total += TAG_BYTES + 2L * (tag.getKey().length() + tag.getValue().length());
    }
    return total;
  }

  /**
   * Returns this stream with other shards, the same of them open, and the bytes of their records.
   */
  public StreamState withShards(PersistentTree<ShardState> next, long nextBytes) {
    return new StreamState(definition, closedAt, next, open, nextBytes, tags);
  }

  /** Returns this stream with other shards, others of them open, but the same records. */
  public StreamState withShards(PersistentTree<ShardState> next, PersistentTree<byte[]> nextOpen) {
    return new StreamState(definition, closedAt, next, nextOpen, bytes, tags);
  }

  /** Returns this stream disabled, with its closed shards. */
  public StreamState closed(Instant time, PersistentTree<ShardState> next) {
    return new StreamState(definition, time, next, PersistentTree.empty(), bytes, tags);
  }

  /** Returns this stream with other tags. */
  public StreamState withTags(Map<String, String> next) {
    return new StreamState(definition, closedAt, shards, open, bytes, next);
  }
}
