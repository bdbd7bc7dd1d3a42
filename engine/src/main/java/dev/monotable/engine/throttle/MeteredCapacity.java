package dev.monotable.engine.throttle;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.partition.TableCapacity;
import dev.monotable.engine.partition.UnitKind;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.WarmThroughput;
import org.jspecify.annotations.Nullable;

/**
 * The capacity of a table or a global index.
 *
 * @param maximum the maximum on-demand throughput that is set; null if there is none
 * @param warm the throughput that the partitions serve without growing
 * @param quotas the quotas of the account for the read and the write units of a table
 */
record MeteredCapacity(
    TableCapacity capacity,
    @Nullable TableCapacity maximum,
    TableCapacity.OnDemand warm,
    TableCapacity.OnDemand quotas) {
  /** A maximum that no request reaches. */
  private static final double UNBOUNDED = 1e15;

  /** Returns the capacity of a table, or of one of its global indexes. */
  static MeteredCapacity of(TableDefinition table, AccessPath path, Limits limits) {
    CapacitySettings settings =
        path.isTable()
            ? new CapacitySettings(
                table.throughput(), table.onDemandThroughput(), table.warmThroughput())
            : path.index().capacity();
    TableCapacity.OnDemand warm = warm(settings.warm());
    return new MeteredCapacity(
        table.payPerRequest() ? warm : provisioned(settings.provisioned()),
        table.payPerRequest() ? maximum(settings.onDemand()) : null,
        warm,
        new TableCapacity.OnDemand(
            (double) limits.table().maxReadUnits(), (double) limits.table().maxWriteUnits()));
  }

  private static TableCapacity.OnDemand warm(WarmThroughput warm) {
    return new TableCapacity.OnDemand(
        units(warm.readUnitsPerSecond(), 1), units(warm.writeUnitsPerSecond(), 1));
  }

  private static TableCapacity provisioned(@Nullable ProvisionedThroughputDescription units) {
    return units == null
        ? new TableCapacity.Provisioned(1, 1)
        : new TableCapacity.Provisioned(
            units(units.readCapacityUnits(), 1), units(units.writeCapacityUnits(), 1));
  }

  private static @Nullable TableCapacity maximum(@Nullable OnDemandThroughput onDemand) {
    return onDemand == null
        ? null
        : new TableCapacity.Provisioned(
            units(onDemand.maxReadRequestUnits(), UNBOUNDED),
            units(onDemand.maxWriteRequestUnits(), UNBOUNDED));
  }

  /** Returns a number of units; at least 1, and another if none is set. */
  private static double units(@Nullable Long units, double other) {
    return units == null || units < 0 ? other : Math.max(1, units);
  }

  double quota(int units) {
    return units == UnitKind.READS ? quotas.readUnits() : quotas.writeUnits();
  }
}
