package dev.monotable.engine;

import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How an engine is set up. Time, chance and background work all come from here, so that a test can
 * hold each of them in its hand.
 */
public final class EngineConfig {
  /** The configuration that nothing was said of. */
  public static final EngineConfig DEFAULT = builder().build();

  /** When expired items are removed. */
  public enum TtlSweep {
    /** Soon after they are due. */
    WHEN_DUE,
    /**
     * Some time after they are due, as on AWS: all that are due then are removed at times that are
     * drawn from the seed, {@link EngineConfig#ttlDelay()} apart at the most.
     */
    DELAYED,
    /** Only by {@link MonotableEngine#sweepExpired()}. */
    ON_DEMAND,
    /** Not at all, not even by that. */
    NEVER
  }

  private final Wording wording;
  private final Limits limits;
  private final InstantSource clock;
  private final BackgroundScheduler scheduler;
  private final long seed;
  private final String region;
  private final String account;
  private final TtlSweep ttlSweep;
  private final Duration ttlSweepInterval;
  private final Duration ttlDelay;
  private final Delays delays;

  private EngineConfig(Builder builder) {
    this.wording = builder.wording;
    this.limits = builder.limits;
    this.clock = builder.clock;
    this.scheduler = builder.scheduler;
    this.seed = builder.seed;
    this.region = builder.region;
    this.account = builder.account;
    this.ttlSweep = builder.ttlSweep;
    this.ttlSweepInterval = builder.ttlSweepInterval;
    this.ttlDelay = builder.ttlDelay;
    this.delays = builder.delays;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The wording of messages and the order of checks; today's us-east-1 by default. */
  public Wording wording() {
    return wording;
  }

  /** The bounds of requests, tables and items; AWS's by default. */
  public Limits limits() {
    return limits;
  }

  /** The time; the system's by default. */
  public InstantSource clock() {
    return clock;
  }

  /** Where background work runs; a daemon thread by default. */
  public BackgroundScheduler scheduler() {
    return scheduler;
  }

  /** Seeds the generator of ids; 0 stands for a seed of chance. */
  public long seed() {
    return seed;
  }

  /** The region in ARNs. */
  public String region() {
    return region;
  }

  /** The account in ARNs, 12 digits. */
  public String account() {
    return account;
  }

  /** When expired items are removed; soon after they are due by default. */
  public TtlSweep ttlSweep() {
    return ttlSweep;
  }

  /**
   * How often background work looks for what is to be done: items that are due, stream records that
   * are past keeping. A second by default.
   */
  public Duration ttlSweepInterval() {
    return ttlSweepInterval;
  }

  /**
   * How long an expired item stays at the most with {@link TtlSweep#DELAYED}. Two days by default:
   * AWS says within a few days.
   */
  public Duration ttlDelay() {
    return ttlDelay;
  }

  /** How long changes of tables and the holds of transactions last; no time by default. */
  public Delays delays() {
    return delays;
  }

  /** A builder that starts from this. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.wording = wording;
    builder.limits = limits;
    builder.clock = clock;
    builder.scheduler = scheduler;
    builder.seed = seed;
    builder.region = region;
    builder.account = account;
    builder.ttlSweep = ttlSweep;
    builder.ttlSweepInterval = ttlSweepInterval;
    builder.ttlDelay = ttlDelay;
    builder.delays = delays;
    return builder;
  }

  /** Builds a {@link EngineConfig}. */
  public static final class Builder {
    private Wording wording = Wording.current();
    private Limits limits = Limits.AWS;
    private InstantSource clock = InstantSource.system();
    private BackgroundScheduler scheduler = new SystemScheduler();
    private long seed = 0;
    private String region = "us-east-1";
    private String account = "000000000000";
    private TtlSweep ttlSweep = TtlSweep.WHEN_DUE;
    private Duration ttlSweepInterval = Duration.ofSeconds(1);
    private Duration ttlDelay = Duration.ofDays(2);
    private Delays delays = Delays.NONE;

    private Builder() {}

    public Builder wording(Wording value) {
      wording = value;
      return this;
    }

    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    public Builder clock(InstantSource value) {
      clock = value;
      return this;
    }

    public Builder scheduler(BackgroundScheduler value) {
      scheduler = value;
      return this;
    }

    public Builder seed(long value) {
      seed = value;
      return this;
    }

    public Builder region(String value) {
      region = value;
      return this;
    }

    public Builder account(String value) {
      account = value;
      return this;
    }

    public Builder ttlSweep(TtlSweep value) {
      ttlSweep = value;
      return this;
    }

    public Builder ttlSweepInterval(Duration value) {
      ttlSweepInterval = value;
      return this;
    }

    public Builder ttlDelay(Duration value) {
      ttlDelay = value;
      return this;
    }

    public Builder delays(Delays value) {
      delays = value;
      return this;
    }

    public EngineConfig build() {
      return new EngineConfig(this);
    }
  }
}
