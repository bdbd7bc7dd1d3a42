package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.index.GlobalIndexes;
import dev.monotable.engine.index.LocalIndexes;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.operation.policy.TablePolicies;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.tag.TableTags;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.replica.AutoScaling;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.LegacyGlobalTable;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.UnrecordedVersions;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.engine.transfer.TableFiles;
import dev.monotable.engine.vector.VectorIndexes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an engine. Time, randomness and background work come from here only, so that
 * a test can control each of them.
 */
public final class EngineConfig {
  /** The types of indexes, in the order in which AWS checks them. */
  static final List<IndexRequests> INDEX_TYPES =
      List.of(LocalIndexes.TYPE, GlobalIndexes.TYPE, VectorIndexes.TYPE);

  /** The types of settings of tables, in the order in which CreateTable checks them. */
  static final List<SettingType<?>> SETTING_TYPES =
      List.of(
          TimeToLive.TYPE,
          TableTags.TYPE,
          PointInTimeRecovery.TYPE,
          ContributorInsights.TYPE,
          TablePolicies.TYPE,
          GlobalTableReplica.TYPE,
          UnrecordedVersions.TYPE,
          LegacyGlobalTable.TYPE,
          AutoScaling.TYPE,
          StrongReplica.TYPE,
          KinesisDestinations.TYPE);

  /** The default configuration. */
  public static final EngineConfig DEFAULT = builder().build();

  private static final BackgroundScheduler NO_BACKGROUND_WORK = (interval, task) -> () -> {};

  /** When expired items are removed. */
  public enum TtlSweep {
    /** Soon after they expire. */
    WHEN_DUE,
    /**
     * Some time after they expire, as on AWS: sweeps run at random times, at most {@link
     * EngineConfig#ttlDelay()} apart, which are drawn from the seed. Each sweep removes all items
     * that have expired by then.
     */
    DELAYED,
    /** Only when {@link MonotableEngine#sweepExpired()} is called. */
    ON_DEMAND,
    /** Never, not even by {@link MonotableEngine#sweepExpired()}. */
    NEVER
  }

  /** The settings of this configuration, which nobody else refers to. */
  private final Builder settings;

  private final Wording wording;

  private EngineConfig(Builder settings) {
    this.settings = settings;
    this.wording = settings.wording != null ? settings.wording : Wording.ofRegion(settings.region);
  }

  /** Returns a builder that starts from the default configuration. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the wording of messages and the order of checks; by default that of the {@linkplain
   * Wording#ofRegion Region}.
   */
  @Experimental
  public Wording wording() {
    return wording;
  }

  /** Returns the limits of requests, tables and items; AWS's by default. */
  public Limits limits() {
    return settings.limits;
  }

  /** Returns the source of time; the system clock by default. */
  public InstantSource clock() {
    return settings.clock;
  }

  /** Returns the scheduler of background work; one that uses a daemon thread by default. */
  public BackgroundScheduler scheduler() {
    return settings.scheduler;
  }

  /** Returns the seed of generated ids; 0, the default, means a random seed. */
  public long seed() {
    return settings.seed;
  }

  /** Returns the AWS Region used in ARNs; {@code us-east-1} by default. */
  public String region() {
    return settings.region;
  }

  /** Returns the account ID used in ARNs, 12 digits. */
  public String account() {
    return settings.account;
  }

  /** Returns when expired items are removed; soon after they expire by default. */
  public TtlSweep ttlSweep() {
    return settings.ttlSweep;
  }

  /**
   * Returns the interval between runs of background work, which removes expired items and stream
   * records that are no longer retained. One second by default.
   */
  public Duration ttlSweepInterval() {
    return settings.ttlSweepInterval;
  }

  /**
   * Returns how long an expired item is kept at most with {@link TtlSweep#DELAYED}. Two days by
   * default: AWS deletes expired items "within a few days".
   *
   * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html">Using
   *     time to live (TTL) in DynamoDB</a>
   */
  public Duration ttlDelay() {
    return settings.ttlDelay;
  }

