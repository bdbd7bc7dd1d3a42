package dev.monotable.control.explore;

import dev.monotable.access.request.AccessControl;
import dev.monotable.control.model.CheckToMake;
import dev.monotable.control.model.EndedPiece;
import dev.monotable.control.model.ExplorationReport;
import dev.monotable.control.model.ExplorationToStart;
import dev.monotable.control.model.ExplorationTurn;
import dev.monotable.control.model.PieceEndName;
import dev.monotable.control.model.PieceEndToReport;
import dev.monotable.control.model.PieceToExplore;
import dev.monotable.control.model.PieceToRun;
import dev.monotable.control.model.TurnToAwait;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.request.Admission;
import dev.monotable.explore.ExecutionResult;
import dev.monotable.explore.Exploration;
import dev.monotable.explore.Piece;
import dev.monotable.explore.PieceEnd;
import dev.monotable.explore.PieceRun;
import dev.monotable.explore.WrongUsageException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An exploration whose pieces a client runs. A thread of its own makes all choices; what the client
 * has to do is collected for its next turn. The client is there as long as it awaits a turn, or
 * sends requests. Its state is guarded by itself.
 */
public final class ClientExploration {
  /** After how many milliseconds a turn without anything to do is answered. */
  private static final long TURN_MILLIS = Duration.ofSeconds(20).toMillis();

  /** After how many milliseconds without a request the client has gone. */
  private static final long IDLE_MILLIS = Duration.ofSeconds(60).toMillis();

  /** The end of an exploration that its client has left. */
  private static final class LeftError extends Error {
    private static final long serialVersionUID = 1L;

    LeftError() {
      super("the client has gone", null, false, false);
    }
  }

  private final String id;
  private final Region region;
  private final Surroundings surroundings;
  private final ExplorationToStart wanted;
  private final Exploration exploration;
  private final Thread thread;

  /** The pieces of the present execution, by the access keys that lead to them. */
  private final Map<String, ClientPiece> runs = new HashMap<>();

  /** The run of the execution that was started last. */
  private @Nullable PieceRun last;

  private long executions;
  private final List<PieceToRun> starts = new ArrayList<>();
  private @Nullable CheckToMake check;
  private @Nullable ExplorationReport report;

  /** The request for the next turn; null if the client is doing something. */
  private @Nullable TurnRequest waiting;

  private long active;
  private boolean checked;
  private @Nullable String failure;
  private boolean isOver;

  /**
   * The surroundings of an exploration.
   *
   * @param secrets returns the secret access key of an access key
   * @param guard lets requests to a copy of a database fail that would fill the heap
   * @param endpoint the URL of the server
   */
  public record Surroundings(
      Databases databases,
      UnaryOperator<String> secrets,
      Consumer<MonotableEngine> guard,
      String endpoint) {}

  /** A request for the next turn, which is answered when there is something to do. */
  public interface TurnRequest {
    /** Answers with a turn. */
    void answer(ExplorationTurn turn);

    /** Answers that the exploration has ended without a result. */
    void end();
  }

  /**
   * Creates an exploration of a database as it is now.
   *
   * @throws IllegalArgumentException if a bound is invalid
   */
  public ClientExploration(
      String id, Region region, ExplorationToStart wanted, Surroundings surroundings) {
    this.id = id;
    this.region = region;
    this.wanted = wanted;
    this.surroundings = surroundings;
    this.active = now();
    this.exploration = exploration();
    this.thread = new Thread(this::run, "monotable-exploration-" + id);
    thread.setDaemon(true);
  }

  private long now() {
    return surroundings.databases().config().clock().millis();
  }

  /** Returns the ID. */
  public String id() {
    return id;
  }

  /** Returns whether it explores a database. */
  public boolean isOf(Region other) {
    return region == other;
  }

  /** Returns whether it has ended, and its result was returned. */
  public synchronized boolean isOver() {
    return isOver;
  }

  // ---- for the client ----

  /** Starts, and answers with the first turn. */
  public synchronized void start(TurnRequest answer) {
    await(answer);
    thread.start();
  }

  /** Answers with the next turn. */
  public synchronized void await(TurnToAwait request, TurnRequest answer) {
    if (check != null) {
      check = null;
      checked = true;
      failure = request.failure();
      notifyAll();
    }
    await(answer);
  }

  private void await(TurnRequest answer) {
    active = now();
    TurnRequest before = waiting;
    waiting = answer;
    if (before != null) { // the client has sent it again
      before.answer(turn());
    } else {
      flush();
    }
  }

  /** Ends the exploration if its client has gone while a request was waiting. */
  public synchronized void left(TurnRequest answer) {
    if (waiting == answer) {
      end();
    }
  }

  /** Answers the client if there is anything to do. */
  private void flush() {
    if (waiting != null && (!starts.isEmpty() || check != null || report != null)) {
      answer();
    }
  }

  private void answer() {
    TurnRequest answer = waiting;
    if (answer != null) {
      waiting = null;
      active = now();
      isOver |= report != null;
      answer.answer(turn());
    }
  }

  private ExplorationTurn turn() {
    List<PieceToRun> started = List.copyOf(starts);
    starts.clear();
    return new ExplorationTurn(id, executions, started, check, report);
  }

  /** Receives that a piece has ended. */
  public void report(PieceEndToReport end) {
    ClientPiece piece;
    synchronized (this) {
      active = now();
      piece = runs.get(end.accessKeyId());
    }
    if (piece != null) {
      piece.end(end);
    }
  }

