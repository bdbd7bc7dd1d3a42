package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.kinesis.Captures;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The changes of items that the Kinesis destinations of a database have not received, for whoever
 * writes them to Kinesis. They are part of the state of the database: they survive a restart with
 * {@code --data}, and a change stays until {@link #remove} says that the stream has it, or until it
 * is older than the records of DynamoDB Streams may be, or until the records of all streams take
 * too much memory. Safe for use by multiple threads.
 */
@Experimental
public final class KinesisOutbox {
  private final MonotableEngine engine;
  private final Committer committer;

  KinesisOutbox(MonotableEngine engine, Committer committer) {
    this.engine = engine;
    this.committer = committer;
  }

  /** Returns the destinations of all tables: tables by name, the destination added last first. */
  public List<KinesisDestinationStatus> destinations() {
    Instant now = engine.config().clock().instant();
    List<KinesisDestinationStatus> all = new ArrayList<>(0);
    TreeCursor<TableState> tables = committer.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (table.capture() != null) {
        for (KinesisDestination each : KinesisDestinations.of(table.definition()).destinations()) {
          all.add(status(table, each, now));
        }
      }
    }
    return all;
  }

  private static KinesisDestinationStatus status(
      TableState table, KinesisDestination destination, Instant now) {
    ShardState shard = Captures.find(table.capture(), destination.streamArn());
    long waiting = shard == null ? 0 : shard.records().size();
    Instant oldest = null;
    if (shard != null && waiting > 0) {
      TreeCursor<ChangeRecord> records = shard.records().cursor();
      records.first();
      oldest = records.value().createdAt();
    }
    return new KinesisDestinationStatus(
        table.definition().name(),
        destination.streamArn(),
        destination.status(now).name(),
        destination.isOver(now) ? destination.failure() : null,
        destination.precision(),
        waiting,
        oldest);
  }

  /**
   * Returns changes that a destination has not received, in the order in which they were made.
   *
   * @param after the sequence number after which to begin; 0 to begin with the first
   * @param most the maximum number of changes
   */
  public List<KinesisChange> changes(String tableName, String streamArn, long after, int most) {
    List<KinesisChange> changes = new ArrayList<>();
    TableState table = committer.state().findTable(tableName);
    ShardState shard = table == null ? null : Captures.find(table.capture(), streamArn);
    if (table != null && shard != null) {
      byte[] key = StreamWriter.recordKey(after + 1);
      TreeCursor<ChangeRecord> records = shard.records().cursor();
      for (boolean more = records.seekCeiling(key, key.length);
          more && changes.size() < most;
          more = records.next()) {
        changes.add(change(table, streamArn, records.value()));
      }
    }
    return changes;
  }

  private static KinesisChange change(TableState table, String streamArn, ChangeRecord record) {
    Item before = record.oldItem();
    Item after = record.newItem();
    String name = table.definition().id() + '/' + streamArn + '/' + record.sequenceNumber();
    return new KinesisChange(
        record.sequenceNumber(),
        UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString(),
        record.createdAt(),
        keys(table, Objects.requireNonNull(after == null ? before : after)),
        before,
        after,
        record.byService());
  }

  private static Item keys(TableState table, Item item) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (KeyAttribute key : table.definition().keys().attributes()) {
      values.put(key.name(), Objects.requireNonNull(item.find(key.name())));
    }
    return Item.of(values);
  }

  /** Removes changes, because the destination has received them. If the log fails, they remain. */
  public void remove(String tableName, String streamArn, List<KinesisChange> changes) {
    long[] numbers = changes.stream().mapToLong(KinesisChange::sequenceNumber).toArray();
    CommitTicket ticket = new CommitTicket();
    committer.commit(
        ticket,
        draft -> {
          TableState table = draft.state().findTable(tableName);
          if (table != null) {
            put(draft, table, Captures.without(table, streamArn, numbers));
          }
          return draft;
        });
    committer.awaitLogged(ticket); // so that the next call of changes() does not return them again
  }

  /**
   * Removes all changes of all destinations. For a database that was set back, or is a copy: others
   * have written what it contains.
   */
  public void clear() {
    committer.commit(
        new CommitTicket(),
        draft -> {
          TreeCursor<TableState> tables = draft.state().tables().cursor();
          for (boolean more = tables.first(); more; more = tables.next()) {
            put(draft, tables.value(), Captures.withoutRecords(tables.value()));
          }
          return draft;
        });
  }

  private static void put(StateDraft draft, TableState before, TableState after) {
    if (after != before) {
      draft.putTable(after);
    }
  }
}
