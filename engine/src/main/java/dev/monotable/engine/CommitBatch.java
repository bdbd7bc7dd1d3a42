package dev.monotable.engine;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.journal.StateWriter;
import dev.monotable.engine.table.DatabaseState;
import java.io.IOException;

/** Commits that a {@link CommitLog} has taken: what changed from one state to another. */
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
    return new Snapshot(after);
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
