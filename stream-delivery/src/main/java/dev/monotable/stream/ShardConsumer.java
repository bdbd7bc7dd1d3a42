package dev.monotable.stream;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.Record;
import dev.monotable.stream.EventSourceMapping.RetriedBatch;
import dev.monotable.stream.event.EventJson;
import dev.monotable.stream.event.FilterCriteria;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads one shard of a stream and passes its records to the lanes of the shard. Reads ahead of the
 * handler, but keeps a bounded number of records.
 *
 * <p>Not safe for use by multiple threads.
 */
final class ShardConsumer {
  /** The largest batch. */
  private static final int MAX_RECORDS = 10_000;

  private static final long MAX_BYTES = 64L << 20;

  private final StreamReads reads;
  private final String streamArn;
  private final String shardId;
  private final @Nullable String parentId;
  private final FilterCriteria filter;
  private final List<DeliveryLane> lanes;
  private @Nullable String iterator;
  private @Nullable String lastRead;
  private boolean ended;
  private int readFailures;
  private Instant readAgainAt = Instant.MIN;
  private @Nullable RuntimeException readError;

  /** Creates a consumer that begins at a position. */
  ShardConsumer(
      StreamReads reads, ShardPosition position, FilterCriteria filter, List<DeliveryLane> lanes) {
    this.reads = reads;
    this.streamArn = position.streamArn();
    this.shardId = position.shardId();
    this.parentId = position.parentId();
    this.lastRead = position.lastRead();
    this.ended = position.ended();
    this.filter = filter;
    this.lanes = lanes;
  }

  /**
   * A place in a shard.
   *
   * @param parentId the parent shard; null if there is none
   * @param lastRead the sequence number after which to read; null for all records
   * @param ended whether nothing of the shard is to be read
   */
  record ShardPosition(
      String streamArn,
      String shardId,
      @Nullable String parentId,
      @Nullable String lastRead,
      boolean ended) {}

  String shardId() {
    return shardId;
  }

  @Nullable String parentId() {
    return parentId;
  }

  List<DeliveryLane> lanes() {
    return lanes;
  }

  /** Returns whether all records of the shard have been read. */
  boolean isEnded() {
    return ended;
  }

  /** Returns whether all records of the shard have been read and delivered. */
  boolean isDone() {
    if (!ended) {
      return false;
    }
    for (DeliveryLane lane : lanes) {
      if (!lane.isDone()) {
        return false;
      }
    }
    return true;
  }

  int readFailures() {
    return readFailures;
  }

  @Nullable RuntimeException readError() {
    return readError;
  }

  /**
   * The position to which a shard was read and delivered. Immutable, for threads that do not
   * deliver.
   *
   * @param lastRead the sequence number of the last record that was read; null before the first one
   * @param ended whether all records were read
   * @param pending the number of records that were read and not delivered
   * @param oldest the time of the oldest of these; null if there is none
   * @param retried the batches that are delivered again
   */
  record Progress(
      @Nullable String lastRead,
      boolean ended,
      int pending,
      @Nullable Instant oldest,
      List<RetriedBatch> retried) {}

  /** Returns how far the shard was read and delivered. */
  Progress progress() {
    int pending = 0;
    Instant oldest = null;
    List<RetriedBatch> retried = new ArrayList<>();
    for (DeliveryLane lane : lanes) {
      pending += lane.size();
      PendingRecord first = lane.findFirst();
      if (first != null && (oldest == null || first.createdAt().isBefore(oldest))) {
        oldest = first.createdAt();
      }
      RecordBatch batch = lane.findRetried();
      if (batch != null) {
        retried.add(
            new RetriedBatch(
                shardId,
                batch.size(),
                batch.size() == 0 ? null : batch.records().get(0).sequenceNumber(),
                batch.invocations(),
                batch.notBefore(),
                batch.error()));
      }
    }
    return new Progress(lastRead, ended, pending, oldest, List.copyOf(retried));
  }

  /** Forgets how often reads and the first batches have failed. */
  void forgetFailures() {
    readFailures = 0;
    for (DeliveryLane lane : lanes) {
      lane.forgetFailures();
    }
  }

  /**
   * Reads what there is room for.
   *
   * @return whether records or the end of the shard were read
   */
  boolean read(Instant now) {
    boolean any = false;
    while (!ended && !readAgainAt.isAfter(now) && hasRoom()) {
      try {
        if (iterator == null) {
          iterator = reads.iterator(streamArn, shardId, lastRead);
        }
        GetRecordsOutput page = reads.records(iterator);
        readFailures = 0;
        List<Record> records = Objects.requireNonNull(page.records());
        for (Record record : records) {
          accept(record);
        }
        iterator = page.nextShardIterator();
        ended = iterator == null;
        any |= ended || !records.isEmpty();
        if (records.isEmpty()) {
          break;
        }
      } catch (DynamoException e) {
        recover(e, now);
      } catch (DroppedConnectionException e) {
        readLater(e, now);
      }
    }
    return any;
  }

  private void accept(Record record) {
    PendingRecord read = PendingRecord.of(record);
    lastRead = read.sequenceNumber();
    if (filter.isEmpty() || filter.matches(EventJson.of(streamArn, record))) {
      // The canonical form of equal keys is equal.
      int hash = Arrays.hashCode(read.keys().json());
      lanes.get(Math.floorMod(hash, lanes.size())).add(read);
    }
  }

  private boolean hasRoom() {
    int records = 0;
    long bytes = 0;
    for (DeliveryLane lane : lanes) {
      records += lane.size();
      bytes += lane.bytes();
    }
    return records < MAX_RECORDS && bytes < MAX_BYTES;
  }

  private void recover(DynamoException e, Instant now) {
    iterator = null;
    if (e.code() == ErrorCode.TRIMMED_DATA_ACCESS) {
      lastRead = null;
    } else if (e.code() == ErrorCode.RESOURCE_NOT_FOUND) {
      ended = true;
    } else if (e.code() != ErrorCode.EXPIRED_ITERATOR) {
      readLater(e, now);
    }
  }

  private void readLater(RuntimeException error, Instant now) {
    readFailures++;
    readError = error;
    readAgainAt = now.plus(RecordBatch.backoff(readFailures));
  }

  /** Returns when something is to be done next; null if nothing is left. */
  @Nullable Instant due(Instant now) {
    Instant due = ended ? null : readDue(now);
    for (DeliveryLane lane : lanes) {
      Instant next = lane.due(now, ended);
      if (next != null && (due == null || next.isBefore(due))) {
        due = next;
      }
    }
    return due;
  }

  private @Nullable Instant readDue(Instant now) {
    if (readAgainAt.isAfter(now)) {
      return readAgainAt;
    }
    Duration delay = reads.recordDelay();
    if (delay.isZero() || !hasRoom()) {
      return null;
    }
    PendingRecord late = reads.findNext(streamArn, shardId, lastRead);
    if (late == null) {
      return null;
    }
    // The time of a record is truncated to seconds.
    Instant visible = late.createdAt().plusSeconds(1).plus(delay);
    return visible.isAfter(now) ? visible : now.plusSeconds(1);
  }
}
