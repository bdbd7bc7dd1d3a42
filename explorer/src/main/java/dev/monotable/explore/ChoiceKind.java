package dev.monotable.explore;

import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.schema.OperationTraits;
import org.jspecify.annotations.Nullable;

/** The kinds of choices: what becomes of a request, or what happens before it. */
enum ChoiceKind {
  /** The request takes effect and is answered, or fails as it does without any fault. */
  RUNS(""),
  /** An eventually consistent read sees the state before the last write to what it reads. */
  STALE("stale"),
  /** One part of a batch takes effect; the request remains held with the others. */
  PART("part"),
  /** Every attempt is throttled. */
  THROTTLED("throttled"),
  /** Every attempt fails with an error of the server. */
  SERVER_ERROR("server error"),
  /** The request takes effect, its answer is lost; the next attempt runs as well. */
  ANSWER_LOST("lost answer"),
  /** The request takes effect, and no attempt is answered. */
  LOST_FOR_GOOD("lost for good"),
  /** The last part of a batch is not processed. */
  UNPROCESSED("not processed"),
  /** A transaction is canceled by another one on its items. */
  CONFLICT("conflict"),
  /** The piece dies before the request takes effect. */
  DIES_BEFORE("dies before"),
  /** The piece dies after the request has taken effect. */
  DIES_AFTER("dies after"),
  /** The clock goes on while the piece does nothing; the request remains held. */
  PAUSE("pause"),
  /** The items that have expired are removed. A step of the database, without a request. */
  EXPIRY("expiry");

  private final String words;

  ChoiceKind(String words) {
    this.words = words;
  }

  /** Returns the words for people. */
  String words() {
    return words;
  }

  /** Returns the fault to inject into the request; null if there is none. */
  @Nullable InjectedFault fault() {
    return switch (this) {
      case THROTTLED -> new InjectedFault.Throttle(null);
      case SERVER_ERROR -> new InjectedFault.ServerError(false);
      case ANSWER_LOST, LOST_FOR_GOOD -> new InjectedFault.DroppedConnection(true);
      case UNPROCESSED -> new InjectedFault.Unprocessed(1, 1);
      case CONFLICT -> new InjectedFault.TransactionConflict();
      case RUNS, STALE, PART, DIES_BEFORE, DIES_AFTER, PAUSE, EXPIRY -> null;
    };
  }

  /** Returns whether the piece dies. */
  boolean isDeath() {
    return this == DIES_BEFORE || this == DIES_AFTER;
  }

  /** Returns whether it is more than a choice of what comes next. */
  boolean disturbs() {
    return this != RUNS && this != PART && this != EXPIRY;
  }

  /** Returns whether each later attempt of the request ends as the first one did. */
  boolean isForAllAttempts() {
    return this == THROTTLED || this == SERVER_ERROR || this == LOST_FOR_GOOD || this == CONFLICT;
  }

  /** Returns whether this is a fault: it needs nothing but a request to which it can happen. */
  boolean isFault() {
    return fault() != null;
  }

  /**
   * Returns whether it can happen to requests of an operation.
   *
   * @param parts the number of parts of the request
   */
  boolean canHappenTo(OperationTraits operation, int parts) {
    return switch (this) {
      case RUNS, THROTTLED, SERVER_ERROR, DIES_BEFORE, PAUSE -> true;
      case ANSWER_LOST, LOST_FOR_GOOD, DIES_AFTER -> operation.commits();
      case UNPROCESSED -> operation.isBatch() && parts > 1;
      case CONFLICT -> operation.isTransaction();
      case STALE -> operation.has(OperationTraits.Feature.EVENTUAL);
      case PART, EXPIRY -> false;
    };
  }
}
