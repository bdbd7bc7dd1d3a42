package dev.monotable.engine.fault;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.ChosenError;
import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.Feature;
import dev.monotable.schema.OperationTraits.ResourceType;
import dev.monotable.schema.OperationTraits.Subject;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A fault to inject: what DynamoDB, DynamoDB Streams or the network may do to a valid request. The
 * fault of a request is decided after the request has been checked, so an invalid request gets its
 * own error, as on AWS.
 */
public sealed interface InjectedFault {
  /** The kinds of faults. */
  enum Type {
    THROTTLE,
    UNPROCESSED,
    SERVER_ERROR,
    CHOSEN_ERROR,
    LATENCY,
    DROPPED_CONNECTION,
    TRANSACTION_CONFLICT,
    TRANSACTION_IN_PROGRESS,
    SHORT_PAGE,
    STALE_READ,
    LAGGING_INDEX,
    LATE_RECORDS,
    REPEATED_RECORDS;

    private boolean appliesTo(OperationTraits operation) {
      return switch (this) {
        case THROTTLE, SERVER_ERROR, CHOSEN_ERROR, LATENCY, DROPPED_CONNECTION -> true;
        case UNPROCESSED -> operation.isBatch();
        case TRANSACTION_CONFLICT -> operation.has(Feature.CONFLICTS);
        case TRANSACTION_IN_PROGRESS -> operation.isTransaction() && operation.commits();
        case SHORT_PAGE -> operation.has(Feature.PAGED);
        case STALE_READ -> operation.has(Feature.EVENTUAL);
        case LAGGING_INDEX ->
            operation.has(Feature.EVENTUAL) && operation.names(ResourceType.INDEX);
        case LATE_RECORDS, REPEATED_RECORDS -> operation.subject() == Subject.RECORD;
      };
    }
  }

  /** Returns the kind of this fault. */
  Type type();

  /**
   * Returns whether the fault can happen to an operation. Requests of other operations neither
   * match its rule nor count for it.
   *
   * @param operation a constant of {@link dev.monotable.model.Operations}
   */
  default boolean appliesTo(OperationSchema<?, ?> operation) {
    return type().appliesTo(operation.traits());
  }

  /**
   * The request is throttled. The exception is the one of the limit: {@code
   * ProvisionedThroughputExceededException}, {@code ThrottlingException} or {@code
   * RequestLimitExceeded}, with its {@code ThrottlingReasons}. In a transaction it is a
   * cancellation reason of the matching actions. In BatchGetItem and BatchWriteItem, matching parts
   * are returned as unprocessed; the exception follows only if all parts match. An operation that
   * is not on items gets a {@code ThrottlingException}.
   *
   * @param limit the limit that is exceeded; null for the usual one of the table's capacity mode:
   *     {@code PROVISIONED} or, on demand, {@code KEY_RANGE}
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-diagnosing.html">Diagnosing
   *     throttling</a>
   */
  @Experimental
  record Throttle(@Nullable ThroughputLimit limit) implements InjectedFault {
    @Override
    public Type type() {
      return Type.THROTTLE;
    }
  }

  /**
   * Parts of a batch are not processed: {@code UnprocessedKeys} of BatchGetItem, {@code
   * UnprocessedItems} of BatchWriteItem, and statements of BatchExecuteStatement that fail by
   * throttling. If no part were processed, BatchGetItem and BatchWriteItem throw instead, as AWS
   * does.
   *
   * @param parts the number of parts at most, the last ones of the batch; at least 1
   * @param share the probability with which each of them is not processed, more than 0 and at most
   *     1
   */
  record Unprocessed(int parts, double share) implements InjectedFault {
    /**
     * @throws IllegalArgumentException if a number is out of its range
     */
    public Unprocessed {
      if (parts < 1) {
        throw new IllegalArgumentException("parts is less than 1: " + parts);
      }
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share is not in (0, 1]: " + share);
      }
    }