  /** Returns how long table changes and transactional holds of items last; no time by default. */
  public Delays delays() {
    return settings.delays;
  }

  /**
   * Returns whether each engine with this configuration throttles requests from the beginning, see
   * {@link MonotableEngine#throttle}; false by default.
   */
  public boolean throttling() {
    return settings.throttling;
  }

  /** Returns how the partitions of an engine that throttles behave. */
  @Experimental
  public HeatModel heatModel() {
    HeatModel model = settings.heatModel;
    return model == null ? HeatModel.DEFAULT : model;
  }

  /** Returns the observers of the requests of each engine; none by default. */
  public List<RequestObserver> observers() {
    return settings.observers;
  }

  /**
   * Returns what stands for Amazon S3 in exports and imports of tables; null, the default, if
   * nothing does. They then fail.
   */
  @Experimental
  public @Nullable TableFiles tableFiles() {
    return settings.tableFiles;
  }

  /**
   * Returns what knows the Kinesis data streams that tables may have as destinations; null, the
   * default, if nothing does. Then each stream of the account and the Region exists.
   */
  @Experimental
  public @Nullable KinesisStreams kinesisStreams() {
    return settings.kinesisStreams;
  }

  /** Returns the types of indexes that tables may have. */
  List<IndexRequests> indexTypes() {
    return settings.indexTypes;
  }

  /** Returns the types of settings that tables may have. */
  List<SettingType<?>> settingTypes() {
    return settings.settingTypes;
  }

  /** Returns this configuration without delays, background work, observers and throttling. */
  EngineConfig quiet(long otherSeed) {
    Builder builder = toBuilder();
    builder.observers = List.of();
    builder.kinesisStreams = null;
    return builder
        .seed(otherSeed)
        .delays(Delays.NONE)
        .throttling(false)
        .ttlSweep(TtlSweep.NEVER)
        .scheduler(NO_BACKGROUND_WORK)
        .build();
  }

  /** Returns a builder that starts from this configuration. */
  public Builder toBuilder() {
    return settings.copy();
  }

  /** Builds an {@link EngineConfig}, whose methods of the same names describe the settings. */
  public static final class Builder implements Cloneable {
    private @Nullable Wording wording;
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
    private boolean throttling;

    /** Null for the default, which is then not loaded before it is needed. */
    private @Nullable HeatModel heatModel;

    private List<RequestObserver> observers = List.of();
    private List<IndexRequests> indexTypes = INDEX_TYPES;
    private List<SettingType<?>> settingTypes = SETTING_TYPES;
    private @Nullable TableFiles tableFiles;
    private @Nullable KinesisStreams kinesisStreams;

    private Builder() {}

    @Experimental
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

    public Builder throttling(boolean value) {
      throttling = value;
      return this;
    }

    @Experimental
    public Builder heatModel(HeatModel value) {
      heatModel = value;
      return this;
    }

    @Experimental
    public Builder tableFiles(@Nullable TableFiles value) {
      tableFiles = value;
      return this;
    }

    @Experimental
    public Builder kinesisStreams(@Nullable KinesisStreams value) {
      kinesisStreams = value;
      return this;
    }

    /** Adds an observer of the requests of each engine with this configuration. */
    public Builder observer(RequestObserver value) {
      List<RequestObserver> next = new ArrayList<>(observers);
      next.add(value);
      observers = List.copyOf(next);
      return this;
    }

    /** Sets the types of indexes, for tests of a made-up type. */
    Builder indexTypes(List<IndexRequests> value) {
      indexTypes = List.copyOf(value);
      return this;
    }

    /** Sets the types of settings of tables, for tests of a made-up type. */
    Builder settingTypes(List<SettingType<?>> value) {
      settingTypes = List.copyOf(value);
      return this;
    }

    public EngineConfig build() {
      return new EngineConfig(copy());
    }

    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
