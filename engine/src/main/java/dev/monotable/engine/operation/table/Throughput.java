package dev.monotable.engine.operation.table;

import static java.util.Objects.requireNonNull;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.ThroughputHistory;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks and changes the throughput of tables and indexes: provisioned, on-demand and warm.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-mode.html">Throughput
 *     capacity modes</a>
 */
public final class Throughput {
  private static final long MOST_UNITS = 1_000_000_000_000L;
  static final String READ_UNITS = "ReadCapacityUnits";
  static final String WRITE_UNITS = "WriteCapacityUnits";
  static final String WARM_READS = "ReadUnitsPerSecond";
  static final String WARM_WRITES = "WriteUnitsPerSecond";
  static final String MOST_READS = "MaxReadRequestUnits";
  static final String MOST_WRITES = "MaxWriteRequestUnits";

  private Throughput() {}

  /** Returns a request in which TableThroughputMode stands for a missing BillingMode. */
  static CreateTableInput withBillingMode(CreateTableInput request) {
    String mode = request.tableThroughputMode();
    return mode == null || request.billingMode() != null
        ? request
        : request.toBuilder().billingMode(mode).build();
  }

  /** Returns a request in which TableThroughputMode stands for a missing BillingMode. */
  static UpdateTableInput withBillingMode(UpdateTableInput request) {
    String mode = request.tableThroughputMode();
    return mode == null || request.billingMode() != null
        ? request
        : request.toBuilder().billingMode(mode).build();
  }

  /** Checks that provisioned throughput is within range. */
  public static void requireUnits(ProvisionedThroughput throughput) {
    requireUnits(throughput.readCapacityUnits(), READ_UNITS);
    requireUnits(throughput.writeCapacityUnits(), WRITE_UNITS);
  }

  private static void requireUnits(long units, String member) {
    if (units > MOST_UNITS) {
      throw new FaultException(ThroughputFault.Plain.UNITS_OUT_OF_BOUNDS.with(units, member));
    }
  }

  /** Returns the description of provisioned throughput; null stands for none. */
  public static ProvisionedThroughputDescription description(
      @Nullable ProvisionedThroughput throughput) {
    return throughput == null
        ? TableDefinition.NO_THROUGHPUT
        : withUnits(TableDefinition.NO_THROUGHPUT, throughput);
  }

  /** Returns the units of a description, as requests have them. */
  public static ProvisionedThroughput units(ProvisionedThroughputDescription throughput) {
    return new ProvisionedThroughput(
        requireNonNull(throughput.readCapacityUnits()),
        requireNonNull(throughput.writeCapacityUnits()));
  }

  /** Returns a description with other units and the same dates. */
  static ProvisionedThroughputDescription withUnits(
      ProvisionedThroughputDescription old, ProvisionedThroughput asked) {
    return old.toBuilder()
        .readCapacityUnits(asked.readCapacityUnits())
        .writeCapacityUnits(asked.writeCapacityUnits())
        .build();
  }

  /** Returns the description while a table switches to on-demand mode: no units, decreased now. */
  static ProvisionedThroughputDescription withoutUnits(
      ProvisionedThroughputDescription old, Instant now) {
    return old.toBuilder()
        .readCapacityUnits(0L)
        .writeCapacityUnits(0L)
        .lastDecreaseDateTime(now)
        .build();
  }

  /**
   * A change of provisioned throughput.
   *
   * @param meanwhile the description while the change is in progress: the old units with the new
   *     dates
   * @param then the description after the change
   */
  public record Change(
      ProvisionedThroughputDescription meanwhile, ProvisionedThroughputDescription then) {}

