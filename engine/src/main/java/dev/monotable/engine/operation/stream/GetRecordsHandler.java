package dev.monotable.engine.operation.stream;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StreamFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.ShardIterator;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.Record;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The GetRecords operation. NextShardIterator is absent once all records of a closed shard have
 * been read.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html">GetRecords</a>
 */
public final class GetRecordsHandler
    implements OperationHandler<GetRecordsInput, GetRecordsOutput> {
  private final OperationContext context;

  public GetRecordsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public GetRecordsOutput handle(GetRecordsInput request, Call call) {
    int most = context.limits().stream().maxPageRecords();
    int limit = request.limit() == null ? most : Math.min(request.limit(), most);
    ShardIterator from = ShardIterator.parse(request.shardIterator());
    if (from == null) {
      throw new FaultException(StreamFault.Plain.INVALID_ITERATOR);
    }
    Streams streams = new Streams(context);
    if (streams
        .now()
        .isAfter(from.issuedAt().plusSeconds(context.limits().stream().iteratorSeconds()))) {
      throw new FaultException(StreamFault.Plain.ITERATOR_EXPIRED);
    }
    StreamState stream = streams.requireStream(from.streamArn());
    ShardState shard = streams.requireShard(stream, from.shardId());
    streams.requireUntrimmed(shard, from.sequenceNumber());
    call.admit();
    return read(stream, shard, from, call.pageItems(limit), streams, call);
  }

  private GetRecordsOutput read(
      StreamState stream,
      ShardState shard,
      ShardIterator from,
      int limit,
      Streams streams,
      Call call) {
    Instant latest = call.latestRecord(streams.now());
    StreamRecords form = new StreamRecords(stream, context.region());
    List<Record> page = new ArrayList<>();
    long next = from.sequenceNumber();
    long bytes = 0;
    byte[] start = StreamWriter.recordKey(next);
    TreeCursor<ChangeRecord> records = shard.records().cursor();
    boolean more = records.seekCeiling(start, start.length);
    while (more && page.size() < limit) {
      ChangeRecord record = records.value();
      if (record.createdAt().isAfter(latest)) {
        break;
      }
      Record formed = form.of(record);
      long size = form.sizeOf(formed);
      if (bytes + size > context.limits().stream().maxPageBytes() && !page.isEmpty()) {
        break;
      }
      bytes += size;
      page.add(formed);
      next = record.sequenceNumber() + 1;
      more = records.next();
    }
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(
          new RecordsReadPart(
              TableNames.nameOf(from.streamArn()),
              from.streamArn(),
              from.shardId(),
              page.size(),
              bytes));
    }
    if (!page.isEmpty() && call.repeatsPage(from.shardId(), from.sequenceNumber(), next - 1)) {
      next = from.sequenceNumber();
      more = true;
    }
    return new GetRecordsOutput(page, next(shard, from, next, more, streams));
  }

  private static @Nullable String next(
      ShardState shard, ShardIterator from, long sequenceNumber, boolean more, Streams streams) {
    return more || shard.isOpen()
        ? new ShardIterator(from.streamArn(), from.shardId(), sequenceNumber, streams.now()).text()
        : null;
  }
}
