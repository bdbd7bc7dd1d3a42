package dev.monotable.engine;

import dev.monotable.engine.table.DatabaseState;

/**
 * A database at one moment. Creating it costs one reference. It shares all unchanged data with the
 * engine, and keeps data that has since changed from being garbage collected.
 */
public final class Snapshot {
  private final DatabaseState state;

  Snapshot(DatabaseState state) {
    this.state = state;
  }

  DatabaseState state() {
    return state;
  }
}
