package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of tables and indexes in its three forms: what may be asked for, and what becomes
 * of what there was.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-mode.html">Throughput
 *     capacity modes</a>
 */
final class Throughput {
  /** What AWS has warm for a table or index on demand. */
  static final WarmThroughput WARM_ON_DEMAND = new WarmThroughput(12_000L, 4_000L);

  private static final long MOST_UNITS = 1_000_000_000_000L;
  static final String READ_UNITS = "ReadCapacityUnits";
  static final String WRITE_UNITS = "WriteCapacityUnits";
  static final String WARM_READS = "ReadUnitsPerSecond";
  static final String WARM_WRITES = "WriteUnitsPerSecond";
  static final String MOST_READS = "MaxReadRequestUnits";
  static final String MOST_WRITES = "MaxWriteRequestUnits";

  private Throughput() {}

  /** Checks that provisioned throughput is within bounds. */
  static void requireUnits(ProvisionedThroughput throughput) {
    requireUnits(throughput.readCapacityUnits(), READ_UNITS);
    requireUnits(throughput.writeCapacityUnits(), WRITE_UNITS);
  }

  private static void requireUnits(long units, String member) {
    if (units > MOST_UNITS) {
      throw new FaultException(new ThroughputFault.UnitsOutOfBounds(units, member));
    }
  }

  /** Provisioned throughput as descriptions carry it; null stands for none. */
  static ProvisionedThroughputDescription description(@Nullable ProvisionedThroughput throughput) {
    return throughput == null
        ? TableDefinition.NO_THROUGHPUT
        : withUnits(TableDefinition.NO_THROUGHPUT, throughput);
  }

  /** The same dates with other units. */
  static ProvisionedThroughputDescription withUnits(
      ProvisionedThroughputDescription old, ProvisionedThroughput asked) {
    return old.toBuilder()
        .readCapacityUnits(asked.readCapacityUnits())
        .writeCapacityUnits(asked.writeCapacityUnits())
        .build();
  }

  /** Provisioned throughput as it is while a table comes to be paid by request. */
  static ProvisionedThroughputDescription withoutUnits(
      ProvisionedThroughputDescription old, Instant now) {
    return old.toBuilder()
        .readCapacityUnits(0L)
        .writeCapacityUnits(0L)
        .lastDecreaseDateTime(now)
        .build();
  }

  /** The same throughput, decreased once more on the day of an instant; null for null. */
  static @Nullable ProvisionedThroughputDescription decreased(
      @Nullable ProvisionedThroughputDescription throughput, Instant now) {
    return throughput == null
        ? null
        : throughput.toBuilder()
            .numberOfDecreasesToday(decreasesToday(throughput, now) + 1)
            .build();
  }

  /**
   * A change of provisioned throughput.
   *
   * @param meanwhile the old units, with the dates of the new
   * @param then the new units
   */
  record Change(
      ProvisionedThroughputDescription meanwhile, ProvisionedThroughputDescription then) {}

  /**
   * Provisioned throughput as UpdateTable changes it.
   *
   * @param index that the throughput is of; null for a table's
   * @throws FaultException where nothing would change
   */
  static Change change(
      ProvisionedThroughputDescription old,
      ProvisionedThroughput asked,
      @Nullable String index,
      Instant now) {
    long read = asked.readCapacityUnits();
    long write = asked.writeCapacityUnits();
    long oldRead = Objects.requireNonNull(old.readCapacityUnits());
    long oldWrite = Objects.requireNonNull(old.writeCapacityUnits());
    if (read == oldRead && write == oldWrite) {
      throw new FaultException(new ThroughputFault.SameThroughput(read, write, index));
    }
    ProvisionedThroughputDescription.Builder meanwhile = old.toBuilder();
    if (read > oldRead || write > oldWrite) {
      meanwhile.lastIncreaseDateTime(now);
    }
    boolean decreased = read < oldRead || write < oldWrite;
    if (decreased) {
      meanwhile.lastDecreaseDateTime(now);
    }
    ProvisionedThroughputDescription.Builder then = withUnits(meanwhile.build(), asked).toBuilder();
    if (decreased) {
      then.numberOfDecreasesToday(decreasesToday(old, now) + 1);
    }
    return new Change(meanwhile.build(), then.build());
  }

  /** How often throughput was decreased on the day of an instant, in UTC. */
  static long decreasesToday(ProvisionedThroughputDescription throughput, Instant now) {
    Instant last = throughput.lastDecreaseDateTime();
    return last == null || day(last) < day(now)
        ? 0
        : Objects.requireNonNull(throughput.numberOfDecreasesToday());
  }

