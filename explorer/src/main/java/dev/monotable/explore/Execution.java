package dev.monotable.explore;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.schema.OperationSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One execution of all pieces on a database of its own, in which one request after the other takes
 * effect, as the choices say. Nothing else happens in that database: its clock stands still.
 *
 * <p>A choice is made only when each piece has a request held or has ended. A piece that does
 * neither for some seconds is waiting, for another piece or for ever, and the others go on.
 */
final class Execution implements Admission, AutoCloseable {
  /** Makes the choices of an execution. */
  interface Chooser {
    /**
     * Returns one of the enabled choices.
     *
     * @param step the number of steps before
     * @param last the piece of the step before; -1 if there is none
     */
    Choice choose(int step, List<Choice> enabled, int last);
  }

  /**
   * The database and the clock with which each execution begins.
   *
   * @param guard adds what else admits requests to the database of an execution
   */
  record Start(EngineConfig config, Snapshot data, Instant time, Consumer<MonotableEngine> guard) {
    /** Returns a database as it is now. */
    static Start of(MonotableEngine engine) {
      return new Start(
          engine.config().quiet(1),
          engine.snapshot(),
          engine.config().clock().instant(),
          copy -> {});
    }

    /** Returns the same start of databases that are guarded. */
    Start guardedBy(Consumer<MonotableEngine> other) {
      return new Start(config, data, time, other);
    }
  }

  /** The interval between two checks of a busy thread, in nanoseconds. */
  private static final long POLL_NANOS = 20_000;

  /** A piece whose threads are running gets more time, as the machine may be slow. */
  private static final int WORKING_FACTOR = 10;

  private final MonotableEngine engine;
  private final Duration patience;
  private final List<PieceRun> runs = new ArrayList<>();
  private final List<ExploredStep> steps = new ArrayList<>();

  /** The request that the engine admits on a thread; the same for all executions. */
  private static final ThreadLocal<@Nullable PendingRequest> ADMITTED = new ThreadLocal<>();

  /** The request that is let go, until it has come back to its piece. */
  private @Nullable PendingRequest released;

  /**
   * @param patience how long a piece may do nothing before it counts as waiting
   */
  Execution(Start start, List<Piece> pieces, Duration patience) {
    ManualTime time = new ManualTime(start.time());
    this.engine = MonotableEngine.create(start.config().toBuilder().clock(time).build());
    this.patience = patience;
    engine.restore(start.data());
    start.guard().accept(engine);
    engine.admit(this);
    for (Piece piece : pieces) {
      runs.add(new PieceRun(this, piece, runs.size()));
    }
  }

  // ---- for pieces ----

  /** Runs a request, which is held unless it was let go. */
  <I extends Record, O extends Record> O call(
      PendingRequest pending,
      OperationSchema<I, O> operation,
      I request,
      RequestEnvelope envelope) {
    PendingRequest outer = ADMITTED.get();
    ADMITTED.set(pending);
    try {
      return engine.call(operation, request, envelope);
    } finally {
      ADMITTED.set(outer);
    }
  }

  /** Returns the request of a piece that was let go and comes back; null if there is none. */
  synchronized @Nullable PendingRequest takeReleased(PieceRun run) {
    PendingRequest taken = released;
    if (taken == null || taken.run() != run) {
      return null;
    }
    released = null;
    return taken;
  }

  synchronized void hold(PendingRequest request, Runnable next) {
    request.begin(next, steps.size());
    request.run().held().add(request);
    request.run().waits(false);
    notifyAll();
  }

  synchronized void withdraw(PendingRequest request) {
    if (request.run().held().remove(request)) {
      notifyAll();
    }
  }

  // ---- admission ----

  @Override
  public void enter(AdmissionRequest request) {
    PendingRequest pending = ADMITTED.get();
    if (pending != null) {
      pending.admit(request);
      if (!request.operation().traits().isOnData()) {
        holdBack(pending);
      }
    }
  }

  @Override
  public void admit(AdmissionRequest request) {
    PendingRequest pending = ADMITTED.get();
    if (pending != null) {
      holdBack(pending);
    }
  }

  private static void holdBack(PendingRequest pending) {
    if (!pending.isReleased()) {
      throw new HeldException(pending);
    }
  }

  /**
   * Observes the requests from now on.
   *
   * @return receives the request of each step; null if it did not reach the engine
   */
  List<@Nullable ObservedRequest> observe() {
    List<@Nullable ObservedRequest> observed = new ArrayList<>();
    engine.observe(
        request -> {
          PendingRequest pending = ADMITTED.get();
          if (pending != null && pending.isReleased()) {
            while (observed.size() < steps.size() - 1) {
              observed.add(null);
            }
            observed.add(request);
          }
        });
    return observed;
  }

