package dev.monotable.explore;

import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A piece in one execution, and the database as its code sees it: a transport passes the requests
 * of the code to this. Each of them is held, see {@link HeldException}.
 */
public final class PieceRun implements OperationCaller {
  private final Execution execution;
  private final Piece piece;
  private final int number;

  /** Guarded by the execution. */
  private final List<PendingRequest> held = new ArrayList<>(1);

  /** Null until the code has ended. Guarded by the execution. */
  private @Nullable PieceEnd end;

  /** Whether the others go on without it. Guarded by the execution. */
  private boolean waiting;

  /** What ends with the execution. Guarded by itself. */
  private final List<Runnable> closing = new ArrayList<>(1);

  private volatile BooleanSupplier busy = () -> false;
  private volatile boolean isOver;

  PieceRun(Execution execution, Piece piece, int number) {
    this.execution = execution;
    this.piece = piece;
    this.number = number;
  }

  /** Returns the name of the piece. */
  public String name() {
    return piece.name();
  }

  Execution execution() {
    return execution;
  }

  /** Returns whether this is a part of the same execution as another run. */
  public boolean isOfExecution(PieceRun other) {
    return execution == other.execution;
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

  /** Returns the clock of the execution, which stands still while requests take effect. */
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
      return end != null && end.kind() != PieceEnd.Kind.NONE;
    }
  }

  boolean isBusy() {
    return busy.getAsBoolean();
  }

  /** Receives that the code has ended. Later calls, and requests from now on, have no effect. */
  public void end(PieceEnd how) {
    synchronized (execution) {
      if (end == null) {
        end = how;
        execution.notifyAll();
      }
    }
  }

  @Nullable PieceEnd findEnd() {
    return end;
  }

  boolean isWaiting() {
    return waiting;
  }

  void waits(boolean now) {
    waiting = now;
  }

  List<PendingRequest> held() {
    return held;
  }

  /** Fails all requests from now on. */
  void refuse() {
    isOver = true;
  }

  /** Throws a {@link HeldException}, unless the execution has let the request go. */
  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    if (isOver) {
      // An error that no SDK retries, so that the code comes to its end.
      throw new DynamoException(
          ErrorCode.ACCESS_DENIED, "The execution of " + name() + " has ended");
    }
    PendingRequest released = execution.takeReleased(this);
    if (released != null) {
      return execution.call(released, operation, request, envelope);
    }
    PendingRequest pending = new PendingRequest(this, operation, request);
    try {
      execution.call(pending, operation, request, envelope);
    } catch (DynamoException e) {
      // Its answer may be another one when it is let go, such as that of a table that is created.
      throw new HeldException(pending);
    }
    throw new HeldException(pending); // it was not admitted, so it has had no effect
  }
}
