package dev.monotable.engine;

import dev.monotable.engine.table.DatabaseState;

/**
 * A database at one moment. It costs a reference to make, shares all that did not change since with
 * the engine, and keeps what did change from being collected.
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
