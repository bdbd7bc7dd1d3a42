package dev.monotable.engine.operation.stream;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StreamFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.SequenceNumbers;
import dev.monotable.engine.stream.ShardIterator;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.GetShardIteratorOutput;
import dev.monotable.model.ShardIteratorType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The GetShardIterator operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html">GetShardIterator</a>
 */
public final class GetShardIteratorHandler
    implements OperationHandler<GetShardIteratorInput, GetShardIteratorOutput> {
  private final OperationContext context;

  public GetShardIteratorHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public GetShardIteratorOutput handle(GetShardIteratorInput request, Call call) {
    String arn = request.streamArn();
    Streams.requireArn(arn);
    ShardIteratorType type =
        Objects.requireNonNull(ShardIteratorType.find(request.shardIteratorType()));
    long given = sequenceNumber(type, request.sequenceNumber());
    Streams streams = new Streams(context);
    StreamState stream = streams.requireStream(arn);
    ShardState shard = streams.requireShard(stream, request.shardId());
    return new GetShardIteratorOutput(
        new ShardIterator(arn, shard.id(), start(type, given, shard, streams), streams.now())
            .text());
  }

  private static long sequenceNumber(ShardIteratorType type, @Nullable String text) {
    return switch (type) {
      case AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER -> {
        if (text == null) {
          throw new FaultException(StreamFault.Plain.SEQUENCE_NUMBER_REQUIRED.with(type.wire()));
        }
        long number = SequenceNumbers.parse(text);
        if (number < 0) {
          throw new FaultException(StreamFault.Plain.INVALID_SEQUENCE_NUMBER);
        }
        yield number;
      }
      case TRIM_HORIZON, LATEST -> {
        if (text != null) {
          throw new FaultException(StreamFault.Plain.SEQUENCE_NUMBER_FORBIDDEN.with(type.wire()));
        }
        yield -1;
      }
    };
  }

  /** Returns the least sequence number to read. */
  private static long start(ShardIteratorType type, long given, ShardState shard, Streams streams) {
    return switch (type) {
      case TRIM_HORIZON -> StreamReader.trimmedThrough(shard, streams.horizon()) + 1;
      case LATEST -> streams.state().lastSequenceNumber() + 1;
      case AT_SEQUENCE_NUMBER -> requireInside(given, shard, streams);
      case AFTER_SEQUENCE_NUMBER -> requireInside(given, shard, streams) + 1;
    };
  }

  private static long requireInside(long given, ShardState shard, Streams streams) {
    long last = shard.isOpen() ? streams.state().lastSequenceNumber() + 1 : shard.lastSequence();
    if (given > last) {
      throw new FaultException(StreamFault.Plain.INVALID_SEQUENCE_NUMBER);
    }
    // A sequence number before the first one of the shard counts as trimmed, too.
    streams.requireUntrimmed(shard, given);
    return given;
  }
}
