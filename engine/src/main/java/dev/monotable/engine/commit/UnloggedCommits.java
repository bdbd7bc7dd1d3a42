package dev.monotable.engine.commit;

import dev.monotable.engine.request.CommitGroup;
import dev.monotable.engine.table.DatabaseState;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a database that its log does not have yet. Commits change the latest state;
 * readers see a state when the log has it. Guarded by the lock of the {@link Committer}.
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

  /** The group of all commits that came too late; null while commits are logged. */
  private @Nullable CommitGroup rejected;

  /** The number of times that commits were dropped. */
  private final AtomicInteger failures = new AtomicInteger();

  UnloggedCommits(DatabaseState logged, Runnable wake) {
    this.latest = logged;
    this.wake = wake;
  }

  /** Returns how often commits were dropped. For use without the lock. */
  int failures() {
    return failures.get();
  }

  // ---- under the lock ----

  DatabaseState latest() {
    return latest;
  }

  /** Returns the group of the latest commit; null if everything is logged. */
  @Nullable CommitGroup newest() {
    return open == null ? taken : open;
  }

  /**
   * Adds the state of a commit.
   *
   * @return the group of the commit; null if it has changed nothing, and everything is logged
   */
  @Nullable CommitGroup add(DatabaseState next) {
    if (next == latest) {
      return newest();
    }
    if (rejected != null) {
      failures.incrementAndGet();
      return rejected;
    }
    CommitGroup group = open;
    if (group != null) {
      latest = next;
      return group;
    }
    group = new CommitGroup(); // before anything changes, as the heap may be full
    latest = next;
    open = group;
    wake.run();
    return group;
  }

  /**
   * Begins to log all commits; returns the state after them, or null if no commit is waiting. A
   * group that was taken and has not ended is taken again.
   */
  @Nullable DatabaseState take() {
    if (taken == null && open != null) {
      taken = open;
      takenState = latest;
      open = null;
    }
    return takenState;
  }

  DatabaseState takenState() {
    DatabaseState state = takenState;
    if (state == null) {
      throw new IllegalStateException("no commits were taken");
    }
    return state;
  }

  /** Ends the taken group, which is logged; returns it. */
  CommitGroup endTaken() {
    CommitGroup group = taken;
    if (group == null) {
      throw new IllegalStateException("no commits were taken");
    }
    taken = null;
    takenState = null;
    group.end(null);
    return group;
  }

  /** Ends a group that is not logged, and returns it; null if it does not exist. */
  private static @Nullable CommitGroup fail(@Nullable CommitGroup group, String reason) {
    if (group != null) {
      group.end(reason);
    }
    return group;
  }

  /** Drops the taken group, which {@link #dropOpen} must follow; returns it, or null. */
  @Nullable CommitGroup dropTaken(String reason) {
    CommitGroup group = fail(taken, reason);
    taken = null;
    takenState = null;
    return group;
  }

  /** Drops the group that collects commits; returns it, or null. */
  @Nullable CommitGroup dropOpen(DatabaseState logged, String reason) {
    CommitGroup group = fail(open, reason);
    open = null;
    if (latest != logged) {
      latest = logged;
      failures.incrementAndGet();
    }
    return group;
  }

  /** Rejects all later commits. */
  void close(String reason) {
    if (rejected == null) {
      rejected = CommitGroup.failed(reason);
    }
  }
}
