package dev.monotable.explore;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Code that runs on a thread of its own. It may start others, and use clients that do. */
public final class ThreadCode implements Piece.Code {
  /**
   * The time for which all threads of a piece must be idle before the piece counts as idle, in
   * nanoseconds. It applies to pieces with more than one thread.
   */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Body body;

  /** The code of a piece. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs the code.
     *
     * @return what checks can see of its end; may be null
     * @throws Exception if it fails
     */
    @Nullable Object run(PieceRun run) throws Exception;
  }

  /** Creates the code of a piece. */
  public ThreadCode(Body body) {
    this.body = body;
  }

  @Override
  public void start(PieceRun run) {
    Threads threads = new Threads(run);
    run.busyWhile(threads::areBusy);
    run.whenAbandoned(threads::interrupt);
    Thread first = new Thread(threads, () -> run(run), run.name());
    first.setDaemon(true);
    first.start();
  }

  private void run(PieceRun run) {
    PieceEnd end;
    try {
      end = PieceEnd.returned(body.run(run));
    } catch (Exception | Error e) {
      end = PieceEnd.failed(e);
    }
    run.end(end);
  }

  /** Lets a thread of an abandoned piece wait for ever, if it is one: nothing else ends it. */
  static void stop() {
    while (runOfThread() != null) {
      LockSupport.park();
      var unused = Thread.interrupted(); // otherwise it would not wait again
    }
  }

  /** Returns the piece whose thread calls this; null for any other thread. */
  public static @Nullable PieceRun runOfThread() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group != null) {
      if (group instanceof Threads threads) {
        return threads.run;
      }
      group = group.getParent();
    }
    return null;
  }

  /** The threads that a piece has started: a thread belongs to the group of what has started it. */
  private static final class Threads extends ThreadGroup {
    private final PieceRun run;
    private long quietSince;

    @SuppressWarnings("removal") // Java 17 keeps a group without threads for ever otherwise
    Threads(PieceRun run) {
      super("monotable-explorer-" + run.name());
      this.run = run;
      setDaemon(true);
    }

    /** Returns whether a thread is running. Called by the thread of the execution alone. */
    boolean areBusy() {
      Thread[] all = new Thread[activeCount() + 4];
      int count = enumerate(all);
      for (int i = 0; i < count; i++) {
        // A thread that enters a monitor, such as that of the execution, goes on by itself.
        Thread.State state = all[i].getState();
        if (state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED) {
          quietSince = 0;
          return true;
        }
      }
      if (count <= 1) {
        return false;
      }
      long now = System.nanoTime();
      quietSince = quietSince == 0 ? now : quietSince;
      return now - quietSince < QUIET_NANOS;
    }
  }
}
