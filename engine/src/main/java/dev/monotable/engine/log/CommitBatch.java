package dev.monotable.engine.log;

import dev.monotable.api.Experimental;
import dev.monotable.engine.SnapshotReader;
import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.journal.StateWriter;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.snapshot.StateSink;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import java.io.IOException;

/**
 * Commits that a {@link CommitLog} has taken: what changed from one state to another. For
 * implementations of {@link CommitLog} only.
 */
@Experimental
public final class CommitBatch {
  private final Committer committer;
  private final DatabaseState before;
  private final DatabaseState after;

  CommitBatch(Committer committer, DatabaseState before, DatabaseState after) {
    this.committer = committer;
    this.before = before;
    this.after = after;
  }

  /** Writes what changed, for {@link SnapshotReader}. */
  public void writeTo(StateSink sink) throws IOException {
    StateWriter.write(before, after, sink::write);
  }

  /** Returns the database after these commits. */
  public Snapshot snapshot() {
    return Snapshot.of(after);
  }

  /** Returns the approximate size of the database after these commits, in bytes. */
  public long bytes() {
    return itemBytes(after) + after.streamBytes() + after.historyBytes();
  }

  /**
   * Returns whether these commits only remove: the items take less space than before, or none has
   * changed, as when an index is deleted; but not when a table, an index or TTL is added. For a log
   * that has hardly any space left; the time that it takes grows with the number of tables.
   */
  public boolean isRemoval() {
    return itemBytes(after) < itemBytes(before) || hasSameItems();
  }

  private static long itemBytes(DatabaseState state) {
    long bytes = 0;
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      bytes += tables.value().bytes();
    }
    return bytes;
  }

  private boolean hasSameItems() {
    TreeCursor<TableState> tables = after.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      TableState old = before.findTable(table.definition().name());
      if (old == null
          || old.items() != table.items()
          || (old != table && (isFilled(old) || isFilled(table)))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an index or TTL is being added to a table, which changes no item. */
  private static boolean isFilled(TableState table) {
    return table.findChange(TableChange.Kind.ALLOCATE_INDEX) != null
        || table.findChange(TableChange.Kind.BACKFILL_INDEX) != null
        || table.findChange(TableChange.Kind.TIME_TO_LIVE) != null;
  }

  /** Publishes the commits, because they are logged. */
  public void succeed() {
    committer.endLogging();
  }

  /**
   * Drops the commits and all that followed, because they could not be logged. Their requests fail.
   *
   * @param reason is part of their error message
   */
  public void fail(String reason) {
    committer.dropUnlogged(reason);
  }
}
