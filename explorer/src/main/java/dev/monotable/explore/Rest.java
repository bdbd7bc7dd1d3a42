package dev.monotable.explore;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The rest of an execution: the moment at which each piece has a request held, has ended, or does
 * nothing for so long that it counts as waiting.
 */
final class Rest {
  /** The interval between two checks of a busy thread, in nanoseconds. */
  private static final long POLL_NANOS = 20_000;

  /** A piece whose threads are running gets more time, as the machine may be slow. */
  private static final int WORKING_FACTOR = 10;

  private final Execution execution;
  private final List<PieceRun> runs;
  private final List<PieceRun> dead;
  private final long patience;

  // The state of the pieces, when it was last seen.

  private boolean isHeld;

  /** Whether a piece neither has a request held nor has ended. */
  private boolean isAbsent;

  /** Whether such a piece may still be at work. */
  private boolean isAwaited;

  private boolean isWorking;

  /** Whether a piece has a request held, and may send another one. */
  private boolean isUnquiet;

  /**
   * @param execution guards the runs
   * @param runs those that are to end
   * @param dead those that have died, and were started again
   * @param patience how long a piece may do nothing before it counts as waiting
   */
  Rest(Execution execution, List<PieceRun> runs, List<PieceRun> dead, Duration patience) {
    this.execution = execution;
    this.runs = runs;
    this.dead = dead;
    this.patience = patience.toNanos();
  }

  /**
   * Waits until each piece has a request held, has ended, or is waiting.
   *
   * @return whether a request is held; false if all pieces have ended or wait for ever
   */
  boolean await() {
    long since = System.nanoTime();
    while (true) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("the exploration was interrupted");
      }
      synchronized (execution) {
        look();
        if (execution.excess() != null || (!isAwaited && !isUnquiet && (isHeld || !isAbsent))) {
          return isHeld;
        }
        long left = since + patience * (isWorking ? WORKING_FACTOR : 1) - System.nanoTime();
        if (left <= 0) {
          boolean goesOn = isHeld || !isAwaited;
          markWaiting();
          if (goesOn) {
            return isHeld;
          }
          since = System.nanoTime(); // once more, for what they wait for
        } else if (!isUnquiet) {
          waitFor(Math.min(left, patience));
        }
      }
      if (isUnquiet) {
        LockSupport.parkNanos(POLL_NANOS); // shorter than a monitor can wait
      }
    }
  }

  private void look() {
    isHeld = false;
    isAbsent = false;
    isAwaited = false;
    isWorking = false;
    isUnquiet = false;
    dead.forEach(this::lookAtDying);
    for (PieceRun run : runs) {
      if (!run.hasBegun()) {
        continue;
      }
      if (run.findEnd() != null) {
        isHeld |= !run.held().isEmpty();
        lookAtDying(run);
      } else if (run.held().isEmpty()) {
        isAbsent = true;
        isAwaited |= !run.isWaiting();
        isWorking |= !run.isWaiting() && run.isBusy();
      } else {
        isHeld = true;
        isUnquiet |= run.isBusy();
      }
    }
  }

  /** Waits also for the code of a piece that has died, so that nothing of it is left. */
  private void lookAtDying(PieceRun run) {
    if (run.isDying()) {
      isAwaited = true;
      isWorking |= run.isBusy();
    }
  }

  /** Lets those pieces wait that neither have a request held nor have ended. */
  private void markWaiting() {
    dead.forEach(run -> run.waits(true));
    for (PieceRun run : runs) {
      if (run.hasBegun() && run.held().isEmpty() && !run.hasStopped()) {
        run.waits(true);
      }
    }
  }

  @SuppressWarnings("WaitNotInLoop") // its caller looks again
  private void waitFor(long nanos) {
    try {
      execution.wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
