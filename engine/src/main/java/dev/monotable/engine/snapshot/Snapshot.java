package dev.monotable.engine.snapshot;

import dev.monotable.api.Experimental;
import dev.monotable.engine.SnapshotReader;
import dev.monotable.engine.journal.StateWriter;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.DatabaseState;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A database at one moment. Creating it costs one reference. It shares all unchanged data with the
 * engine, and keeps data that has since changed from being garbage collected.
 */
public final class Snapshot {
  private final DatabaseState state;

  private Snapshot(DatabaseState state) {
    this.state = state;
  }

  /** Returns a database as a snapshot; for the engine only. */
  @Experimental
  public static Snapshot of(DatabaseState state) {
    return new Snapshot(state);
  }

  /** Returns the database; for the engine only. */
  @Experimental
  public DatabaseState state() {
    return state;
  }

  /** Writes the whole database, for {@link SnapshotReader}. */
  @Experimental
  public void writeTo(StateSink sink) throws IOException {
    StateWriter.write(DatabaseState.EMPTY, state, sink::write);
  }

  /** Returns whether no table, stream or backup has changed between both, or both have none. */
  @Experimental
  public boolean hasTablesOf(Snapshot other) {
    return isSame(state.tables(), other.state.tables())
        && isSame(state.closedStreams(), other.state.closedStreams())
        && isSame(state.backups(), other.state.backups());
  }

  /** Returns whether there is no table, stream or backup. */
  @Experimental
  public boolean isEmpty() {
    return state.tables().isEmpty() && state.closedStreams().isEmpty() && state.backups().isEmpty();
  }

  private static boolean isSame(PersistentTree<?> one, PersistentTree<?> other) {
    return one == other || (one.isEmpty() && other.isEmpty());
  }

  /** Returns whether both are of one database, and nothing has changed between them. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Snapshot snapshot && snapshot.state == state;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(state);
  }
}
