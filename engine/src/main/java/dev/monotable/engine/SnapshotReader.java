package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.journal.StateReader;
import dev.monotable.engine.log.CommitBatch;
import dev.monotable.engine.replica.LegacyGlobalTable;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.UnknownEntryException;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link Snapshot#writeTo} and {@link CommitBatch#writeTo} have written: first a
 * database, or nothing for an empty one, then what changed in it. For one thread and one use.
 */
@Experimental
public final class SnapshotReader {
  /**
   * The number of the form in which states are written. It is raised whenever a kind of entry, a
   * code or a field is added, so that a version that does not know it can say so.
   */
  public static final int FORMAT = 4;

  /** The number of the oldest form that is read. */
  public static final int OLDEST_FORMAT = 2;

  private final StateReader reader;

  /** The tables that {@link #finish} has separated from their replicas. */
  private final List<String> separated = new ArrayList<>();

  /**
   * Creates a reader.
   *
   * @param config of the engine that will have the database
   */
  public SnapshotReader(EngineConfig config) {
    this.reader = new StateReader(config.limits(), config.indexTypes(), config.settingTypes());
  }

  /**
   * Reads a block. Blocks may be missing; what only they contain is then missing, too.
   *
   * @throws IllegalArgumentException if this is not a block that this version writes
   * @see #isOfLaterVersion
   */
  public void read(byte[] bytes, int from, int to) {
    reader.read(bytes, from, to);
  }

  /** Returns whether reading failed because a later version has written the bytes. */
  public static boolean isOfLaterVersion(RuntimeException failure) {
    return failure instanceof UnknownEntryException;
  }

  /**
   * Returns what was in the missing blocks of a database, one line each, such as {@code 3 of 500
   * items of the table Chat are lost}. For damaged files, before any changes are read.
   */
  public List<String> losses() {
    return reader.knowsContents()
        ? reader.losses()
        : List.of("which tables and items are lost is not known");
  }

  /** Returns the database after all blocks. Nothing may be read afterwards. */
  public Snapshot finish() {
    DatabaseState state = reader.finish();
    DatabaseState.Builder next = state.toBuilder();
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (LegacyGlobalTable.isIn(table.definition())) {
        separated.add(table.definition().name());
        next.table(table, table.withDefinition(LegacyGlobalTable.without(table.definition())));
      }
    }
    return Snapshot.of(next.build());
  }

  /**
   * Returns the names of the tables that were replicas of global tables of version 2017.11.29, and
   * are tables of their own in the database that {@link #finish} has returned.
   */
  public List<String> separatedTables() {
    return List.copyOf(separated);
  }
}
