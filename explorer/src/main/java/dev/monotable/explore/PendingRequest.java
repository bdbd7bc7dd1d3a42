package dev.monotable.explore;

import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.HeldRequest;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** A request of a piece, from its arrival until it has run. Guarded by its execution. */
final class PendingRequest implements HeldRequest {
  private final PieceRun run;
  private final OperationSchema<?, ?> operation;
  private final Record input;
  private @Nullable Runnable work;
  private int sentAt;
  private boolean isReleased;

  /** The admission of its last run; null if it is invalid in any database. */
  private @Nullable AdmissionRequest admission;

  PendingRequest(PieceRun run, OperationSchema<?, ?> operation, Record input) {
    this.run = run;
    this.operation = operation;
    this.input = input;
  }

  @Override
  public void hold(Runnable next) {
    run.execution().hold(this, next);
  }

  @Override
  public void withdraw() {
    run.execution().withdraw(this);
  }

  /**
   * Begins to wait.
   *
   * @param at the number of steps before it was sent
   */
  void begin(Runnable next, int at) {
    work = next;
    sentAt = at;
  }

  PieceRun run() {
    return run;
  }

  OperationSchema<?, ?> operation() {
    return operation;
  }

  Record input() {
    return input;
  }

  int sentAt() {
    return sentAt;
  }

  boolean isReleased() {
    return isReleased;
  }

  /** Returns what runs the request and answers it; from now on it is not held. */
  Runnable release() {
    isReleased = true;
    Runnable taken = work;
    if (taken == null) {
      throw new IllegalStateException("the request is not held");
    }
    return taken;
  }

  void admit(AdmissionRequest request) {
    admission = request;
  }

  @Nullable AdmissionRequest admission() {
    return admission;
  }

  /** Returns the operation with its input, by which the requests of a piece differ. */
  String content() {
    return operation.name() + " " + input;
  }
}
