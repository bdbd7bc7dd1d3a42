package dev.monotable.explore;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.footprint.EarlierReads;
import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.explore.content.Expiry;
import dev.monotable.explore.content.Moments;
import dev.monotable.schema.OperationSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
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

    /** Returns whether a piece begins at once, and not after the first pause of another one. */
    default boolean startsAtOnce(int piece) {
      return true;
    }
  }

  /**
   * The database and the clock with which each execution begins.
   *
   * @param guard adds what else admits requests to the database of an execution
   */
  record Start(EngineConfig config, Snapshot data, Instant time, Consumer<MonotableEngine> guard) {
    /** Returns a database as it is now. */
    static Start of(MonotableEngine engine) {
      EngineConfig config =
          engine.config().quiet(1).toBuilder()
              .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND) // by steps of the database
              .build();
      return new Start(config, engine.snapshot(), engine.config().clock().instant(), copy -> {});
    }

    /** Returns the same start of databases that are guarded. */
    Start guardedBy(Consumer<MonotableEngine> other) {
      return new Start(config, data, time, other);
    }
  }

  /**
   * The settings of executions.
   *
   * @param patience how long a piece may do nothing before it counts as waiting
   * @param isLagging whether eventually consistent reads may see an earlier state
   * @param isTouched returns whether another piece than that with a number touches a part of one of
   *     its batches, so that the part is a step of its own
   * @param pauses durations after which something matters, besides those that the data has
   */
  record Settings(
      Duration patience,
      boolean isLagging,
      BiPredicate<Integer, Footprint> isTouched,
      List<Duration> pauses) {
    /** Returns settings without lag, parts of batches and pauses. */
    static Settings of(Duration patience) {
      return new Settings(patience, false, (piece, part) -> false, List.of());
    }
  }

  /** The maximum number of requests of an execution, and of those that are held at one time. */
  static final int MAX_STEPS = 10_000;

  static final int MAX_HELD = 10_000;

  private final MonotableEngine engine;
  private final ManualTime time;
  private final Settings settings;

  /** The last start of each piece. */
  private final List<PieceRun> runs = new ArrayList<>();

  /** Those that have died, in the order of their deaths. */
  private final List<PieceRun> dead = new ArrayList<>();

  private final Expiry expiry = new Expiry();
  private final Moments moments;
  private final Rest rest;
  private final List<ExploredStep> steps = new ArrayList<>();

  /** The database before each step. */
  private final List<Snapshot> befores = new ArrayList<>();

  /** The request that the engine admits on a thread; the same for all executions. */
  private static final ThreadLocal<@Nullable PendingRequest> ADMITTED = new ThreadLocal<>();

  /** The request that is let go, until it has come back to its piece. */
  private @Nullable PendingRequest released;

  /** The thread that lets it go. */
  private @Nullable Thread releasing;

  private int heldCount;
  volatile boolean isObserved;

  /** Null unless a bound has ended the execution. */
  private @Nullable String excess;

  Execution(Start start, List<Piece> pieces, Settings settings) {
    this.time = new ManualTime(start.time());
    this.engine = MonotableEngine.create(start.config().toBuilder().clock(time).build());
    this.settings = settings;
    this.moments = new Moments(settings.pauses());
    this.rest = new Rest(this, runs, dead, settings.patience());
    engine.restore(start.data());
    start.guard().accept(engine);
    engine.admit(this);
    for (Piece piece : pieces) {
      runs.add(new PieceRun(this, piece, runs.size(), false));
    }
  }

  // ---- for pieces ----

  /** Runs a request that was let go, with what becomes of it. */
  <I extends Record, O extends Record> O run(
      PendingRequest pending,
      OperationSchema<I, O> operation,
      I request,
      RequestEnvelope envelope) {
    List<Integer> left = pending.left();
    if (pending.kind() == ChoiceKind.PART) {
      int part = pending.variant();
      pending.end(
          part, call(pending, operation, BatchParts.only(request, List.of(part)), envelope));
      throw new HeldException(pending);
    }
    I rest = left == null ? request : BatchParts.only(request, left);
    if (pending.kind() == ChoiceKind.DIES_AFTER) {
      throw dieAfter(pending, operation, rest, envelope);
    }
    InjectedFault fault = pending.kind().fault();
    ActiveRule rule =
        fault == null ? null : engine.faults().add(FaultRule.on(operation).inject(fault));
    try {
      O last = call(pending, operation, rest, envelope);
      O answer = left == null ? last : BatchParts.joined(pending.answer(), last);
      pending.answer(answer);
      return answer;
    } catch (RuntimeException e) {
      if (pending.kind().isForAllAttempts()) {
        pending.run().repeat(pending.sent(), e);
      }
      throw e;
    } finally {
      if (rule != null) {
        rule.close();
        pending.strike(!envelope.injected().isEmpty());
      }
    }
  }

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
    if (taken == null || taken.run() != run || Thread.currentThread() != releasing) {
      return null;
    }
    released = null;
    return taken;
  }

  void hold(PendingRequest request, Runnable next) {
    PieceRun run = request.run();
    synchronized (this) {
      request.begin(next, steps.size());
      if (heldCount == MAX_HELD && !run.isOver()) {
        excess = run.name() + " sends more than " + MAX_HELD + " requests at once";
        run.refuse();
        notifyAll();
      }
      if (!run.isOver()) {
        heldCount++;
        run.held().add(request);
        run.waits(false);
        notifyAll();
        return;
      }
    }
    request.release(ChoiceKind.RUNS, 0).run(); // it has died, or ended, in between
  }

  synchronized void withdraw(PendingRequest request) {
    if (request.run().held().remove(request)) {
      heldCount--;
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
    Snapshot earlier = pending.earlier();
    AdmissionRequest admission = pending.admission();
    if (earlier != null && admission != null) {
      EarlierReads.from(admission, earlier);
    }
  }

  /**
   * Observes the requests from now on.
   *
   * @return receives the request of each step; null if it did not reach the engine
   */
  List<@Nullable ObservedRequest> observe() {
    List<@Nullable ObservedRequest> observed = new ArrayList<>();
    isObserved = true;
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

  /** Runs the pieces to their ends, and then what the database still has to do. */
  void run(Chooser chooser) {
    for (PieceRun run : runs) {
      if (chooser.startsAtOnce(run.number())) {
        run.start(run.piece().code());
      }
    }
    int last = -1;
    while (true) {
      boolean held = rest.await();
      if (!held && startAll()) {
        continue;
      }
      expiry.look(engine.snapshot(), time.instant(), steps.size());
      List<Choice> enabled = enabled();
      if (excess != null || (!held && !expiry.isDue())) {
        break;
      }
      if (steps.size() == MAX_STEPS) {
        excess = "the pieces send more than " + MAX_STEPS + " requests";
        break;
      }
      Choice choice = possible(chooser.choose(steps.size(), enabled, last), enabled, last);
      step(choice, enabled);
      last = choice.isOfDatabase() ? last : choice.piece();
    }
    synchronized (this) {
      for (PieceRun run : runs) {
        run.end(PieceEnd.NONE);
      }
    }
  }

  /** Starts the pieces that have not begun; returns whether there are any. */
  private boolean startAll() {
    List<PieceRun> left = runs.stream().filter(run -> !run.hasBegun()).toList();
    left.forEach(run -> run.start(run.piece().code()));
    return !left.isEmpty();
  }

  private void step(Choice choice, List<Choice> enabled) {
    switch (choice.kind()) {
      case EXPIRY -> expire(choice, enabled);
      case PAUSE -> pause(choice, enabled);
      case DIES_BEFORE -> die(choice, enabled);
      case RUNS,
          STALE,
          PART,
          THROTTLED,
          SERVER_ERROR,
          ANSWER_LOST,
          LOST_FOR_GOOD,
          UNPROCESSED,
          CONFLICT,
          DIES_AFTER ->
          letGo(choice, enabled);
    }
  }

  private void letGo(Choice choice, List<Choice> enabled) {
    PendingRequest request;
    Runnable work;
    Snapshot before = engine.snapshot();
    int number = steps.size();
    synchronized (this) {
      request = require(choice);
      if (choice.kind() == ChoiceKind.STALE) {
        request.readFrom(earlierThan(request));
      }
      request.run().held().remove(request);
      heldCount--;
      work = request.release(choice.kind(), choice.variant());
      released = request;
      releasing = Thread.currentThread();
      // Reserved now: what the piece sends when it has the answer is sent after this step.
      add(choice, enabled, request, before);
    }
    work.run();
    AdmissionRequest admission = request.admission();
    Footprint footprint =
        admission == null ? Footprint.NONE : Footprint.of(admission, before, engine.snapshot());
    synchronized (this) {
      steps.set(number, steps.get(number).ending(request.kind(), footprint));
    }
    moments.look(request.sent().input());
    moments.look(request.answer());
    if (choice.kind() == ChoiceKind.DIES_AFTER) {
      bury(choice);
    }
  }

  private void die(Choice choice, List<Choice> enabled) {
    PieceRun run;
    synchronized (this) {
      PendingRequest request = require(choice);
      run = request.run();
      add(choice, enabled, request, engine.snapshot());
      heldCount -= run.held().size();
    }
    run.die().forEach(Runnable::run);
    bury(choice);
  }

  /** Lets a request take effect, and its piece die before it has the answer. */
  private <I extends Record, O extends Record> DynamoException dieAfter(
      PendingRequest pending,
      OperationSchema<I, O> operation,
      I request,
      RequestEnvelope envelope) {
    try {
      pending.answer(call(pending, operation, request, envelope));
    } catch (DynamoException e) {
      pending.answer(null); // nor does the error arrive
    }
    synchronized (this) {
      heldCount -= pending.run().held().size();
    }
    pending.run().die().forEach(Runnable::run);
    return pending.run().over();
  }

  /** Starts again what is to be started after a death. */
  private void bury(Choice choice) {
    PieceRun old = runs.get(choice.piece());
    if (choice.variant() == Choice.STARTED_AGAIN) {
      Piece.Code recovery = old.piece().recovery();
      PieceRun next = new PieceRun(this, old.piece(), choice.piece(), recovery != null);
      synchronized (this) {
        dead.add(old);
        runs.set(choice.piece(), next);
      }
      next.start(recovery == null ? old.piece().code() : recovery);
    }
  }

  /** Moves the clock to the next moment that matters. */
  private void pause(Choice choice, List<Choice> enabled) {
    synchronized (this) {
      add(choice, enabled, require(choice), engine.snapshot());
    }
    List<Instant> next = moments();
    if (choice.variant() < next.size()) {
      time.set(next.get(choice.variant()));
    }
    startAll();
  }

  private void expire(Choice choice, List<Choice> enabled) {
    Snapshot before = engine.snapshot();
    engine.sweepExpired();
    Footprint touched = expiry.end(before, engine.snapshot());
    synchronized (this) {
      befores.add(before);
      steps.add(new ExploredStep(choice, enabled, null, touched, expiry.since(), 1));
    }
  }

  private void add(Choice choice, List<Choice> enabled, PendingRequest request, Snapshot before) {
    befores.add(before);
    steps.add(
        new ExploredStep(
            choice, enabled, request.sent(), Footprint.NONE, request.sentAt(), request.parts()));
  }

  private PendingRequest require(Choice choice) {
    return runs.get(choice.piece()).held().get(choice.request());
  }

  /**
   * Returns the database before the last write to what a request reads; null if there is none, or
   * the request is strongly consistent.
   */
  private @Nullable Snapshot earlierThan(PendingRequest request) {
    Footprint reads = request.eventualReads();
    for (int i = steps.size() - 1; reads != null && i >= 0; i--) {
      if (steps.get(i).footprint().conflictsWith(reads)) {
        return befores.get(i);
      }
    }
    return null;
  }

  /** Returns the moments to which a pause can move the clock, in ascending order. */
  List<Instant> moments() {
    return moments.after(time.instant(), engine.snapshot());
  }

  /** Looks for moments that matter from now on. */
  void watchTime() {
    moments.begin(engine);
  }

  /** Returns what can be chosen without faults, in ascending order. */
  private synchronized List<Choice> enabled() {
    List<Choice> enabled = new ArrayList<>();
    for (PieceRun run : runs) {
      List<PendingRequest> held = run.held();
      if (held.size() > 1) {
        held.sort(Comparator.comparing(PendingRequest::content));
      }
      for (int i = 0; i < held.size(); i++) {
        Choice choice = new Choice(run.number(), i);
        enabled.add(choice);
        if (settings.isLagging() && earlierThan(held.get(i)) != null) {
          enabled.add(choice.with(ChoiceKind.STALE, 0));
        }
        BatchParts.add(choice, held.get(i), settings.isTouched(), enabled);
      }
    }
    if (expiry.isDue()) {
      enabled.add(new Choice(runs.size(), 0, ChoiceKind.EXPIRY, 0));
    }
    return enabled;
  }

  /** Returns a choice if it can be made, otherwise the nearest one. */
  private Choice possible(Choice choice, List<Choice> enabled, int last) {
    if (enabled.contains(choice) || canChoose(choice)) {
      return choice;
    }
    Choice plain = choice.with(ChoiceKind.RUNS, 0);
    return enabled.contains(plain) ? plain : Search.proceed(enabled, last);
  }

  /** Returns whether a choice can be made, with a fault or without one. */
  private synchronized boolean canChoose(Choice choice) {
    if (choice.isOfDatabase()) {
      return expiry.isDue();
    }
    List<PendingRequest> held =
        choice.piece() < runs.size() ? runs.get(choice.piece()).held() : List.of();
    if (choice.request() >= held.size()) {
      return false;
    }
    PendingRequest request = held.get(choice.request());
    if (choice.kind() == ChoiceKind.STALE) {
      return earlierThan(request) != null;
    }
    if (choice.kind() == ChoiceKind.PAUSE && choice.variant() >= moments().size()) {
      return false;
    }
    return choice.kind().canHappenTo(request.sent().operation().traits(), request.parts());
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
      ends.add(end == null ? PieceEnd.NONE : run.isRecovery() ? end.ofRecovery() : end);
    }
    return ends;
  }

  /** Returns whether a piece went on with its requests after its death. */
  synchronized boolean hasAbandoned() {
    return dead.stream().anyMatch(PieceRun::isAbandoned)
        || runs.stream().anyMatch(PieceRun::isAbandoned);
  }

  /** Returns what pieces have done that limits the result: one sentence each. */
  synchronized List<String> notices() {
    List<String> notices = new ArrayList<>();
    for (List<PieceRun> all : List.of(dead, runs)) {
      for (PieceRun run : all) {
        String notice = run.findNotice(settings.patience());
        if (notice != null) {
          notices.add(notice);
        }
      }
    }
    return notices;
  }

  /** Returns which bound has ended the execution, as a sentence; null if none has. */
  @Nullable String excess() {
    return excess;
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
        run.held().forEach(request -> left.add(request.release(ChoiceKind.RUNS, 0)));
        run.held().clear();
      }
    }
    left.forEach(Runnable::run);
    dead.forEach(PieceRun::close);
    runs.forEach(PieceRun::close);
    engine.close();
  }
}