  /**
   * Returns the change of provisioned throughput that an UpdateTable asks for.
   *
   * @param index the name of the index; null for the table
   * @throws FaultException if nothing would change
   */
  public static Change change(
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
      then.numberOfDecreasesToday(ThroughputHistory.decreasesToday(old, now) + 1);
    }
    return new Change(meanwhile.build(), then.build());
  }

  /**
   * Returns the warm throughput of a new table or index.
   *
   * @param provisioned null for an on-demand table
   * @param index the name of the index; null for the table
   * @throws FaultException if the request asks for less than the default
   */
  public static WarmThroughput createdWarm(
      @Nullable WarmThroughput asked,
      @Nullable ProvisionedThroughput provisioned,
      @Nullable String index) {
    WarmThroughput least =
        provisioned == null ? ThroughputHistory.WARM_ON_DEMAND : warm(provisioned);
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
    return ThroughputHistory.higherWarm(least, asked);
  }

  /**
   * Returns the warm throughput after an UpdateTable.
   *
   * @param index the name of the index; null for the table
   * @throws FaultException if it would decrease
   */
  public static WarmThroughput changedWarm(
      WarmThroughput current, WarmThroughput asked, @Nullable String index) {
    if (isBelow(asked.readUnitsPerSecond(), current.readUnitsPerSecond())) {
      throw new FaultException(new ThroughputFault.WarmDecreased(WARM_READS, index));
    }
    if (isBelow(asked.writeUnitsPerSecond(), current.writeUnitsPerSecond())) {
      throw new FaultException(new ThroughputFault.WarmDecreased(WARM_WRITES, index));
    }
    return ThroughputHistory.higherWarm(current, asked);
  }

  /** Returns the warm throughput of provisioned throughput. */
  public static WarmThroughput warm(ProvisionedThroughput provisioned) {
    return new WarmThroughput(provisioned.readCapacityUnits(), provisioned.writeCapacityUnits());
  }

  private static boolean isBelow(@Nullable Long asked, @Nullable Long least) {
    return asked != null && least != null && asked < least;
  }

  /** Returns whether warm throughput has no member. AWS ignores such a structure. */
  public static boolean isAbsent(@Nullable WarmThroughput warm) {
    return warm == null
        || (warm.readUnitsPerSecond() == null && warm.writeUnitsPerSecond() == null);
  }

  /** Returns whether on-demand throughput has no member. AWS ignores such a structure. */
  public static boolean isAbsent(@Nullable OnDemandThroughput onDemand) {
    return onDemand == null
        || (onDemand.maxReadRequestUnits() == null && onDemand.maxWriteRequestUnits() == null);
  }

  /**
   * Returns the maximum on-demand throughput of a new table or index; null if it has none.
   *
   * @param index the name of the index; null for the table
   * @throws FaultException if a maximum is out of range, or the table is provisioned
   */
  public static @Nullable OnDemandThroughput createdOnDemand(
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
   * Returns the maximum on-demand throughput after an UpdateTable. A missing member does not
   * change, and -1 removes a maximum.
   *
   * @param index the name of the index; null for the table
   * @throws FaultException if a maximum is out of range, or the table is provisioned
   */
  public static OnDemandThroughput changedOnDemand(
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

  /** Returns the maximums without removed ones, which are -1; null if none is left. */
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

  /**
   * Returns the maximum on-demand throughput of a restored table or index: that of the request, or
   * else that of the source; null if it has none.
   *
   * @param index the name of the index; null for the table
   * @throws FaultException if a maximum is out of range, or the restored table is provisioned
   */
  public static @Nullable OnDemandThroughput restoredOnDemand(
      @Nullable OnDemandThroughput source,
      @Nullable OnDemandThroughput asked,
      boolean payPerRequest,
      @Nullable String index) {
    if (asked == null || isAbsent(asked)) {
      return payPerRequest ? bounds(source) : null;
    }
    if (!payPerRequest) {
      throw new FaultException(new RestoreFault.OnDemandWhenProvisioned(firstMember(asked), index));
    }
    if (isOutOfRange(asked.maxReadRequestUnits(), 1)) {
      throw new FaultException(new RestoreFault.OnDemandOutOfRange(MOST_READS, index));
    }
    if (isOutOfRange(asked.maxWriteRequestUnits(), 1)) {
      throw new FaultException(new RestoreFault.OnDemandOutOfRange(MOST_WRITES, index));
    }
    return asked;
  }

  private static boolean isOutOfRange(@Nullable Long units, long least) {
    return units != null && (units < least || units == 0);
  }
}