    @Override
    public Type type() {
      return Type.UNPROCESSED;
    }
  }

  /**
   * The request fails with {@code InternalServerError}, HTTP status 500.
   *
   * @param applied whether the request takes effect nevertheless, as may happen on AWS
   */
  record ServerError(boolean applied) implements InjectedFault {
    @Override
    public Type type() {
      return Type.SERVER_ERROR;
    }
  }

  /**
   * The request fails with an error of one's choice, and has no effect. AWS returns errors now and
   * then that no documentation names.
   *
   * @param code the name of its type, such as {@code ServiceUnavailableException}
   * @param message its message; empty if there is none
   * @param status the HTTP status of the response, from 400 to 599
   */
  @Experimental
  record ChosenFailure(String code, String message, int status) implements InjectedFault {
    /**
     * @throws IllegalArgumentException if {@link ChosenError} rejects a value
     */
    public ChosenFailure {
      var unused = new ChosenError(code, message, status);
    }

    /** Returns the error. */
    public ChosenError error() {
      return new ChosenError(code, message, status);
    }

    @Override
    public Type type() {
      return Type.CHOSEN_ERROR;
    }
  }

  /**
   * The request takes longer. It takes effect after the delay.
   *
   * @param duration positive
   * @param clock the clock by which the delay is measured
   */
  record Latency(Duration duration, LatencyClock clock) implements InjectedFault {
    /**
     * @throws IllegalArgumentException if the duration is not positive
     */
    public Latency {
      requirePositive(duration);
    }

    /** Returns whether requests wait with this clock of the engine, which is not advanced then. */
    public boolean waits(InstantSource engineClock) {
      return clock == LatencyClock.REAL || !(engineClock instanceof ManualClock);
    }

    @Override
    public Type type() {
      return Type.LATENCY;
    }
  }

  /** The clock of a latency. */
  enum LatencyClock {
    /**
     * The engine's clock. A {@link dev.monotable.engine.ManualTime} is advanced without waiting;
     * any other clock runs with real time.
     */
    ENGINE,
    /** Real time: the thread of the request waits. */
    REAL
  }

  /**
   * The connection ends without an answer. In-process callers of the engine get a {@link
   * DroppedConnectionException}.
   *
   * @param applied whether the request takes effect before the connection ends
   */
  record DroppedConnection(boolean applied) implements InjectedFault {
    @Override
    public Type type() {
      return Type.DROPPED_CONNECTION;
    }
  }

  /**
   * Another transaction holds the item: {@code TransactionConflictException}, in a transaction
   * {@code TransactionCanceledException} with the reason {@code TransactionConflict} for the
   * matching actions, in BatchWriteItem unprocessed items.
   */
  record TransactionConflict() implements InjectedFault {
    @Override
    public Type type() {
      return Type.TRANSACTION_CONFLICT;
    }
  }

  /** A transaction with the same token is in progress: {@code TransactionInProgressException}. */
  record TransactionInProgress() implements InjectedFault {
    @Override
    public Type type() {
      return Type.TRANSACTION_IN_PROGRESS;
    }
  }

  /**
   * A page of Query, Scan, a SELECT by ExecuteStatement, or GetRecords ends early.
   *
   * @param items the number of items or stream records that are evaluated at most, at least 1
   */
  record ShortPage(int items) implements InjectedFault {
    /**
     * @throws IllegalArgumentException if the number is less than 1
     */
    public ShortPage {
      if (items < 1) {
        throw new IllegalArgumentException("items is less than 1: " + items);
      }
    }

    @Override
    public Type type() {
      return Type.SHORT_PAGE;
    }
  }

  /**
   * An eventually consistent read returns an older state of the table or index.
   *
   * @param lag how old the state is
   */
  record StaleRead(Lag lag) implements InjectedFault {
    @Override
    public Type type() {
      return Type.STALE_READ;
    }
  }

  /**
   * A read of a global secondary index returns an older state of the index.
   *
   * @param lag how old the state is
   */
  record LaggingIndex(Lag lag) implements InjectedFault {
    @Override
    public Type type() {
      return Type.LAGGING_INDEX;
    }
  }

  /**
   * The age of a state. The database keeps older states from when a rule with a lag is added, and
   * at most {@link #MAX_COMMITS} of them; a lag beyond that returns the oldest.
   *
   * @param commits the number of commits, of any table; 0 if the age alone counts
   * @param age by the engine's clock; zero if the commits alone count
   */
  record Lag(int commits, Duration age) {
    /** The number of older states that are kept at most. */
    public static final int MAX_COMMITS = 1_000;

    /**
     * @throws IllegalArgumentException if a number is negative or too large, or both are zero
     */
    public Lag {
      if (commits < 0 || commits > MAX_COMMITS) {
        throw new IllegalArgumentException(
            "commits is not in [0, " + MAX_COMMITS + "]: " + commits);
      }
      if (age.isNegative() || (age.isZero() && commits == 0)) {
        throw new IllegalArgumentException("a lag needs commits or an age");
      }
    }

    /** Returns the lag of a number of commits. */
    public static Lag ofCommits(int commits) {
      return new Lag(commits, Duration.ZERO);
    }

    /** Returns the lag of a duration by the engine's clock. */
    public static Lag of(Duration age) {
      return new Lag(0, age);
    }
  }

  /**
   * GetRecords does not return a stream record before it has a certain age.
   *
   * @param delay since the record was written, by the engine's clock; positive
   */
  record LateRecords(Duration delay) implements InjectedFault {
    /**
     * @throws IllegalArgumentException if the delay is not positive
     */
    public LateRecords {
      requirePositive(delay);
    }

    @Override
    public Type type() {
      return Type.LATE_RECORDS;
    }
  }

  /**
   * Stream records are returned twice: the {@code NextShardIterator} of a page points to the
   * beginning of the same page. A record is not returned a third time.
   */
  record RepeatedRecords() implements InjectedFault {
    @Override
    public Type type() {
      return Type.REPEATED_RECORDS;
    }
  }

  private static void requirePositive(Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("not positive: " + duration);
    }
  }
}
