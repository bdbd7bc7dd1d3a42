package dev.monotable.engine.table;

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
 * @param tags of the stream, which are not those of its table
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamDescription.html">StreamDescription</a>
 */
public record StreamState(
    StreamDefinition definition,
    @Nullable Instant closedAt,
    PersistentTree<ShardState> shards,
    PersistentTree<byte[]> open,
    Map<String, String> tags) {

  public String arn() {
    return definition.arn();
  }

  public String label() {
    return definition.label();
  }

  public String tableName() {
    return definition.tableName();
  }

  public KeySchema keys() {
    return definition.keys();
  }

  public StreamView view() {
    return definition.view();
  }

  public Instant createdAt() {
    return definition.createdAt();
  }

  /** This stream with other shards, the same of them open. */
  public StreamState withShards(PersistentTree<ShardState> next) {
    return withShards(next, open);
  }

  /** This stream with other shards, and others of them open. */
  public StreamState withShards(PersistentTree<ShardState> next, PersistentTree<byte[]> nextOpen) {
    return new StreamState(definition, closedAt, next, nextOpen, tags);
  }

  /** This stream turned off, with its closed shards. */
  public StreamState closed(Instant time, PersistentTree<ShardState> next) {
    return new StreamState(definition, time, next, PersistentTree.empty(), tags);
  }

  /** This stream with other tags. */
  public StreamState withTags(Map<String, String> next) {
    return new StreamState(definition, closedAt, shards, open, next);
  }
}
