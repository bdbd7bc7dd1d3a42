package dev.monotable.engine.operation.stream;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StreamFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.ShardState;
import dev.monotable.engine.table.StreamState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The streams of a database at the moment of a request, as the operations on streams see them. */
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

  /** Records from before this time are past keeping. */
  Instant horizon() {
    return horizon;
  }

  /**
   * Checks that a text has the form of the ARN of a stream.
   *
   * @throws FaultException if it has not
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
   * The stream of that ARN.
   *
   * @throws FaultException if there is none
   */
  StreamState requireStream(String arn) {
    StreamState stream = StreamReader.find(state, arn, horizon);
    if (stream == null) {
      throw new FaultException(new StreamFault.StreamNotFound(arn));
    }
    return stream;
  }

  /**
   * The shard of that id.
   *
   * @throws FaultException if there is none
   */
  ShardState requireShard(StreamState stream, String id) {
    ShardState shard = StreamReader.findShard(stream, id, horizon);
    if (shard == null) {
      throw new FaultException(StreamFault.Plain.SHARD_NOT_FOUND);
    }
    return shard;
  }

  /**
   * Checks that nothing was trimmed from a place on.
   *
   * @param sequenceNumber the least that is to be read
   * @throws FaultException if a record was
   */
  void requireUntrimmed(ShardState shard, long sequenceNumber) {
    if (sequenceNumber <= StreamReader.trimmedThrough(shard, horizon)) {
      throw new FaultException(StreamFault.Plain.TRIMMED);
    }
  }
}
