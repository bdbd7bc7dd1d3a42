package dev.monotable.stream;

import dev.monotable.model.SequenceNumberRange;
import dev.monotable.model.Shard;
import dev.monotable.stream.ShardConsumer.ShardPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a mapping for one stream: the shards that it has found, and where it is in each of
 * them. A shard is read after its parent has been delivered, so the changes of an item are
 * delivered in order, even across shards.
 *
 * <p>Not safe for use by multiple threads.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html">Change
 *     data capture for DynamoDB Streams: Shards</a>
 */
final class StreamDelivery {
  private final StreamReads reads;
  private final MappingSettings settings;
  private final Discards discards;
  private final String streamArn;
  private final Map<String, ShardConsumer> shards = new LinkedHashMap<>();
  private boolean shardsKnown;

  /** Receives the batches that are discarded. */
  @FunctionalInterface
  interface Discards {
    void discard(
        DiscardedBatch.Condition condition,
        String streamArn,
        String shardId,
        RecordBatch batch,
        Instant now);
  }

  /** Creates a delivery that begins at the oldest records of a stream. */
  StreamDelivery(StreamReads reads, MappingSettings settings, Discards discards, String streamArn) {
    this.reads = reads;
    this.settings = settings;
    this.discards = discards;
    this.streamArn = streamArn;
  }

  String streamArn() {
    return streamArn;
  }

  /** Skips all records that the stream has now. */
  void skipToEnd() {
    skip(null);
  }

  /** Skips the records before the first one of each shard that is not older than a time. */
  void skipTo(Instant time) {
    skip(time);
  }

  private void skip(@Nullable Instant time) {
    for (Shard shard : reads.shards(streamArn)) {
      String id = Objects.requireNonNull(shard.shardId());
      SequenceNumberRange range = shard.sequenceNumberRange();
      boolean skipped = time == null && range != null && range.endingSequenceNumber() != null;
      add(
          new ShardPosition(
              streamArn,
              id,
              shard.parentShardId(),
              skipped ? null : reads.findLastSkipped(streamArn, id, time),
              skipped));
    }
    shardsKnown = true;
  }

  private void add(ShardPosition position) {
    long retention = reads.config().limits().stream().retentionSeconds();
    List<DeliveryLane> lanes = new ArrayList<>();
    for (int i = 0; i < settings.batching().parallelizationFactor(); i++) {
      lanes.add(
          new DeliveryLane(
              streamArn,
              position.shardId(),
              settings,
              retention,
              (condition, batch, now) ->
                  discards.discard(condition, streamArn, position.shardId(), batch, now)));
    }
    shards.put(position.shardId(), new ShardConsumer(reads, position, settings.filter(), lanes));
  }

  /** Adds the shards that are new, and forgets those that the stream has no more. */
  private void findShards() {
    if (shardsKnown) {
      return;
    }
    Set<String> ids = new HashSet<>();
    for (Shard shard : reads.shards(streamArn)) {
      String id = Objects.requireNonNull(shard.shardId());
      ids.add(id);
      if (!shards.containsKey(id)) {
        add(new ShardPosition(streamArn, id, shard.parentShardId(), null, false));
      }
    }
    shards.values().removeIf(shard -> shard.isDone() && !ids.contains(shard.shardId()));
    shardsKnown = true;
  }

  /** Returns the shards whose parents have been delivered. */
  private List<ShardConsumer> active() {
    List<ShardConsumer> active = new ArrayList<>();
    for (ShardConsumer shard : shards.values()) {
      String parentId = shard.parentId();
      ShardConsumer parent = parentId == null ? null : shards.get(parentId);
      if (!shard.isDone() && (parent == null || parent.isDone())) {
        active.add(shard);
      }
    }
    return active;
  }

  /** Returns how far each shard that is known was read and delivered, by its ID. */
  Map<String, ShardConsumer.Progress> progress() {
    Map<String, ShardConsumer.Progress> progress = new LinkedHashMap<>();
    for (ShardConsumer shard : shards.values()) {
      progress.put(shard.shardId(), shard.progress());
    }
    return progress;
  }

