package dev.monotable.engine.operation.stream;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StreamFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.SequenceNumbers;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeStreamOutput;
import dev.monotable.model.SequenceNumberRange;
import dev.monotable.model.Shard;
import dev.monotable.model.ShardFilter;
import dev.monotable.model.StreamDescription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The DescribeStream operation. Shards are returned in the order of their ids, which is the order
 * of their creation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html">DescribeStream</a>
 */
public final class DescribeStreamHandler
    implements OperationHandler<DescribeStreamInput, DescribeStreamOutput> {
  private final OperationContext context;

  public DescribeStreamHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeStreamOutput handle(DescribeStreamInput request, Call call) {
    String arn = request.streamArn();
    Streams.requireArn(arn);
    String parent = parent(request.shardFilter());
    Streams streams = new Streams(context);
    StreamState stream = streams.requireStream(arn);
    int limit =
        request.limit() == null ? context.limits().stream().maxDescribedShards() : request.limit();
    List<Shard> page = new ArrayList<>();
    String last = null;
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = seek(shards, request.exclusiveStartShardId()); more; more = shards.next()) {
      ShardState shard = shards.value();
      if (StreamReader.isGone(shard, streams.horizon())
          || (parent != null && !parent.equals(shard.parentId()))) {
        continue;
      }
      if (page.size() == limit) {
        last = page.get(limit - 1).shardId();
        break;
      }
      page.add(describe(shard));
    }
    return new DescribeStreamOutput(
        StreamDescription.builder()
            .streamArn(stream.arn())
            .streamLabel(stream.label())
            .streamStatus(status(stream, streams))
            .streamViewType(stream.view().name())
            .creationRequestDateTime(stream.createdAt())
            .tableName(stream.tableName())
            .keySchema(TableDescriptions.keySchema(stream.keys()))
            .shards(page)
            .lastEvaluatedShardId(last)
            .build());
  }

  private static String status(StreamState stream, Streams streams) {
    TableState table = streams.state().findTable(stream.tableName());
    boolean changing =
        table != null
            && table.stream() == stream
            && (table.findChange(TableChange.Kind.STREAM) != null || !table.isUsable());
    return stream.closedAt() == null
        ? changing ? "ENABLING" : "ENABLED"
        : changing ? "DISABLING" : "DISABLED";
  }

  private static @Nullable String parent(@Nullable ShardFilter filter) {
    if (filter == null) {
      return null;
    }
    if (filter.type() == null || filter.shardId() == null) {
      throw new FaultException(StreamFault.Plain.SHARD_FILTER_INCOMPLETE);
    }
    return filter.shardId();
  }

  private static boolean seek(TreeCursor<ShardState> shards, @Nullable String exclusiveStart) {
    if (exclusiveStart == null) {
      return shards.first();
    }
    byte[] key = StreamWriter.shardKey(exclusiveStart);
    return shards.seekHigher(key, key.length);
  }

  private static Shard describe(ShardState shard) {
    return new Shard(
        shard.id(),
        new SequenceNumberRange(
            SequenceNumbers.text(shard.firstSequence()),
            shard.isOpen() ? null : SequenceNumbers.text(shard.lastSequence())),
        shard.parentId());
  }
}