  /** Receives that the client, or one of its pieces, has sent a request. */
  private synchronized void touch() {
    active = now();
  }

  /** Answers a turn that takes long; ends if the client, or the database, has gone. */
  public synchronized void tick() {
    long idle = now() - active;
    if (region.engine().isClosed() || (waiting == null && idle >= IDLE_MILLIS)) {
      end();
    } else if (waiting != null && idle >= TURN_MILLIS) {
      answer();
    }
  }

  /** Ends the exploration without a result. */
  public synchronized void end() {
    isOver = true;
    thread.interrupt();
  }

  // ---- the thread ----

  private void run() {
    OriginalRequests original = new OriginalRequests();
    Admission.Registration registration = region.engine().admit(original);
    ExplorationReport result = null;
    try {
      result = explore(original);
    } catch (RuntimeException | Error e) {
      if (!isOver()) { // else it was interrupted
        System.getLogger(ClientExploration.class.getName())
            .log(Level.ERROR, "An exploration has failed", e);
      }
    } finally {
      registration.close();
      finish(result);
    }
  }

  private ExplorationReport explore(OriginalRequests original) {
    try {
      return ExplorationReports.of(exploration.explore(), original.notice());
    } catch (WrongUsageException e) {
      return ExplorationReports.wrongUsage(e, original.notice());
    }
  }

  private Exploration exploration() {
    Exploration created = Exploration.of(region.engine()).guard(this::guard);
    for (PieceToExplore piece : wanted.pieces()) {
      created.add(new Piece(piece.name(), run -> start(run, piece.principal())));
    }
    if (Boolean.TRUE.equals(wanted.check())) {
      created.check(this::check);
    }
    addChecks(created);
    if (wanted.preemptions() != null) {
      created.preemptions(wanted.preemptions());
    }
    if (wanted.executions() != null) {
      created.executions(wanted.executions());
    }
    if (wanted.patience() != null) {
      created.patience(wanted.patience());
    }
    return created;
  }

  private void addChecks(Exploration created) {
    if (wanted.invariants() != null) {
      wanted.invariants().forEach(created::invariant);
    }
    if (Boolean.TRUE.equals(wanted.always())) {
      created.always();
    }
    if (wanted.serial() != null) {
      created.serial(wanted.serial().toArray(String[]::new));
    }
    if (Boolean.TRUE.equals(wanted.lostWrites())) {
      created.noLostWrites();
    }
  }

  /** Lets the copy of an execution be guarded as the database itself is. */
  private void guard(MonotableEngine copy) {
    surroundings.guard().accept(copy);
    AccessControl control = AccessControl.find(region);
    if (control != null) {
      control.guard(copy);
    }
  }

  /** Lets the client start a piece. */
  private void start(PieceRun run, @Nullable String principal) {
    ClientPiece piece = new ClientPiece(run, signer(principal), this::touch);
    run.busyWhile(piece::isBusy);
    String key = surroundings.databases().issueKey(region, piece);
    synchronized (this) {
      if (last == null || !run.isOfExecution(last)) {
        revokeAll();
        executions++;
      }
      last = run;
      runs.put(key, piece);
      starts.add(
          new PieceToRun(
              run.name(),
              key,
              surroundings.secrets().apply(key),
              region.identity().region(),
              surroundings.endpoint()));
      flush();
    }
  }

  /** Returns the access key by whose policies a piece, or a check, is admitted. */
  private String signer(@Nullable String principal) {
    return principal == null ? region.identity().accessKey() : principal;
  }

  private void revokeAll() {
    runs.keySet().forEach(key -> surroundings.databases().revokeKey(region, key));
    runs.clear();
  }

  /** Lets the client check an execution, and waits for the result. */
  private void check(ExecutionResult result) {
    List<EndedPiece> ends = new ArrayList<>();
    for (PieceToExplore piece : wanted.pieces()) {
      ends.add(new EndedPiece(piece.name(), name(result.end(piece.name()))));
    }
    ClientPiece.Signed signed = new ClientPiece.Signed(result.database(), signer(null));
    String key = surroundings.databases().issueKey(region, signed);
    try {
      String problem = awaitCheck(key, ends);
      if (problem != null) {
        throw new AssertionError(problem);
      }
    } finally {
      surroundings.databases().revokeKey(region, key);
    }
  }

  private synchronized @Nullable String awaitCheck(String key, List<EndedPiece> ends) {
    checked = false;
    check =
        new CheckToMake(
            key,
            surroundings.secrets().apply(key),
            region.identity().region(),
            surroundings.endpoint(),
            ends);
    flush();
    while (!checked) {
      if (isOver) {
        throw new LeftError();
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LeftError();
      }
    }
    return failure;
  }

  private static PieceEndName name(PieceEnd end) {
    return switch (end.kind()) {
      case RETURNED -> PieceEndName.RETURNED;
      case FAILED ->
          end.failure() instanceof AssertionError ? PieceEndName.ASSERTED : PieceEndName.FAILED;
      case DIED -> PieceEndName.FAILED;
      case NONE -> PieceEndName.NONE;
    };
  }

  private synchronized void finish(@Nullable ExplorationReport result) {
    revokeAll();
    report = result;
    if (result == null) {
      isOver = true;
      if (waiting != null) {
        waiting.end();
      }
    }
    flush();
  }
}
