package dev.monotable.explore;

import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A piece in one execution, and the database as its code sees it: a transport passes the requests
 * of the code to this. Each of them is held, see {@link HeldException}. A piece that is started
 * again after its death has another one.
 */
public final class PieceRun implements OperationCaller {
  /** A piece that has died is abandoned when it has sent so many requests nevertheless. */
  static final int MAX_REFUSED = 100;

  private final Execution execution;
  private final Piece piece;
  private final int number;
  private final boolean isRecovery;

  /** Guarded by the execution. */
  private final List<PendingRequest> held = new ArrayList<>(1);

  /** How the attempts of some requests end, by their invocations. Guarded by the execution. */
  private final Map<String, RuntimeException> fates = new HashMap<>(0);

  /** Null until the code has ended, or is to have ended. Guarded by the execution. */
  private @Nullable PieceEnd end;

  /** Whether the code was started. Used by the thread of the execution alone. */
  private boolean hasBegun;

  /** Whether the code has ended. Guarded by the execution. */
  private boolean hasStopped;

  /** Whether the others go on without it. Guarded by the execution. */
  private boolean waiting;

  /** What ends with the execution. Guarded by itself. */
  private final List<Runnable> closing = new ArrayList<>(1);

  private boolean hasWaited;

  private int refused;

  private Runnable kill = () -> {};
  private Runnable abandon = () -> {};
  private volatile BooleanSupplier busy = () -> false;
  private volatile boolean isOver;

  /**
   * @param isRecovery whether it recovers from a death of the piece
   */
  PieceRun(Execution execution, Piece piece, int number, boolean isRecovery) {
    this.execution = execution;
    this.piece = piece;
    this.number = number;
    this.isRecovery = isRecovery;
  }

  /** Returns the name of the piece. */
  public String name() {
    return piece.name();
  }

  /** Starts code whose requests this takes. */
  void start(Piece.Code code) {
    hasBegun = true;
    code.start(this);
  }

  boolean hasBegun() {
    return hasBegun;
  }

  Execution execution() {
    return execution;
  }

  /** Returns whether this is a part of the same execution as another run. */
  public boolean isOfExecution(PieceRun other) {
    return execution == other.execution;
  }

  boolean isRecovery() {
    return isRecovery;
  }

  int number() {
    return number;
  }

  Piece piece() {
    return piece;
  }

  /**
   * Sets how to find out whether the code is working, so that it may soon send a request although
   * another one is held. By default it never is.
   */
  public void busyWhile(BooleanSupplier working) {
    busy = working;
  }

  /** Returns the clock of the execution, which moves only by pauses. */
  public InstantSource clock() {
    return execution.database().config().clock();
  }

  /** Adds what is run when the execution has ended. */
  public void whenOver(Runnable action) {
    synchronized (closing) {
      closing.add(action);
    }
  }

  /** Runs what was added for the end of the execution. */
  void close() {
    List<Runnable> actions;
    synchronized (closing) {
      actions = List.copyOf(closing);
      closing.clear();
    }
    actions.forEach(Runnable::run);
  }

  /** Returns whether the code has ended by itself. */
  public boolean hasEnded() {
    synchronized (execution) {
      return end != null && end.kind() != PieceEnd.Kind.NONE && end.kind() != PieceEnd.Kind.DIED;
    }
  }

  /**
   * Sets how to end the code when the piece dies, such as a process. By default its requests fail
   * from then on, with an error that no SDK retries, until it ends by itself.
   */
  public void whenKilled(Runnable action) {
    kill = action;
  }

  /** Sets how to end code that goes on with its requests although the piece has died. */
  public void whenAbandoned(Runnable action) {
    abandon = action;
  }

  boolean isBusy() {
    return busy.getAsBoolean();
  }

  /** Receives that the code has ended. Later calls, and requests from now on, have no effect. */
  public void end(PieceEnd how) {
    synchronized (execution) {
      hasStopped = true;
      if (end == null) {
        end = how;
      }
      execution.notifyAll();
    }
  }

  @Nullable PieceEnd findEnd() {
    return end;
  }

  /** Returns whether nothing more is to be expected of the code. */
  boolean hasStopped() {
    return hasStopped || isAbandoned();
  }

  /** Returns whether the code goes on although the piece has died. */
  boolean isAbandoned() {
    return refused >= MAX_REFUSED;
  }

  /** Returns whether the piece has died, and its code has still to end. */
  boolean isDying() {
    return end == PieceEnd.DIED && !hasStopped() && !waiting;
  }

  boolean isWaiting() {
    return waiting;
  }

  void waits(boolean now) {
    waiting = now;
    hasWaited |= now;
  }

  /** Returns what the piece has done that limits the result, as a sentence; null if nothing. */
  @Nullable String findNotice(Duration patience) {
    if (isAbandoned()) {
      return name()
          + " goes on with its requests after its death: it is abandoned, and does not die again.";
    }
    return hasWaited
        ? name()
            + " was waiting: for "
            + patience.toMillis()
            + " ms it neither sent a request nor ended."
        : null;
  }

  List<PendingRequest> held() {
    return held;
  }

  /** Fails all requests from now on. */
  void refuse() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }

  /**
   * Lets the piece die.
   *
   * @return what its code still has to receive: the errors of what it has sent
   */
  List<Runnable> die() {
    List<Runnable> left = new ArrayList<>();
    synchronized (execution) {
      refuse();
      end = PieceEnd.DIED;
      left.add(kill);
      held.forEach(request -> left.add(request.release(ChoiceKind.DIES_BEFORE, 0)));
      held.clear();
    }
    return left;
  }

  /** Lets all attempts of a request end as the first one did. */
  void repeat(PieceRequest sent, RuntimeException how) {
    String invocation = sent.invocation();
    if (invocation != null) {
      synchronized (execution) {
        fates.put(invocation, how);
      }
    }
  }

  private @Nullable RuntimeException fate(PieceRequest sent) {
    String invocation = sent.invocation();
    if (invocation == null) {
      return null;
    }
    synchronized (execution) {
      return fates.get(invocation);
    }
  }

  /** Returns an error that no SDK retries, so that the code comes to its end. */
  DynamoException over() {
    int count;
    synchronized (execution) {
      count = end == PieceEnd.DIED ? ++refused : 0;
      if (count == MAX_REFUSED) {
        execution.notifyAll();
      }
    }
    if (count == MAX_REFUSED) {
      abandon.run();
    } else if (count > 2 * MAX_REFUSED) {
      ThreadCode.stop();
    }
    return new DynamoException(
        ErrorCode.ACCESS_DENIED,
        end == PieceEnd.DIED ? name() + " has died" : "The execution of " + name() + " has ended");
  }

  /** Throws a {@link HeldException}, unless the execution has let the request go. */
  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    if (isOver) {
      throw over();
    }
    PendingRequest released = execution.takeReleased(this);
    if (released != null) {
      return execution.run(released, operation, request, envelope);
    }
    PieceRequest sent = PieceRequest.of(operation, request, envelope.headers());
    RuntimeException fate = fate(sent);
    if (fate != null) {
      throw fate;
    }
    PendingRequest pending = new PendingRequest(this, execution.isObserved ? sent.located() : sent);
    try {
      execution.call(pending, operation, request, envelope);
    } catch (DynamoException e) {
      // Its answer may be another one when it is let go, such as that of a table that is created.
      throw new HeldException(pending);
    }
    throw new HeldException(pending); // it was not admitted, so it has had no effect
  }
}