  /** A batch to deliver, and its lane, which receives the result. */
  record Due(DeliveryLane lane, StreamBatch batch) {}

  /**
   * Reads records of all shards.
   *
   * @return whether records or the end of a shard were read
   */
  boolean read(Instant now) {
    findShards();
    boolean any = false;
    for (ShardConsumer shard : active()) {
      if (shard.read(now)) {
        any = true;
        shardsKnown &= !shard.isEnded();
      }
    }
    return any;
  }

  /** Returns the batches that are due, at most one of each lane. */
  List<Due> due(Instant now) {
    List<Due> due = new ArrayList<>();
    for (ShardConsumer shard : active()) {
      for (DeliveryLane lane : shard.lanes()) {
        StreamBatch batch = lane.next(now, shard.isEnded());
        if (batch != null) {
          due.add(new Due(lane, batch));
        }
      }
    }
    return due;
  }

  /** Returns when something is to be done next; null if nothing is left. */
  @Nullable Instant nextDue(Instant now) {
    if (!shardsKnown) {
      return now;
    }
    Instant next = null;
    for (ShardConsumer shard : active()) {
      Instant due = shard.due(now);
      if (due != null && (next == null || due.isBefore(next))) {
        next = due;
      }
    }
    return next;
  }

  /** Forgets how often batches and reads have failed. */
  void forgetFailures() {
    for (ShardConsumer shard : shards.values()) {
      shard.forgetFailures();
    }
  }

  /**
   * Returns why nothing more can be delivered, or null.
   *
   * @param attempts the number of failures in a row that is given up on
   */
  @Nullable Obstacle findObstacle(int attempts) {
    for (ShardConsumer shard : active()) {
      RuntimeException readError = shard.readError();
      if (shard.readFailures() >= attempts && readError != null) {
        return new Obstacle(
            "GetRecords of shard " + shard.shardId() + " has failed " + attempts + " times",
            readError);
      }
      for (DeliveryLane lane : shard.lanes()) {
        RecordBatch failed = lane.findFailed();
        if (failed != null
            && failed.recentFailures() >= attempts
            && settings.retries().isForEver()) {
          return new Obstacle(describe(shard, failed), failed.error());
        }
      }
    }
    return null;
  }

  private static String describe(ShardConsumer shard, RecordBatch failed) {
    String what;
    if (failed.size() == 0) {
      what = "the end of a tumbling window of shard " + shard.shardId();
    } else {
      String first = failed.records().get(0).sequenceNumber();
      String last = failed.records().get(failed.size() - 1).sequenceNumber();
      what =
          count(failed.size())
              + " of shard "
              + shard.shardId()
              + " (sequence numbers "
              + first
              + " to "
              + last
              + ")";
    }
    return "the handler has failed "
        + failed.recentFailures()
        + " times for "
        + what
        + ", and the mapping retries until the records expire; with maximumRetryAttempts or"
        + " maximumRecordAge it would discard them";
  }

  /**
   * Why records cannot be delivered.
   *
   * @param error the last error; null if the handler reported failures by its response
   */
  record Obstacle(String description, @Nullable Throwable error) {}

  /** Returns what is not delivered, for messages; null if nothing is known to be left. */
  @Nullable String describePending() {
    StringBuilder text = new StringBuilder();
    for (ShardConsumer shard : active()) {
      int pending = 0;
      String first = null;
      for (DeliveryLane lane : shard.lanes()) {
        pending += lane.size();
        PendingRecord record = lane.findFirst();
        if (record != null && (first == null || record.sequenceNumber().compareTo(first) < 0)) {
          first = record.sequenceNumber();
        }
      }
      if (pending > 0) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(count(pending))
            .append(" of shard ")
            .append(shard.shardId())
            .append(" from sequence number ")
            .append(first);
      }
    }
    return text.isEmpty() ? null : text.toString();
  }

  private static String count(int records) {
    return records == 1 ? "1 record" : records + " records";
  }
}
