package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.DatabaseState;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one place where a state follows another. A commit computes the next state from the current
 * one under a lock and publishes it with one volatile store; a commit that throws has changed
 * nothing. Readers take {@link #state()} once and need no lock.
 */
public final class Committer {
  private final Limits limits;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile DatabaseState state;

  public Committer(DatabaseState state, Limits limits, InstantSource clock) {
    this.state = state;
    this.limits = limits;
    this.clock = clock;
  }

  /** The current state. */
  public DatabaseState state() {
    return state;
  }

  /**
   * Changes the state.
   *
   * @param change computes what follows; runs while all other writers wait, so it is to be short.
   *     An exception that it throws passes on, and nothing has changed
   * @return what the change answers
   */
  public <R extends @Nullable Object> R commit(Function<StateDraft, R> change) {
    lock.lock();
    try {
      StateDraft draft = new StateDraft(state, limits, clock);
      R answer = change.apply(draft);
      state = draft.state();
      return answer;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Replaces the state by another, which a snapshot kept. Sequence numbers go on from the greater
   * of both, so that none is given twice.
   */
  public void restore(DatabaseState snapshot) {
    lock.lock();
    try {
      state =
          snapshot.withLastSequenceNumber(
              Math.max(snapshot.lastSequenceNumber(), state.lastSequenceNumber()));
    } finally {
      lock.unlock();
    }
  }
}
