package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.DeliveryLag;
import dev.monotable.control.model.DiscardedRecords;
import dev.monotable.control.model.DrainResult;
import dev.monotable.control.model.DrainToRun;
import dev.monotable.control.model.RetriedRecords;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.LateAnswer;
import dev.monotable.stream.DiscardedBatch;
import dev.monotable.stream.EventSourceMapping;
import dev.monotable.stream.StreamNotDrainedException;
import dev.monotable.stream.kinesis.KinesisException;
import dev.monotable.text.OneLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The drains that are running, each on a thread of its own: it calls functions, and waits for them.
 * Those of the same database wait for each other. A drain ends with its client.
 */
final class Drains {
  private static final int MAX_DRAINS = 64;
  private static final int IDLE_SECONDS = 1;
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX_DRAINS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Drains::newThread);

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "monotable-drain");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns after which time the drain of a request gives up. */
  static Duration timeout(DrainToRun wanted) {
    Duration given = wanted.timeout();
    Duration timeout = given == null ? DEFAULT_TIMEOUT : given;
    if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw ControlException.invalid("'timeout' must be positive, and at most " + MAX_TIMEOUT);
    }
    return timeout;
  }

  /**
   * Starts a drain, which answers the request at its end.
   *
   * @param id that of the database
   * @param work returns the result
   */
  void start(String id, Supplier<? extends Record> work, HttpReply reply) {
    LateAnswer answer = reply.answerLater();
    try {
      Future<?> drain = threads.submit(() -> answer.complete(answer(id, work)));
      answer.whenAbandoned(() -> drain.cancel(true));
    } catch (RejectedExecutionException e) {
      answer.complete(
          Result.answer(
              new ControlException(
                  Type.LIMIT_EXCEEDED, "The server runs " + MAX_DRAINS + " drains already")));
    }
  }

  private static HttpAnswer answer(String id, Supplier<? extends Record> work) {
    try {
      return Result.answer(200, work.get());
    } catch (KinesisException e) {
      return Result.answer(
          new ControlException(Type.NOT_DRAINED, OneLine.message(String.valueOf(e.getMessage()))));
    } catch (StreamNotDrainedException e) {
      return Result.answer(new ControlException(Type.NOT_DRAINED, text(e)));
    } catch (IllegalStateException e) {
      return Result.answer(ControlException.unknownDatabase(id)); // it has ended meanwhile
    } catch (DynamoException e) {
      return Result.answer(e);
    } catch (RuntimeException | Error e) {
      System.getLogger(Drains.class.getName()).log(Level.ERROR, "A drain has failed", e);
      return Result.answer(
          new ControlException(Type.INTERNAL, "The drain has failed; the server logs the reason"));
    }
  }

  /** Delivers the records of all mappings of a database; returns what became of those of one. */
  static DrainResult drain(EventSourceMapping mapping, Duration timeout) {
    long before = mapping.invocations();
    List<DiscardedRecords> discarded = new ArrayList<>();
    for (DiscardedBatch batch : mapping.awaitDrained(timeout)) {
      discarded.add(describe(batch));
    }
    return new DrainResult(mapping.invocations() - before, discarded);
  }

  /** Returns a batch that was discarded. */
  static DiscardedRecords describe(DiscardedBatch batch) {
    return new DiscardedRecords(
        batch.condition().wire(),
        batch.approximateInvokeCount(),
        batch.batchInfo().shardId(),
        batch.batchInfo().startSequenceNumber(),
        batch.batchInfo().endSequenceNumber(),
        batch.batchInfo().batchSize(),
        reason(batch.error()));
  }

  /** Returns what a mapping has still to deliver. */
  static DeliveryLag describe(EventSourceMapping.Lag lag) {
    List<RetriedRecords> retried = new ArrayList<>();
    for (EventSourceMapping.RetriedBatch batch : lag.retried()) {
      retried.add(
          new RetriedRecords(
              batch.shardId(),
              batch.records(),
              batch.firstSequenceNumber(),
              batch.invocations(),
              batch.nextAttempt(),
              reason(batch.error())));
    }
    return new DeliveryLag(lag.records(), lag.isComplete(), lag.oldest(), retried);
  }

  /** Returns what has happened, with what the function has said last. */
  private static String text(StreamNotDrainedException e) {
    String reason = reason(e.getCause());
    String message = OneLine.message(String.valueOf(e.getMessage()));
    return reason == null ? message : message + ": " + reason;
  }

  private static @Nullable String reason(@Nullable Throwable error) {
    return error == null ? null : OneLine.message(String.valueOf(error.getMessage()));
  }
}
