package dev.monotable.engine.commit;

import dev.monotable.engine.table.DatabaseState;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a database that its log does not have yet. Commits change the latest state;
 * readers see a state when the log has it. Guarded by the lock of the {@link Committer}, except for
 * what says how commits ended.
 *
 * <p>At most two groups exist: one that is being logged, and one that collects the commits
 * meanwhile. If a group is not logged, all later commits are dropped too, since they follow from
 * it: the latest state is then again the one that readers see.
 */
final class UnloggedCommits {
  private final Runnable wake;
  private DatabaseState latest;
  private @Nullable CommitGroup open;

  /** The group that is being logged, and the state after it. */
  private @Nullable CommitGroup taken;

  private @Nullable DatabaseState takenState;
  private volatile @Nullable String closed;

  /** The group of the latest commit; null if everything is logged. */
  private volatile @Nullable CommitGroup newest;

  /** How often commits were dropped. */
  private final AtomicInteger failures = new AtomicInteger();

  private volatile @Nullable String lastFailure;

  UnloggedCommits(DatabaseState logged, Runnable wake) {
    this.latest = logged;
    this.wake = wake;
  }

  @Nullable CommitGroup newest() {
    return newest;
  }

  int failures() {
    return failures.get();
  }

  /** Why commits were dropped the last time. */
  @Nullable String lastFailure() {
    return lastFailure;
  }

  /** Why no commit succeeds any longer; null while commits do. */
  @Nullable String closed() {
    return closed;
  }

  // ---- under the lock ----

  DatabaseState latest() {
    return latest;
  }

  void add(DatabaseState next) {
    if (next == latest) {
      return;
    }
    if (closed != null) {
      lastFailure = closed;
      failures.incrementAndGet();
      return;
    }
    latest = next;
    if (open == null) {
      CommitGroup group = new CommitGroup();
      open = group;
      newest = group;
      wake.run();
    }
  }

  /** Begins to log all commits; returns the state after them; null if all are logged. */
  @Nullable DatabaseState take() {
    if (open == null) {
      return null;
    }
    taken = open;
    takenState = latest;
    open = null;
    return latest;
  }

  /** Ends the logged group; returns it and changes nothing else than its state. */
  CommitGroup endTaken() {
    CommitGroup group = taken;
    if (group == null) {
      throw new IllegalStateException("no commits were taken");
    }
    taken = null;
    takenState = null;
    if (open == null) {
      newest = null;
    }
    return group;
  }

  DatabaseState takenState() {
    DatabaseState state = takenState;
    if (state == null) {
      throw new IllegalStateException("no commits were taken");
    }
    return state;
  }

  /** Drops all commits since a state; returns the group that was still open, or null. */
  @Nullable CommitGroup drop(DatabaseState logged, String reason) {
    lastFailure = reason;
    CommitGroup dropped = open;
    open = null;
    latest = logged;
    failures.incrementAndGet();
    newest = null;
    return dropped;
  }

  /** From now on, no commit succeeds. */
  void close(String reason) {
    closed = reason;
  }
}
