package dev.monotable.stream;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.InjectedFault.LateRecords;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.model.Shard;
import dev.monotable.model.StreamDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the streams of an engine. Only GetRecords is a request to the engine itself, so that faults
 * can be injected into it; everything else asks a fork, which has no faults and no one who
 * observes.
 */
final class StreamReads {
  private final MonotableEngine engine;
  private volatile @Nullable Thread reader;

  StreamReads(MonotableEngine engine) {
    this.engine = engine;
  }

  EngineConfig config() {
    return engine.config();
  }

  Snapshot snapshot() {
    return engine.snapshot();
  }

  /** Returns whether the engine was closed. */
  boolean isClosed() {
    return engine.isClosed();
  }

  /** Returns whether the current request of this thread is a read of a mapping. */
  boolean isReading() {
    return reader == Thread.currentThread();
  }

  /**
   * Returns the ARN of the stream that a table has, or null if its stream is not enabled.
   *
   * @throws IllegalArgumentException if the table does not exist
   */
  @Nullable String findStream(String table) {
    TableDescription description = describe(table);
    StreamSpecification stream = description.streamSpecification();
    return stream == null || !stream.streamEnabled() ? null : description.latestStreamArn();
  }

  private TableDescription describe(String table) {
    try (MonotableEngine fork = engine.fork()) {
      return Objects.requireNonNull(
          fork.call(Operations.DESCRIBE_TABLE, new DescribeTableInput(table)).table());
    } catch (DynamoException e) {
      throw new IllegalArgumentException(
          "the table " + table + " cannot be described: " + e.getMessage(), e);
    }
  }

  /**
   * Enables the stream of a table at once, regardless of configured delays.
   *
   * @throws IllegalArgumentException if the table does not exist, or its stream has another view
   */
  void enableStream(String table, String view) {
    EngineConfig withoutDelays = engine.config().toBuilder().delays(Delays.NONE).build();
    try (MonotableEngine atOnce = MonotableEngine.create(withoutDelays)) {
      while (true) {
        var before = engine.snapshot();
        StreamSpecification known = describe(table).streamSpecification();
        if (known != null && known.streamEnabled() && view.equals(known.streamViewType())) {
          return;
        }
        atOnce.restore(before);
        atOnce.call(
            Operations.UPDATE_TABLE,
            UpdateTableInput.builder()
                .tableName(table)
                .streamSpecification(
                    StreamSpecification.builder().streamEnabled(true).streamViewType(view).build())
                .build());
        if (engine.replace(before, atOnce.snapshot())) {
          return;
        }
      }
    } catch (DynamoException e) {
      throw new IllegalArgumentException(
          "the stream of the table " + table + " cannot be enabled: " + e.getMessage(), e);
    }
  }

  /** Returns the shards of a stream, parents first; none if the stream does not exist. */
  List<Shard> shards(String streamArn) {
    List<Shard> shards = new ArrayList<>();
    try (MonotableEngine fork = engine.fork()) {
      String last = null;
      do {
        StreamDescription page =
            Objects.requireNonNull(
                fork.call(
                        Operations.DESCRIBE_STREAM,
                        new DescribeStreamInput(streamArn, null, last, null))
                    .streamDescription());
        shards.addAll(Objects.requireNonNull(page.shards()));
        last = page.lastEvaluatedShardId();
      } while (last != null);
    } catch (DynamoException e) {
      requireNotFound(e);
    }
    return shards;
  }

  private static void requireNotFound(DynamoException e) {
    if (e.code() != ErrorCode.RESOURCE_NOT_FOUND) {
      throw e;
    }
  }

  /**
   * Returns an iterator.
   *
   * @param lastRead the sequence number after which to read; null for all records
   * @throws DynamoException if the shard does not exist, or the record after {@code lastRead} was
   *     trimmed
   */
  String iterator(String streamArn, String shardId, @Nullable String lastRead) {
    try (MonotableEngine fork = engine.fork()) {
      return iterator(fork, streamArn, shardId, lastRead);
    }
  }

  private static String iterator(
      MonotableEngine fork, String streamArn, String shardId, @Nullable String lastRead) {
    GetShardIteratorInput request =
        lastRead == null
            ? new GetShardIteratorInput(streamArn, shardId, "TRIM_HORIZON", null, null)
            : new GetShardIteratorInput(
                streamArn, shardId, "AFTER_SEQUENCE_NUMBER", lastRead, null);
    return Objects.requireNonNull(
        fork.call(Operations.GET_SHARD_ITERATOR, request).shardIterator());
  }

  /** Reads a page of records, with the injected faults. */
  GetRecordsOutput records(String iterator) {
    reader = Thread.currentThread();
    try {
      return engine.call(Operations.GET_RECORDS, new GetRecordsInput(iterator, null));
    } finally {
      reader = null;
    }
  }

  /**
   * Returns the sequence number of the record after which a shard is to be read, or null if all its
   * records are.
   *
   * @param time of the first record to read, as in GetShardIterator; null for none of those that
   *     the shard has
   */
  @Nullable String findLastSkipped(String streamArn, String shardId, @Nullable Instant time) {
    String last = null;
    try (MonotableEngine fork = engine.fork()) {
      String next = iterator(fork, streamArn, shardId, null);
      while (next != null) {
        GetRecordsOutput page = fork.call(Operations.GET_RECORDS, new GetRecordsInput(next, null));
        List<Record> records = Objects.requireNonNull(page.records());
        if (records.isEmpty()) {
          break;
        }
        for (Record record : records) {
          PendingRecord skipped = PendingRecord.of(record);
          if (time != null && !skipped.createdAt().isBefore(time)) {
            return last;
          }
          last = skipped.sequenceNumber();
        }
        next = page.nextShardIterator();
      }
    }
    return last;
  }

  /**
   * Returns the records after another one, which may be late; none if they cannot be read.
   *
   * @param lastRead the sequence number after which to read; null for all records
   * @param most the maximum number of records
   */
  List<PendingRecord> after(String streamArn, String shardId, @Nullable String lastRead, int most) {
    List<PendingRecord> found = new ArrayList<>();
    try (MonotableEngine fork = engine.fork()) {
      String next = iterator(fork, streamArn, shardId, lastRead);
      while (next != null && found.size() < most) {
        GetRecordsOutput page =
            fork.call(
                Operations.GET_RECORDS,
                new GetRecordsInput(next, Math.min(1_000, most - found.size())));
        List<Record> records = Objects.requireNonNull(page.records());
        if (records.isEmpty()) {
          break;
        }
        for (Record record : records) {
          found.add(PendingRecord.of(record));
        }
        next = page.nextShardIterator();
      }
    } catch (DynamoException e) {
      return found;
    }
    return found;
  }

  /** Returns the record after another one, which may be late; null if there is none. */
  @Nullable PendingRecord findNext(String streamArn, String shardId, @Nullable String lastRead) {
    List<PendingRecord> records = after(streamArn, shardId, lastRead, 1);
    return records.isEmpty() ? null : records.get(0);
  }

  /** Returns the longest delay of injected late records; zero without such a fault. */
  Duration recordDelay() {
    Duration longest = Duration.ZERO;
    for (ActiveRule rule : engine.faults().rules()) {
      if (rule.rule().fault() instanceof LateRecords late && late.delay().compareTo(longest) > 0) {
        longest = late.delay();
      }
    }
    return longest;
  }
}
