package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.CommitGroup;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.table.DatabaseState;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The only place where the state of a database changes.
 *
 * <h2>Commit and visibility</h2>
 *
 * <p><b>The state is a value.</b> A {@link DatabaseState} and everything that it refers to is
 * immutable: tables, trees, items, stream records. Any number of threads may read it at any time.
 *
 * <p><b>One writer at a time.</b> A commit holds the lock, takes the current state, runs its
 * function on a {@link StateDraft} and gets the next state. Writers are therefore serialized: each
 * function sees every commit before it and none after it, so a condition that it tests still holds
 * when its change is published. Functions must be short, since all other writers wait. Work without
 * a bound, such as a backfill or the removal of expired items, is done in many commits.
 *
 * <p><b>Publication is one volatile store.</b> It is the last step of a commit. A thread that reads
 * the new reference also sees everything that was written before the store, so the nodes of a tree
 * need no barriers of their own. A commit that throws does not reach the store: nothing of it is
 * visible, in no table, index or stream. All of a commit becomes visible at once, which is what
 * makes a transaction atomic.
 *
 * <p><b>Readers take the state once.</b> An operation calls {@link #state()} one time and works on
 * that value to its end. So a page, a batch and a transactional read are consistent views, and
 * neither wait for writers nor make them wait. An operation that started before a commit may answer
 * after it with the earlier state, as on any server; an operation that starts after the commit
 * returned sees it, since the store came before the return.
 *
 * <p><b>Validation and commit may see different states.</b> A write is checked against the current
 * state before the lock and then applied to the draft. What it has derived from a table is compared
 * with the table of the draft, and derived again if the table changed in between.
 *
 * <p><b>Stream records stay within their memory.</b> A commit after which the records of all
 * streams take more than {@link Limits.Memory#maxStreamBytes()} also removes the oldest of them,
 * see {@link StreamTrimmer}. No published state exceeds the bound, unless it was restored. The same
 * holds for the histories of tables and {@link Limits.Memory#maxHistoryBytes()}.
 *
 * <p><b>With a log, a state is published when the log has it.</b> Commits then continue from the
 * latest state, and readers see the logged one. So no client ever sees a commit that a crash could
 * lose, and readers do not wait for the log. {@link #commit} returns before its commit is logged;
 * the response of a request waits for its {@link CommitTicket}. If the log fails, the commits that
 * it does not have are dropped.
 *
 * <p><b>Only unpublished nodes change.</b> A commit may modify the tree nodes that it has made
 * itself, see {@link dev.monotable.engine.storage.TreeEditor}. No published state refers to such a
 * node before the store, and no editor outlives its commit.
 */
public final class Committer {
  /** The number of batches that {@link #trim} removes in one commit: a record costs little. */
  private static final int TRIMMED_AT_ONCE = 10;

  /** A commit holds the lock for some microseconds. */
  private static final long LOCK_RETRY_NANOS = 10_000;

  private final Limits limits;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Backfill backfill;
  private volatile DatabaseState state;
  private volatile boolean trimmedEarly;

  /** The commits that are not logged; null without a log. */
  private final @Nullable UnloggedCommits unlogged;

  /** Null unless a fault rule reads older states; changed under the lock. */
  private volatile @Nullable StateHistory history;

  /**
   * @param wake is run under the lock when a commit has to be logged; null without a log
   */
  public Committer(
      DatabaseState state, Limits limits, InstantSource clock, @Nullable Runnable wake) {
    this.state = state;
    this.limits = limits;
    this.clock = clock;
    this.backfill = new Backfill(this, limits);
    this.unlogged = wake == null ? null : new UnloggedCommits(state, wake);
  }

  /** Returns the current state; with a log, the latest one that the log has. */
  public DatabaseState state() {
    return state;
  }

  /** Returns the backfill, which adds existing items to new indexes. */
  public Backfill backfill() {
    return backfill;
  }

  /**
   * Changes the state.
   *
   * @param ticket receives the group of the commit, to wait until it is logged; null if nobody
   *     waits
   * @param change makes the next state in the draft, while all other writers wait. If it throws,
   *     the state does not change
   * @return the result of the function
   */
  public <R extends @Nullable Object> R commit(
      @Nullable CommitTicket ticket, Function<StateDraft, R> change) {
    lock.lock();
    try {
      StateDraft draft = new StateDraft(latest(), limits, clock);
      R answer = change.apply(draft);
      DatabaseState next = draft.state();
      long maxBytes = limits.memory().maxStreamBytes();
      if (StreamTrimmer.isDue(next, maxBytes, limits)) {
        next = StreamTrimmer.trim(next, maxBytes, limits, Integer.MAX_VALUE);
        trimmedEarly = true;
      }
      next =
          HistoryTrimmer.trim(next, limits.memory().maxHistoryBytes(), limits.commit().maxItems());
      if (unlogged == null) {
        state = next;
        StateHistory older = history;
        if (older != null) {
          older.add(next, draft.now());
        }
      } else {
        addTo(ticket, unlogged.add(next));
      }
      return answer;
    } catch (RuntimeException | Error e) {
      if (unlogged != null) {
        addTo(ticket, unlogged.newest()); // the failure may follow from a commit that is not logged
      }
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private static void addTo(@Nullable CommitTicket ticket, @Nullable CommitGroup group) {
    if (ticket != null) {
      ticket.add(group);
    }
  }

  /** Returns the state from which the next commit starts. */
  private DatabaseState latest() {
    return unlogged == null ? state : unlogged.latest();
  }

  // ---- logging ----

  /** Returns how often commits were dropped because the log failed. */
  public int failures() {
    return unlogged == null ? 0 : unlogged.failures();
  }

  /**
   * Waits until all commits so far are either logged and visible to readers, or dropped. Returns
   * immediately without a log.
   *
   * @param ticket the ticket of the caller's own commits; null to wait only
   * @return why the commits of the ticket were dropped; null if they are logged
   */
  public @Nullable String awaitLogged(@Nullable CommitTicket ticket) {
    if (unlogged == null) {
      return null;
    }
    CommitGroup newest;
    lock.lock();
    try {
      newest = unlogged.newest();
    } finally {
      lock.unlock();
    }
    if (newest != null) {
      newest.await();
    }
    return ticket == null ? null : ticket.awaitFailure();
  }

  /**
   * Begins to log all commits that are not logged, for the one thread that does so. {@link
   * #endLogging} or {@link #dropUnlogged} must follow; until then, further calls return the same.
   *
   * @return the state after them; null if no commit is waiting
   */
  public @Nullable DatabaseState beginLogging() {
    lockWithoutMemory();
    try {
      return requireLog().take();
    } finally {
      lock.unlock();
    }
  }

  /** Publishes the commits of {@link #beginLogging}. */
  public void endLogging() {
    CommitGroup logged = null;
    lockWithoutMemory();
    try {
      UnloggedCommits commits = requireLog();
      DatabaseState next = commits.takenState();
      state = next;
      logged = commits.endTaken();
      StateHistory older = history;
      if (older != null) {
        older.add(next, clock.instant());
      }
    } finally {
      lock.unlock();
      if (logged != null) {
        logged.announce();
      }
    }
  }

  /**
   * Drops all commits that are not logged. Does nothing if everything is logged.
   *
   * @param reason why they were not logged
   */
  public void dropUnlogged(String reason) {
    CommitGroup taken;
    CommitGroup open;
    lockWithoutMemory();
    try {
      UnloggedCommits commits = requireLog();
      taken = commits.dropTaken(reason);
      open = commits.dropOpen(state, reason);
    } finally {
      lock.unlock();
    }
    if (taken != null) {
      taken.announce();
    }
    if (open != null) {
      open.announce();
    }
  }

  /** Ends logging: no later commit succeeds. */
  public void closeLog(String reason) {
    lockWithoutMemory();
    try {
      requireLog().close(reason);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the lock even if the heap is full: waiting for a lock usually allocates memory. */
  private void lockWithoutMemory() {
    try {
      lock.lock();
    } catch (OutOfMemoryError e) {
      while (!lock.tryLock()) {
        LockSupport.parkNanos(LOCK_RETRY_NANOS);
      }
    }
  }

  private UnloggedCommits requireLog() {
    if (unlogged == null) {
      throw new IllegalStateException("the database has no log");
    }
    return unlogged;
  }

  // ---- memory, snapshots ----

  /** Returns whether stream records were removed before their retention time. */
  public boolean hasTrimmedEarly() {
    return trimmedEarly;
  }

  /**
   * Removes stream records, the oldest first, until the rest take at most a number of bytes, and
   * the client request tokens that expire next until at most a number of tokens remain, and the
   * oldest versions of tables until the rest take at most a number of bytes. Also forgets older
   * states that are kept for stale reads. It works in commits of a bounded number of records, and
   * does not wait for the log. It ends early if the log fails. Without anything to remove it costs
   * a few comparisons.
   *
   * @return whether anything was removed
   */
  public boolean trim(long maxStreamBytes, int maxTokens, long maxHistoryBytes) {
    boolean removed = forgetHistory();
    int failures = failures();
    while (trimSome(maxStreamBytes, maxTokens, maxHistoryBytes) && failures == failures()) {
      removed = true;
    }
    return removed;
  }

  private boolean forgetHistory() {
    StateHistory older = history;
    if (older == null || older.size() <= 1) {
      return false;
    }
    lock.lock();
    try {
      older.restart(state, clock.instant());
    } finally {
      lock.unlock();
    }
    return true;
  }

  private boolean trimSome(long maxStreamBytes, int maxTokens, long maxHistoryBytes) {
    DatabaseState current = state;
    if (current.streamBytes() <= maxStreamBytes
        && current.tokens().size() <= maxTokens
        && current.historyBytes() <= maxHistoryBytes
        && current.backups().isEmpty()) {
      return false;
    }
    lock.lock();
    try {
      current = latest();
      DatabaseState next = current;
      int most = TRIMMED_AT_ONCE * limits.commit().maxItems();
      if (next.streamBytes() > maxStreamBytes) {
        next = StreamTrimmer.trim(next, maxStreamBytes, limits, most);
        trimmedEarly = true;
      }
      long tokens = Math.max(maxTokens, next.tokens().size() - most);
      if (next.tokens().size() > tokens) {
        next = next.toBuilder().tokens(next.tokens().limited(tokens)).build();
      }
      next = HistoryTrimmer.trim(next, maxHistoryBytes, most);
      next = SystemBackups.trim(next, maxHistoryBytes, Long.MAX_VALUE, clock.instant());
      if (next == current) {
        return false;
      }
      if (unlogged == null) {
        state = next;
      } else {
        unlogged.add(next);
      }
      return next.streamBytes() < current.streamBytes()
          || next.tokens().size() < current.tokens().size()
          || next.historyBytes() < current.historyBytes()
          || next.backups().size() < current.backups().size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Replaces the state with the state of a snapshot. Sequence numbers continue from the greater of
   * both states, so that none is used twice.
   *
   * @param ticket receives the group of the change, to wait until it is logged
   */
  public void restore(DatabaseState snapshot, CommitTicket ticket) {
    lock.lock();
    try {
      replace(snapshot, ticket);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Replaces the state like {@link #restore}, unless it is no longer the expected one.
   *
   * @param ticket receives the group of the change, to wait until it is logged
   * @return whether the state was the expected one
   */
  public boolean replace(DatabaseState expected, DatabaseState next, CommitTicket ticket) {
    lock.lock();
    try {
      if (latest() != expected) {
        return false;
      }
      replace(next, ticket);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void replace(DatabaseState snapshot, CommitTicket ticket) {
    DatabaseState next =
        snapshot.toBuilder()
            .lastSequenceNumber(
                Math.max(snapshot.lastSequenceNumber(), latest().lastSequenceNumber()))
            .build();
    if (unlogged != null) {
      ticket.add(unlogged.add(next));
      return;
    }
    state = next;
    StateHistory older = history;
    if (older != null) {
      older.restart(next, clock.instant());
    }
  }

  /**
   * Starts or stops keeping older states.
   *
   * @param states the most states to keep; 0 to keep none
   */
  public void keepHistory(int states) {
    lock.lock();
    try {
      if (states == 0) {
        history = null;
      } else if (history == null) {
        StateHistory started = new StateHistory(states);
        started.restart(state, clock.instant());
        history = started;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the older states; null if none are kept. */
  public @Nullable StateHistory history() {
    return history;
  }
}