  // ---- the schedule ----

  /** Runs the pieces to their ends. */
  void run(Chooser chooser) {
    for (PieceRun run : runs) {
      run.piece().code().start(run);
    }
    int last = -1;
    while (awaitRest()) {
      List<Choice> enabled = enabled();
      Choice choice = chooser.choose(steps.size(), enabled, last);
      step(choice, enabled);
      last = choice.piece();
    }
    synchronized (this) {
      for (PieceRun run : runs) {
        run.end(PieceEnd.NONE);
      }
    }
  }

  private void step(Choice choice, List<Choice> enabled) {
    PendingRequest request;
    Runnable work;
    synchronized (this) {
      request = runs.get(choice.piece()).held().remove(choice.request());
      work = request.release();
      released = request;
    }
    int sentAt = request.sentAt();
    Snapshot before = engine.snapshot();
    int number = steps.size();
    synchronized (this) {
      // Reserved now: what the piece sends when it has the answer is sent after this step.
      steps.add(
          new ExploredStep(
              choice, enabled, request.operation(), request.input(), Footprint.NONE, sentAt));
    }
    work.run();
    AdmissionRequest admission = request.admission();
    if (admission != null) {
      Footprint footprint = Footprint.of(admission, before, engine.snapshot());
      synchronized (this) {
        steps.set(
            number,
            new ExploredStep(
                choice, enabled, request.operation(), request.input(), footprint, sentAt));
      }
    }
  }

  /** Returns what can be chosen, in ascending order. */
  private synchronized List<Choice> enabled() {
    List<Choice> enabled = new ArrayList<>();
    for (PieceRun run : runs) {
      List<PendingRequest> held = run.held();
      if (held.size() > 1) {
        held.sort(Comparator.comparing(PendingRequest::content));
      }
      for (int i = 0; i < held.size(); i++) {
        enabled.add(new Choice(run.number(), i));
      }
    }
    return enabled;
  }

  /**
   * Waits until each piece has a request held, has ended, or is waiting.
   *
   * @return whether a request is held; false if all pieces have ended or wait for ever
   */
  private synchronized boolean awaitRest() {
    long since = System.nanoTime();
    while (true) {
      boolean held = false;
      boolean absent = false; // a piece that neither has a request held nor has ended
      boolean awaited = false; // such a piece that may still be at work
      boolean working = false;
      boolean unquiet = false; // a piece that has a request held, and may send another one
      for (PieceRun run : runs) {
        if (run.findEnd() != null) {
          held |= !run.held().isEmpty();
        } else if (run.held().isEmpty()) {
          absent = true;
          awaited |= !run.isWaiting();
          working |= !run.isWaiting() && run.isBusy();
        } else {
          held = true;
          unquiet |= run.isBusy();
        }
      }
      if (!awaited && !unquiet && (held || !absent)) {
        return held;
      }
      long nanos = patience.toNanos() * (working ? WORKING_FACTOR : 1);
      long left = since + nanos - System.nanoTime();
      if (left <= 0) {
        if (held || !awaited) {
          markWaiting();
          return held;
        }
        markWaiting();
        since = System.nanoTime(); // once more, for what they wait for
      } else {
        pause(unquiet ? Math.min(left, POLL_NANOS) : Math.min(left, patience.toNanos()));
      }
    }
  }

  /** Lets those pieces wait that neither have a request held nor have ended. */
  private void markWaiting() {
    for (PieceRun run : runs) {
      if (run.held().isEmpty() && run.findEnd() == null) {
        run.waits(true);
      }
    }
  }

  @SuppressWarnings("WaitNotInLoop") // its caller looks again
  private void pause(long nanos) {
    try {
      wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the exploration was interrupted", e);
    }
  }

  // ---- the result ----

  List<ExploredStep> steps() {
    return steps;
  }

  /** Returns the end of each piece. */
  synchronized List<PieceEnd> ends() {
    List<PieceEnd> ends = new ArrayList<>();
    for (PieceRun run : runs) {
      PieceEnd end = run.findEnd();
      ends.add(end == null ? PieceEnd.NONE : end);
    }
    return ends;
  }

  MonotableEngine database() {
    return engine;
  }

  /** Ends the execution: what its pieces send from now on fails. */
  @Override
  public void close() {
    List<Runnable> left = new ArrayList<>();
    synchronized (this) {
      for (PieceRun run : runs) {
        run.refuse();
        run.held().forEach(request -> left.add(request.release()));
        run.held().clear();
      }
    }
    left.forEach(Runnable::run);
    runs.forEach(PieceRun::close);
    engine.close();
  }
}
