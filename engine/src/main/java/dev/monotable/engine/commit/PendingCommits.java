package dev.monotable.engine.commit;

import org.jspecify.annotations.Nullable;

/**
 * What one thread has committed, or has seen of the commits of others, and the log may not have
 * yet. It is enough to remember one group: all commits before a pending group are dropped with it,
 * or are logged before it. Changed under the lock of the {@link Committer}.
 */
final class PendingCommits {
  /** The group of the latest commit, or a group that has failed. */
  private @Nullable CommitGroup group;

  /** How many requests the thread performs: an observer of a request may send another one. */
  private int requests;

  /** Begins a request of this thread; the commits before it do not belong to it. */
  void beginRequest() {
    if (requests++ == 0) {
      group = null;
    }
  }

  /** Ends a request of this thread; returns what its response depends on, or null. */
  @Nullable CommitGroup endRequest() {
    CommitGroup last = group;
    if (--requests == 0) {
      group = null;
    }
    return last;
  }

  /** Adds the group of a commit, or null if everything that the commit has seen is logged. */
  void add(@Nullable CommitGroup next) {
    CommitGroup last = group;
    if (last == null || last.failure() == null) {
      group = next;
    }
  }

  @Nullable CommitGroup group() {
    return group;
  }

  /**
   * Forgets commits that were waited for, except those of a request: its response depends on them.
   */
  void forget() {
    if (requests == 0) {
      group = null;
    }
  }
}
