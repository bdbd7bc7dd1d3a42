package dev.monotable.engine.commit;

import dev.monotable.engine.kinesis.Captures;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes expired records and shards, which frees their memory, and rolls shards, in commits of a
 * bounded number of records. For a stream with nothing to do, it reads the first record of each
 * shard, and commits nothing.
 *
 * <p>An expired stream is removed. Only a table whose stream was turned off keeps its name, which
 * DescribeTable still returns.
 */
public final class StreamMaintenance {
  private final Committer committer;
  private final Limits limits;

  public StreamMaintenance(Committer committer, Limits limits) {
    this.committer = committer;
    this.limits = limits;
  }

  /** Maintains all streams. */
  public void run(Instant now) {
    DatabaseState state = committer.state();
    List<String> arns = new ArrayList<>();
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      StreamState stream = tables.value().stream();
      if (stream != null && StreamWriter.isMaintenanceDue(stream, now, limits)) {
        arns.add(stream.arn());
      }
    }
    Instant horizon = StreamWriter.horizon(now, limits);
    TreeCursor<StreamState> closed = state.closedStreams().cursor();
    for (boolean more = closed.first(); more; more = closed.next()) {
      StreamState stream = closed.value();
      if (StreamReader.isGone(stream, horizon)
          || StreamWriter.isMaintenanceDue(stream, now, limits)) {
        arns.add(stream.arn());
      }
    }
    CommitTicket ticket = new CommitTicket();
    removeCaptured(horizon, ticket);
    for (String arn : arns) {
      // In several commits, so that others can write in between.
      while (committer.commit(ticket, draft -> maintain(draft, arn, now))) {
        if (committer.awaitLogged(ticket) != null) {
          return;
        }
      }
    }
  }

  /** Removes expired changes that Kinesis destinations have not received. */
  private void removeCaptured(Instant horizon, CommitTicket ticket) {
    TreeCursor<TableState> tables = committer.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (Captures.withoutExpired(table, horizon, 1) != table) {
        String name = table.definition().name();
        while (committer.commit(ticket, draft -> removeCaptured(draft, name, horizon))) {
          if (committer.awaitLogged(ticket) != null) {
            return;
          }
        }
      }
    }
  }

  private boolean removeCaptured(StateDraft draft, String name, Instant horizon) {
    TableState table = draft.state().findTable(name);
    TableState next =
        table == null ? null : Captures.withoutExpired(table, horizon, limits.commit().maxItems());
    if (next == null || next == table) {
      return false;
    }
    draft.putTable(next);
    return true;
  }

  /** Maintains one stream by one commit; returns whether there may be more to do. */
  private boolean maintain(StateDraft draft, String arn, Instant now) {
    StreamState stream = draft.state().findStream(arn);
    if (stream == null) {
      return false;
    }
    TableState table = draft.state().findTable(stream.tableName());
    boolean written = table != null && table.stream() == stream;
    if (!written && StreamReader.isGone(stream, StreamWriter.horizon(now, limits))) {
      draft.state(draft.state().toBuilder().withoutClosedStream(arn).build());
      return false;
    }
    StreamState next =
        StreamWriter.maintain(stream, now, limits, draft, limits.commit().maxItems());
    if (next == stream) {
      return false;
    }
    if (written && table != null) {
      draft.putTable(table.withStream(next));
    } else {
      draft.state(draft.state().toBuilder().closedStream(next).build());
    }
    return true;
  }
}
