package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TimedMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A whole database as one immutable value. A write is a function from one state to the next; a
 * snapshot is a reference to one.
 *
 * @param tables by the UTF-8 bytes of their names, so in the order of ListTables
 * @param tokens of transactions, by the UTF-8 bytes of the token
 * @param holds the items that transactions hold, by {@link ItemHold#key}
 * @param closedStreams streams that were turned off, or whose table was deleted, by the UTF-8 bytes
 *     of their ARN; they stay readable for as long as they hold records
 * @param lastSequenceNumber of the newest stream record
 * @param nextChange the time at which the next change of a table is over, or an earlier one; null
 *     where none is under way whose time is known
 */
public record DatabaseState(
    PersistentTree<TableState> tables,
    TimedMap<TransactionToken> tokens,
    TimedMap<ItemHold> holds,
    PersistentTree<StreamState> closedStreams,
    long lastSequenceNumber,
    @Nullable Instant nextChange) {
  public static final DatabaseState EMPTY =
      new DatabaseState(
          PersistentTree.empty(),
          TimedMap.empty(),
          TimedMap.empty(),
          PersistentTree.empty(),
          0,
          null);

  /** The table of that name, or null. */
  public @Nullable TableState findTable(String name) {
    return tables.find(tableKey(name));
  }

  /** The key of a table in {@link #tables}. */
  public static byte[] tableKey(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /** This state with other tables. */
  public DatabaseState withTables(PersistentTree<TableState> next) {
    return new DatabaseState(next, tokens, holds, closedStreams, lastSequenceNumber, nextChange);
  }

  public DatabaseState withLastSequenceNumber(long sequenceNumber) {
    return new DatabaseState(tables, tokens, holds, closedStreams, sequenceNumber, nextChange);
  }

  public DatabaseState withTokens(TimedMap<TransactionToken> next) {
    return new DatabaseState(tables, next, holds, closedStreams, lastSequenceNumber, nextChange);
  }

  public DatabaseState withHolds(TimedMap<ItemHold> next) {
    return new DatabaseState(tables, tokens, next, closedStreams, lastSequenceNumber, nextChange);
  }

  public DatabaseState withNextChange(@Nullable Instant next) {
    return new DatabaseState(tables, tokens, holds, closedStreams, lastSequenceNumber, next);
  }

  /** This state with a stream that no table writes to any longer. */
  public DatabaseState withClosedStream(StreamState stream) {
    return new DatabaseState(
        tables,
        tokens,
        holds,
        closedStreams.with(stream.arn().getBytes(StandardCharsets.UTF_8), stream),
        lastSequenceNumber,
        nextChange);
  }

  /** This state without a stream that no table writes to. */
  public DatabaseState withoutClosedStream(String arn) {
    return new DatabaseState(
        tables,
        tokens,
        holds,
        closedStreams.without(arn.getBytes(StandardCharsets.UTF_8)),
        lastSequenceNumber,
        nextChange);
  }

  /**
   * Whether a transaction holds an item.
   *
   * @param clock asked only where anything is held
   */
  public boolean isHeld(TableDefinition table, byte[] primaryKey, InstantSource clock) {
    return !holds.isEmpty() && holds.find(ItemHold.key(table, primaryKey), clock.instant()) != null;
  }

  /** The stream of that ARN, of a table that is there or of one that was; null if there is none. */
  public @Nullable StreamState findStream(String arn) {
    StreamState closed = closedStreams.find(arn.getBytes(StandardCharsets.UTF_8));
    if (closed != null) {
      return closed;
    }
    int from = arn.indexOf(":table/");
    int to = arn.indexOf("/stream/");
    if (from < 0 || to < from) {
      return null;
    }
    TableState table = findTable(arn.substring(from + ":table/".length(), to));
    StreamState stream = table == null ? null : table.stream();
    return stream != null && stream.arn().equals(arn) ? stream : null;
  }
}
