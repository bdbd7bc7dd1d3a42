package dev.monotable.engine;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.ExpirySweep;
import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StreamMaintenance;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The background work of an engine: it completes table changes that are due, removes expired items
 * as configured, and keeps streams within their bounds. It ends with {@link #close}, and also when
 * an engine becomes unreachable without being closed, as forks often do.
 */
final class BackgroundWork implements AutoCloseable {
  /** Streams change their shards over hours; checking every minute is often enough. */
  private static final Duration STREAMS_INTERVAL = Duration.ofMinutes(1);

  private final EngineConfig config;
  private final Committer committer;
  private final ExpirySweep sweep;
  private final StreamMaintenance streams;
  private final SplittableRandom random;
  private Instant nextSweep;
  private Instant nextStreams;
  private final BackgroundScheduler.Registration registration;

  BackgroundWork(EngineConfig config, Committer committer) {
    this.config = config;
    this.committer = committer;
    this.sweep = new ExpirySweep(committer, config.limits());
    this.streams = new StreamMaintenance(committer, config.limits());
    this.random = new SplittableRandom(config.seed() == 0 ? System.nanoTime() : config.seed());
    Instant now = config.clock().instant();
    this.nextSweep = config.ttlSweep() == EngineConfig.TtlSweep.DELAYED ? delayed(now) : now;
    this.nextStreams = now;
    Tick tick = new Tick(new WeakReference<>(this));
    this.registration = config.scheduler().every(config.ttlSweepInterval(), tick);
    tick.registration = registration;
  }

  private static final class Tick implements Runnable {
    private final WeakReference<BackgroundWork> work;
    private volatile BackgroundScheduler.@Nullable Registration registration;

    Tick(WeakReference<BackgroundWork> work) {
      this.work = work;
    }

    @Override
    public void run() {
      BackgroundWork present = work.get();
      BackgroundScheduler.Registration ended = registration;
      if (present != null) {
        present.tick();
      } else if (ended != null) {
        ended.close();
      }
    }
  }

  private synchronized void tick() {
    try {
      LifeCycle.settle(committer, config.clock());
      Instant now = config.clock().instant();
      switch (config.ttlSweep()) {
        case WHEN_DUE -> sweepExpired(now);
        case DELAYED -> {
          if (!now.isBefore(nextSweep)) {
            sweepExpired(now);
            nextSweep = delayed(now);
          }
        }
        case ON_DEMAND, NEVER -> {}
      }
      if (!now.isBefore(nextStreams)) {
        streams.run(now);
        nextStreams = now.plus(STREAMS_INTERVAL);
      }
    } catch (RuntimeException e) {
      // If this were rethrown, the scheduler would silently stop the background work for good.
      System.getLogger(MonotableEngine.class.getName())
          .log(System.Logger.Level.ERROR, "background work failed", e);
    }
  }

  /** Returns the time of the next sweep: random, at most the configured delay away. */
  private Instant delayed(Instant now) {
    return now.plusMillis(random.nextLong(Math.max(1, config.ttlDelay().toMillis())));
  }

  /** Removes expired items; returns how many. */
  long sweepExpired(Instant now) {
    return config.ttlSweep() == EngineConfig.TtlSweep.NEVER ? 0 : sweep.run(now.getEpochSecond());
  }

  @Override
  public void close() {
    registration.close();
  }
}
