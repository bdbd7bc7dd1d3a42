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
import dev.monotable.engine.operation.table.ReplicaSettings;
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
 *
 * @param wording the wording of messages and the order of checks; by default that of the
 *     {@linkplain Wording#ofRegion Region}
 * @param limits the limits of requests, tables and items; AWS's by default
 * @param clock the source of time; the system clock by default
 * @param scheduler the scheduler of background work; one that uses a daemon thread by default
 * @param seed the seed of generated ids; 0, the default, means a random seed
 * @param region the AWS Region used in ARNs; {@code us-east-1} by default
 * @param account the account ID used in ARNs, 12 digits
 * @param ttlSweep when expired items are removed; soon after they expire by default
 * @param ttlSweepInterval the interval between runs of background work, which removes expired items
 *     and stream records that are no longer retained. One second by default
 * @param ttlDelay how long an expired item is kept at most with {@link TtlSweep#DELAYED}. Two days
 *     by default: AWS deletes expired items "within a few days"; see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html">Using time
 *     to live (TTL) in DynamoDB</a>
 * @param delays how long table changes and transactional holds of items last; no time by default
 * @param throttling whether each engine with this configuration throttles requests from the
 *     beginning, see {@link MonotableEngine#throttle}; false by default
 * @param heatModel how the partitions of an engine that throttles behave; null, the default, for
 *     {@link HeatModel#DEFAULT}, which is then not loaded before it is needed
 * @param observers the observers of the requests of each engine; none by default
 * @param indexTypes the types of indexes that tables may have
 * @param settingTypes the types of settings that tables may have
 * @param tableFiles what stands for Amazon S3 in exports, imports and bulk operations; null, the
 *     default, if nothing does. They then fail
 * @param kinesisStreams what knows the Kinesis data streams that tables may have as destinations;
 *     null, the default, if nothing does. Then each stream of the account and the Region exists
 */
public record EngineConfig(
    @Experimental @Nullable Wording wording,
    Limits limits,
    InstantSource clock,
    BackgroundScheduler scheduler,
    long seed,
    String region,
    String account,
    TtlSweep ttlSweep,
    Duration ttlSweepInterval,
    Duration ttlDelay,
    Delays delays,
    boolean throttling,
    @Experimental @Nullable HeatModel heatModel,
    List<RequestObserver> observers,
    @Experimental List<IndexRequests> indexTypes,
    @Experimental List<SettingType<?>> settingTypes,
    @Experimental @Nullable TableFiles tableFiles,
    @Experimental @Nullable KinesisStreams kinesisStreams) {
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
          ReplicaSettings.TYPE,
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

  /** Copies the lists. To be called by the builder only. */
  @Experimental
  public EngineConfig {
    observers = List.copyOf(observers);
    indexTypes = List.copyOf(indexTypes);
    settingTypes = List.copyOf(settingTypes);
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
  @Override
  public Wording wording() {
    return wording == null ? Wording.ofRegion(region) : wording;
  }

  /** Returns this configuration without delays, background work, observers and throttling. */
  @Experimental
  public EngineConfig quiet(long otherSeed) {
    return toBuilder()
        .observers(List.of())
        .kinesisStreams(null)
        .seed(otherSeed)
        .delays(Delays.NONE)
        .throttling(false)
        .ttlSweep(TtlSweep.NEVER)
        .scheduler(NO_BACKGROUND_WORK)
        .build();
  }

  /** Returns a builder that starts from this configuration. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds an {@link EngineConfig}. */
  public static final class Builder extends EngineConfigBuilder {
    private Builder() {
      limits = Limits.AWS;
      clock = InstantSource.system();
      scheduler = new SystemScheduler();
      region = "us-east-1";
      account = "000000000000";
      ttlSweep = TtlSweep.WHEN_DUE;
      ttlSweepInterval = Duration.ofSeconds(1);
      ttlDelay = Duration.ofDays(2);
      delays = Delays.NONE;
      observers = List.of();
      indexTypes = INDEX_TYPES;
      settingTypes = SETTING_TYPES;
    }

    private Builder(EngineConfig from) {
      super(from);
      wording = from.wording;
    }

    /** Adds an observer of the requests of each engine with this configuration. */
    public Builder observer(RequestObserver value) {
      List<RequestObserver> next = new ArrayList<>(observers);
      next.add(value);
      return observers(next);
    }
  }
}
