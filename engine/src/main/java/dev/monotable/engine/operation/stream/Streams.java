package dev.monotable.engine.operation.stream;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StreamFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.DatabaseState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The streams of a database at the time of a request. */
final class Streams {
  private final DatabaseState state;
  private final Instant now;
  private final Instant horizon;

  Streams(OperationContext context) {
    this.state = context.committer().state();
    this.now = context.clock().instant();
    this.horizon = StreamWriter.horizon(now, context.limits());
  }

  DatabaseState state() {
    return state;
  }

  Instant now() {
    return now;
  }

  /** Returns the time before which records are trimmed. */
  Instant horizon() {
    return horizon;
  }

  /**
   * Checks that a text has the form of a stream ARN; null is valid.
   *
   * @throws FaultException if it does not
   */
  static void requireArn(@Nullable String arn) {
    if (arn != null) {
      int table = arn.indexOf(":table/");
      if (!arn.startsWith("arn:")
          || !arn.contains(":dynamodb:")
          || table < 0
          || arn.indexOf("/stream/", table) < 0) {
        throw new FaultException(StreamFault.Plain.INVALID_ARN);
      }
    }
  }

  /**
   * Returns the stream with this ARN.
   *
   * @throws FaultException if it does not exist
   */
  StreamState requireStream(String arn) {
    StreamState stream = StreamReader.find(state, arn, horizon);
    if (stream == null) {
      throw new FaultException(StreamFault.Plain.STREAM_NOT_FOUND.with(arn));
    }
    return stream;
  }

  /**
   * Returns the shard with this id.
   *
   * @throws FaultException if it does not exist
   */
  ShardState requireShard(StreamState stream, String id) {
    ShardState shard = StreamReader.findShard(stream, id, horizon);
    if (shard == null) {
      throw new FaultException(StreamFault.Plain.SHARD_NOT_FOUND);
    }
    return shard;
  }

  /**
   * Checks that no record was trimmed from a sequence number on.
   *
   * @param sequenceNumber the least sequence number to read
   * @throws FaultException if a record was trimmed
   */
  void requireUntrimmed(ShardState shard, long sequenceNumber) {
    if (sequenceNumber <= StreamReader.trimmedThrough(shard, horizon)) {
      throw new FaultException(StreamFault.Plain.TRIMMED);
    }
  }
}
