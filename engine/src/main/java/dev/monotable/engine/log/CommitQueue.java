package dev.monotable.engine.log;

import dev.monotable.api.Experimental;
import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.table.DatabaseState;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a database that its {@link CommitLog} does not have yet. For implementations of
 * {@link CommitLog} only.
 */
@Experimental
public final class CommitQueue {
  private final Committer committer;

  /** Creates a queue; for the engine only. */
  public CommitQueue(Committer committer) {
    this.committer = committer;
  }

  /**
   * Takes all commits that are waiting. The result must be ended before the next call, which takes
   * the same commits again otherwise. For the thread of the log.
   *
   * @return null if no commit is waiting
   */
  public @Nullable CommitBatch take() {
    DatabaseState logged = committer.state();
    DatabaseState next = committer.beginLogging();
    return next == null ? null : new CommitBatch(committer, logged, next);
  }

  /** Returns the database as the log has it: after all commits that have succeeded. */
  public Snapshot logged() {
    return Snapshot.of(committer.state());
  }

  /**
   * Drops the commits that were taken, and all that are waiting, if the log cannot even take them.
   * Their requests fail.
   *
   * @param reason is part of their error message
   */
  public void fail(String reason) {
    committer.dropUnlogged(reason);
  }

  /**
   * Rejects all later commits.
   *
   * @param reason is part of their error message
   */
  public void close(String reason) {
    committer.closeLog(reason);
  }
}
