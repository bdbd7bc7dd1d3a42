package dev.monotable.engine;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.ExpirySweep;
import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StreamMaintenance;
import dev.monotable.engine.commit.TokenSweep;
import dev.monotable.engine.operation.transfer.TransferJobs;
import dev.monotable.engine.request.CommitTicket;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * The background work of an engine: it completes table changes that are due and indexes that were
 * not filled, removes expired items as configured, expired tokens and expired stream records, and
 * runs exports, imports and bulk operations that did not end. It ends with {@link #close}, and also
 * when an engine becomes unreachable without being closed, as forks often do.
 */
final class BackgroundWork implements AutoCloseable {
  /** Streams change their shards over hours; checking every minute is often enough. */
  private static final Duration STREAMS_INTERVAL = Duration.ofMinutes(1);

  private final EngineConfig config;
  private final Committer committer;
  private final ExpirySweep sweep;
  private final StreamMaintenance streams;
  private final TokenSweep tokens;
  private final TransferJobs transfers;
  private final SplittableRandom random;
  private Instant nextSweep;
  private Instant nextStreams;
  private boolean failing;
  private boolean trimmingLogged;
  private final BackgroundScheduler.Registration registration;

  BackgroundWork(EngineConfig config, Committer committer, TransferJobs transfers) {
    this.transfers = transfers;
    this.config = config;
    this.committer = committer;
    this.sweep = new ExpirySweep(committer, config.limits());
    this.streams = new StreamMaintenance(committer, config.limits());
    this.tokens = new TokenSweep(committer, config.limits());
    this.random = new SplittableRandom(config.seed() == 0 ? System.nanoTime() : config.seed());
    Instant now = config.clock().instant();
    this.nextSweep = config.ttlSweep() == EngineConfig.TtlSweep.DELAYED ? delayed(now) : now;
    this.nextStreams = now;
    this.registration =
        WeakTask.every(config.scheduler(), config.ttlSweepInterval(), this, BackgroundWork::tick);
  }

  /** Runs each step, even if another fails: a step may free the memory that another one needs. */
  private synchronized void tick() {
    boolean succeeded = attempt(this::fillIndexes);
    succeeded &= attempt(() -> LifeCycle.settle(committer, config.clock(), null));
    succeeded &= attempt(this::sweepIfDue);
    succeeded &= attempt(this::maintainIfDue);
    succeeded &= attempt(this::logTrimming);
    succeeded &= attempt(transfers::resume);
    succeeded &= attempt(transfers.bulkPuts()::runIfDue);
    failing = !succeeded;
  }

  /**
   * Runs a step and returns whether it succeeded. If its failure were rethrown, the scheduler would
   * stop the background work for good. An OutOfMemoryError is no reason to stop either: this work
   * frees memory.
   */
  private boolean attempt(Runnable step) {
    try {
      step.run();
      return true;
    } catch (RuntimeException | Error e) {
      logFailure(e);
      return false;
    }
  }

  private void fillIndexes() {
    committer.backfill().resume(config.delays(), config.clock().instant(), false);
  }

  private void sweepIfDue() {
    Instant now = config.clock().instant();
    switch (config.ttlSweep()) {
      case WHEN_DUE -> sweepExpired(now, new CommitTicket());
      case DELAYED -> {
        if (!now.isBefore(nextSweep)) {
          sweepExpired(now, new CommitTicket());
          nextSweep = delayed(now);
        }
      }
      case ON_DEMAND, NEVER -> {}
    }
  }

  private void maintainIfDue() {
    Instant now = config.clock().instant();
    if (!now.isBefore(nextStreams)) {
      streams.run(now);
      tokens.run(now);
      nextStreams = now.plus(STREAMS_INTERVAL);
    }
  }

  /** Logs the first of several failures in a row: without memory, every run may fail. */
  private void logFailure(Throwable failure) {
    if (failing) {
      return;
    }
    failing = true;
    try {
      logger().log(System.Logger.Level.ERROR, "background work failed", failure);
    } catch (RuntimeException | Error e) {
      // Logging needs memory, too. The next run may succeed.
    }
  }

  /** Logs once that stream records were removed early. */
  private void logTrimming() {
    if (!trimmingLogged && committer.hasTrimmedEarly()) {
      trimmingLogged = true;
      logger()
          .log(
              System.Logger.Level.WARNING,
              "The oldest stream records were removed before their retention time, because the"
                  + " memory for stream records ("
                  + config.limits().memory().maxStreamBytes()
                  + " bytes) or the heap was full. Reading them returns a"
                  + " TrimmedDataAccessException.");
    }
  }

  private static System.Logger logger() {
    return System.getLogger(MonotableEngine.class.getName());
  }

  /** Returns the time of the next sweep: random, at most the configured delay away. */
  private Instant delayed(Instant now) {
    return now.plusMillis(random.nextLong(Math.max(1, config.ttlDelay().toMillis())));
  }

  /** Removes expired items; returns how many. */
  long sweepExpired(Instant now, CommitTicket ticket) {
    return config.ttlSweep() == EngineConfig.TtlSweep.NEVER
        ? 0
        : sweep.run(now.getEpochSecond(), ticket);
  }

  @Override
  public void close() {
    registration.close();
    transfers.bulkPuts().close();
  }
}