  private static long day(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), 86_400);
  }

  /**
   * Warm throughput at the creation of a table or index.
   *
   * @param provisioned null where it is paid by request
   * @throws FaultException where less is asked for than there is anyway
   */
  static WarmThroughput createdWarm(
      @Nullable WarmThroughput asked,
      @Nullable ProvisionedThroughput provisioned,
      @Nullable String index) {
    WarmThroughput least = provisioned == null ? WARM_ON_DEMAND : warm(provisioned);
    if (asked == null) {
      return least;
    }
    if (isBelow(asked.readUnitsPerSecond(), least.readUnitsPerSecond())) {
      throw new FaultException(
          provisioned == null
              ? new ThroughputFault.WarmBelowOnDemand(WARM_READS, index)
              : new ThroughputFault.WarmBelowProvisioned(WARM_READS, index, READ_UNITS));
    }
    if (isBelow(asked.writeUnitsPerSecond(), least.writeUnitsPerSecond())) {
      throw new FaultException(
          provisioned == null
              ? new ThroughputFault.WarmBelowOnDemand(WARM_WRITES, index)
              : new ThroughputFault.WarmBelowProvisioned(WARM_WRITES, index, WRITE_UNITS));
    }
    return higherWarm(least, asked);
  }

  /**
   * Warm throughput as UpdateTable changes it.
   *
   * @throws FaultException where it would become less
   */
  static WarmThroughput changedWarm(
      WarmThroughput current, WarmThroughput asked, @Nullable String index) {
    if (isBelow(asked.readUnitsPerSecond(), current.readUnitsPerSecond())) {
      throw new FaultException(new ThroughputFault.WarmDecreased(WARM_READS, index));
    }
    if (isBelow(asked.writeUnitsPerSecond(), current.writeUnitsPerSecond())) {
      throw new FaultException(new ThroughputFault.WarmDecreased(WARM_WRITES, index));
    }
    return higherWarm(current, asked);
  }

  /** The higher of both, each for itself; warm throughput never becomes less. */
  static WarmThroughput higherWarm(WarmThroughput one, WarmThroughput other) {
    return new WarmThroughput(
        higher(one.readUnitsPerSecond(), other.readUnitsPerSecond()),
        higher(one.writeUnitsPerSecond(), other.writeUnitsPerSecond()));
  }

  /** What provisioned throughput has warm. */
  static WarmThroughput warm(ProvisionedThroughput provisioned) {
    return new WarmThroughput(provisioned.readCapacityUnits(), provisioned.writeCapacityUnits());
  }

  private static long higher(@Nullable Long one, @Nullable Long other) {
    return Math.max(one == null ? 0 : one, other == null ? 0 : other);
  }

  private static boolean isBelow(@Nullable Long asked, @Nullable Long least) {
    return asked != null && least != null && asked < least;
  }

  /** Whether a request means nothing by it: AWS ignores a structure with no member. */
  static boolean isAbsent(@Nullable WarmThroughput warm) {
    return warm == null
        || (warm.readUnitsPerSecond() == null && warm.writeUnitsPerSecond() == null);
  }

  /** Whether a request means nothing by it: AWS ignores a structure with no member. */
  static boolean isAbsent(@Nullable OnDemandThroughput onDemand) {
    return onDemand == null
        || (onDemand.maxReadRequestUnits() == null && onDemand.maxWriteRequestUnits() == null);
  }

  /**
   * The bounds of on-demand throughput at the creation of a table or index; null where there are
   * none.
   *
   * @throws FaultException where they are out of range, or the table is provisioned
   */
  static @Nullable OnDemandThroughput createdOnDemand(
      @Nullable OnDemandThroughput asked, boolean payPerRequest, @Nullable String index) {
    if (asked == null || isAbsent(asked)) {
      return null;
    }
    if (!payPerRequest) {
      throw new FaultException(
          new ThroughputFault.OnDemandWhenProvisioned(firstMember(asked), index));
    }
    requireInRange(asked, 1, index);
    return asked;
  }

  /**
   * The bounds of on-demand throughput as UpdateTable changes them: a member that is not sent stays
   * as it is, and -1 stands for no bound.
   *
   * @throws FaultException where they are out of range, or the table is provisioned
   */
  static OnDemandThroughput changedOnDemand(
      @Nullable OnDemandThroughput old,
      OnDemandThroughput asked,
      boolean payPerRequest,
      @Nullable String index) {
    if (!payPerRequest) {
      throw new FaultException(
          new ThroughputFault.UpdatedOnDemandWhenProvisioned(firstMember(asked), index));
    }
    requireInRange(asked, -1, index);
    OnDemandThroughput.Builder next = old == null ? OnDemandThroughput.builder() : old.toBuilder();
    if (asked.maxReadRequestUnits() != null) {
      next.maxReadRequestUnits(asked.maxReadRequestUnits());
    }
    if (asked.maxWriteRequestUnits() != null) {
      next.maxWriteRequestUnits(asked.maxWriteRequestUnits());
    }
    return next.build();
  }

  /** The bounds without those that were taken away; null where none is left. */
  static @Nullable OnDemandThroughput bounds(@Nullable OnDemandThroughput onDemand) {
    if (onDemand == null) {
      return null;
    }
    OnDemandThroughput left =
        new OnDemandThroughput(
            bound(onDemand.maxReadRequestUnits()), bound(onDemand.maxWriteRequestUnits()));
    return isAbsent(left) ? null : left;
  }

  private static @Nullable Long bound(@Nullable Long units) {
    return units == null || units < 0 ? null : units;
  }

  private static String firstMember(OnDemandThroughput onDemand) {
    return onDemand.maxReadRequestUnits() == null ? MOST_WRITES : MOST_READS;
  }

  private static void requireInRange(OnDemandThroughput asked, long least, @Nullable String index) {
    if (isOutOfRange(asked.maxReadRequestUnits(), least)) {
      throw new FaultException(new ThroughputFault.OnDemandOutOfRange(MOST_READS, index));
    }
    if (isOutOfRange(asked.maxWriteRequestUnits(), least)) {
      throw new FaultException(new ThroughputFault.OnDemandOutOfRange(MOST_WRITES, index));
    }
  }

  private static boolean isOutOfRange(@Nullable Long units, long least) {
    return units != null && (units < least || units == 0);
  }
}
