package dev.monotable.engine.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A position in a shard, as GetShardIterator and GetRecords return it. Its text has the form of
 * AWS, {@code arn|1|...}, and is opaque to clients. It contains the whole position, so the engine
 * keeps no list of iterators.
 *
 * @param streamArn the stream
 * @param shardId the shard
 * @param sequenceNumber the least one to read next
 * @param issuedAt the time of creation, in milliseconds
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html">GetShardIterator</a>
 */
public record ShardIterator(
    String streamArn, String shardId, long sequenceNumber, Instant issuedAt) {
  private static final String SEPARATOR = "|1|";

  /** AWS's tokens begin with nine zero bytes; so do ours. */
  private static final int ZEROS = 9;

  /** Returns the iterator as an opaque text. */
  public String text() {
    byte[] shard = shardId.getBytes(StandardCharsets.UTF_8);
    ByteBuffer token = ByteBuffer.allocate(ZEROS + 3 * Long.BYTES + shard.length);
    token.position(ZEROS);
    token.putLong(sequenceNumber).putLong(issuedAt.toEpochMilli()).put(shard);
    token.putLong(check(token.array(), token.position()));
    return streamArn + SEPARATOR + Base64.getEncoder().encodeToString(token.array());
  }

  private long check(byte[] token, int length) {
    CRC32 sum = new CRC32();
    sum.update(token, 0, length);
    sum.update(streamArn.getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }

  /** Returns the iterator of a text; null if the text is invalid. */
  public static @Nullable ShardIterator parse(String text) {
    int at = text.lastIndexOf(SEPARATOR);
    if (at < 0) {
      return null;
    }
    byte[] token;
    try {
      token = Base64.getDecoder().decode(text.substring(at + SEPARATOR.length()));
    } catch (IllegalArgumentException e) {
      return null;
    }
    int end = token.length - Long.BYTES;
    int shardAt = ZEROS + 2 * Long.BYTES;
    if (end < shardAt) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(token);
    ShardIterator iterator =
        new ShardIterator(
            text.substring(0, at),
            new String(token, shardAt, end - shardAt, StandardCharsets.UTF_8),
            buffer.getLong(ZEROS),
            Instant.ofEpochMilli(buffer.getLong(ZEROS + Long.BYTES)));
    return iterator.check(token, end) == buffer.getLong(end) ? iterator : null;
  }
}
