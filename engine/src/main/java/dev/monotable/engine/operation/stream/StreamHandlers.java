package dev.monotable.engine.operation.stream;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StreamFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.SequenceNumbers;
import dev.monotable.engine.stream.ShardIterator;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeStreamOutput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.GetShardIteratorOutput;
import dev.monotable.model.ListStreamsInput;
import dev.monotable.model.ListStreamsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.SequenceNumberRange;
import dev.monotable.model.Shard;
import dev.monotable.model.ShardFilter;
import dev.monotable.model.ShardIteratorType;
import dev.monotable.model.Stream;
import dev.monotable.model.StreamDescription;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The operations on streams. */
public final class StreamHandlers {
  private final OperationContext context;

  private StreamHandlers(OperationContext context) {
    this.context = context;
  }

  /** Returns the handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    StreamHandlers streams = new StreamHandlers(context);
    return new HandlerChoice(operation)
        .or(Operations.DESCRIBE_STREAM, streams::describe)
        .or(Operations.GET_RECORDS, new GetRecordsHandler(context))
        .or(Operations.GET_SHARD_ITERATOR, streams::iterator)
        .or(Operations.LIST_STREAMS, streams::list)
        .found();
  }

  /**
   * Performs DescribeStream. Shards are returned in the order of their ids, which is the order of
   * their creation.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html">DescribeStream</a>
   */
  private DescribeStreamOutput describe(DescribeStreamInput request, Call call) {
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

  /**
   * Performs GetShardIterator.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html">GetShardIterator</a>
   */
  private GetShardIteratorOutput iterator(GetShardIteratorInput request, Call call) {
    String arn = request.streamArn();
    Streams.requireArn(arn);
    ShardIteratorType type =
        Objects.requireNonNull(ShardIteratorType.find(request.shardIteratorType()));
    long given = sequenceNumber(type, request.sequenceNumber());
    Streams streams = new Streams(context);
    Instant time = time(type, request.timestamp(), streams.now());
    StreamState stream = streams.requireStream(arn);
    ShardState shard = streams.requireShard(stream, request.shardId());
    return new GetShardIteratorOutput(
        new ShardIterator(arn, shard.id(), start(type, given, time, shard, streams), streams.now())
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
      case TRIM_HORIZON, LATEST, AT_TIMESTAMP -> {
        if (text != null) {
          throw new FaultException(StreamFault.Plain.SEQUENCE_NUMBER_FORBIDDEN.with(type.wire()));
        }
        yield -1;
      }
    };
  }

  /** Returns the time of an iterator that starts at one, and otherwise any. */
  private static Instant time(ShardIteratorType type, @Nullable Instant given, Instant now) {
    if (type != ShardIteratorType.AT_TIMESTAMP) {
      if (given != null) {
        throw new FaultException(StreamFault.Plain.TIMESTAMP_FORBIDDEN.with(type.wire()));
      }
      return now;
    }
    if (given == null) {
      throw new FaultException(StreamFault.Plain.TIMESTAMP_REQUIRED);
    }
    if (given.isAfter(now)) {
      throw new FaultException(StreamFault.Plain.TIMESTAMP_IN_FUTURE);
    }
    return given;
  }

  /** Returns the least sequence number to read. */
  private static long start(
      ShardIteratorType type, long given, Instant time, ShardState shard, Streams streams) {
    return switch (type) {
      case TRIM_HORIZON -> StreamReader.trimmedThrough(shard, streams.horizon()) + 1;
      case LATEST -> streams.state().lastSequenceNumber() + 1;
      case AT_SEQUENCE_NUMBER -> requireInside(given, shard, streams);
      case AFTER_SEQUENCE_NUMBER -> requireInside(given, shard, streams) + 1;
      case AT_TIMESTAMP -> firstAt(time, shard, streams);
    };
  }

  /**
   * Returns the sequence number of the first record that is not older than a time; one that is
   * greater than all if there is none. The clock may have been set back, so that later records can
   * be older.
   */
  private static long firstAt(Instant time, ShardState shard, Streams streams) {
    TreeCursor<ChangeRecord> records = shard.records().cursor();
    for (boolean more = records.first(); more; more = records.next()) {
      ChangeRecord record = records.value();
      if (!StreamReader.isTrimmed(record, streams.horizon())
          && !StreamRecords.time(record).isBefore(time)) {
        return record.sequenceNumber();
      }
    }
    return streams.state().lastSequenceNumber() + 1;
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

  /**
   * Performs ListStreams. Streams are returned in the order of their ARNs. Disabled streams, and
   * the streams of deleted tables, are listed as long as they can contain records.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html">ListStreams</a>
   */
  private ListStreamsOutput list(ListStreamsInput request, Call call) {
    String start = request.exclusiveStartStreamArn();
    Streams.requireArn(start);
    int limit = request.limit() == null ? context.limits().stream().maxListed() : request.limit();
    List<Stream> page = new ArrayList<>();
    for (StreamState stream : streams(request.tableName()).values()) {
      if (start != null && stream.arn().compareTo(start) <= 0) {
        continue;
      }
      if (page.size() == limit) {
        return new ListStreamsOutput(page, page.get(limit - 1).streamArn());
      }
      page.add(new Stream(stream.arn(), stream.tableName(), stream.label()));
    }
    return ListStreamsOutput.builder().streams(page).build();
  }

  private NavigableMap<String, StreamState> streams(@Nullable String tableName) {
    Streams all = new Streams(context);
    NavigableMap<String, StreamState> streams = new TreeMap<>();
    TreeCursor<StreamState> closed = all.state().closedStreams().cursor();
    for (boolean more = closed.first(); more; more = closed.next()) {
      add(streams, closed.value(), tableName, all);
    }
    if (tableName != null) {
      TableState table = all.state().findTable(tableName);
      add(streams, table == null ? null : table.stream(), tableName, all);
      return streams;
    }
    TreeCursor<TableState> tables = all.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      add(streams, tables.value().stream(), null, all);
    }
    return streams;
  }

  private static void add(
      NavigableMap<String, StreamState> streams,
      @Nullable StreamState stream,
      @Nullable String tableName,
      Streams all) {
    if (stream != null
        && !StreamReader.isGone(stream, all.horizon())
        && (tableName == null || tableName.equals(stream.tableName()))) {
      streams.put(stream.arn(), stream);
    }
  }
}
