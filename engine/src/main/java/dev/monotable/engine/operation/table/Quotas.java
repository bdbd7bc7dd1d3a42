package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.QuotaFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WarmThroughput;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks the quotas of an account: the number of tables, and the capacity units of a table or index
 * and of the whole account. AWS checks them last.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas
 *     in Amazon DynamoDB</a>
 */
public final class Quotas {
  private static final String TABLE_READS = "TableMaxReadCapacityUnits";
  private static final String TABLE_WRITES = "TableMaxWriteCapacityUnits";

  private final Limits limits;
  private final String region;
  private final DatabaseState state;

  /** The read units by which the request raises the total of the account. */
  private long reads;

  /** The write units by which the request raises the total of the account. */
  private long writes;

  private Quotas(OperationContext context, DatabaseState state) {
    this.limits = context.limits();
    this.region = context.region();
    this.state = state;
  }

  /**
   * Checks the quotas for a new table.
   *
   * @throws FaultException naming the first exceeded quota
   */
  public static void require(
      OperationContext context, DatabaseState state, CreateTableInput request) {
    Quotas quotas = new Quotas(context, state);
    quotas.requireTable();
    quotas.require(
        null,
        request.provisionedThroughput(),
        request.onDemandThroughput(),
        request.warmThroughput(),
        TableDefinition.NO_THROUGHPUT);
    if (request.globalSecondaryIndexes() != null) {
      for (GlobalSecondaryIndex index : request.globalSecondaryIndexes()) {
        quotas.require(
            index.indexName(),
            index.provisionedThroughput(),
            index.onDemandThroughput(),
            index.warmThroughput(),
            TableDefinition.NO_THROUGHPUT);
      }
    }
    quotas.requireAccount();
  }

  /**
   * Checks the quotas for a new table, whose definition does not come from CreateTable.
   *
   * @throws FaultException naming the first exceeded quota
   */
  public static void require(OperationContext context, DatabaseState state, TableDefinition table) {
    Quotas quotas = new Quotas(context, state);
    quotas.requireTable();
    boolean provisioned = !table.payPerRequest();
    quotas.require(
        null,
        provisioned ? Throughput.units(table.throughput()) : null,
        table.onDemandThroughput(),
        null,
        TableDefinition.NO_THROUGHPUT);
    for (IndexDefinition index : table.indexes()) {
      ProvisionedThroughputDescription units = index.capacity().provisioned();
      quotas.require(
          index.name(),
          units == null ? null : Throughput.units(units),
          index.capacity().onDemand(),
          null,
          TableDefinition.NO_THROUGHPUT);
    }
    quotas.requireAccount();
  }

  private void requireTable() {
    if (state.tables().size() >= limits.account().maxTables()) {
      throw exceeded(new QuotaFault.TooManyTables(limits.account().maxTables()));
    }
  }

  /**
   * Checks the quotas for a change of a table.
   *
   * @param old the definition before the change
   * @throws FaultException naming the first exceeded quota
   */
  static void require(
      OperationContext context,
      DatabaseState state,
      TableDefinition old,
      UpdateTableInput request) {
    Quotas quotas = new Quotas(context, state);
    quotas.require(
        null,
        request.provisionedThroughput(),
        request.onDemandThroughput(),
        request.warmThroughput(),
        old.throughput());
    if (request.globalSecondaryIndexUpdates() != null) {
      for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
        quotas.require(old, update);
      }
    }
    quotas.requireAccount();
  }

  private void require(TableDefinition old, GlobalSecondaryIndexUpdate update) {
    if (update.create() != null) {
      require(
          update.create().indexName(),
          update.create().provisionedThroughput(),
          update.create().onDemandThroughput(),
          update.create().warmThroughput(),
          TableDefinition.NO_THROUGHPUT);
    } else if (update.update() != null) {
      String name = update.update().indexName();
      require(
          name,
          update.update().provisionedThroughput(),
          update.update().onDemandThroughput(),
          update.update().warmThroughput(),
          throughput(old, name));
    }
  }

  private static ProvisionedThroughputDescription throughput(TableDefinition table, String name) {
    IndexDefinition index = table.findIndex(name);
    ProvisionedThroughputDescription units = index == null ? null : index.capacity().provisioned();
    return units == null ? TableDefinition.NO_THROUGHPUT : units;
  }

  private void require(
      @Nullable String index,
      @Nullable ProvisionedThroughput provisioned,
      @Nullable OnDemandThroughput onDemand,
      @Nullable WarmThroughput warm,
      ProvisionedThroughputDescription old) {
    long maxReads = limits.table().maxReadUnits();
    long maxWrites = limits.table().maxWriteUnits();
    if (provisioned != null) {
      long read = provisioned.readCapacityUnits();
      long write = provisioned.writeCapacityUnits();
      requireUnits(Throughput.READ_UNITS, index, read, maxReads);
      requireUnits(Throughput.WRITE_UNITS, index, write, maxWrites);
      reads += read - Objects.requireNonNull(old.readCapacityUnits());
      writes += write - Objects.requireNonNull(old.writeCapacityUnits());
    }
    if (onDemand != null) {
      if (isAbove(onDemand.maxReadRequestUnits(), maxReads)) {
        throw exceeded(
            new QuotaFault.OnDemandAboveMaximum(Throughput.MOST_READS, index, TABLE_READS, region));
      }
      if (isAbove(onDemand.maxWriteRequestUnits(), maxWrites)) {
        throw exceeded(
            new QuotaFault.OnDemandAboveMaximum(
                Throughput.MOST_WRITES, index, TABLE_WRITES, region));
      }
    }
    if (warm != null) {
      if (isAbove(warm.readUnitsPerSecond(), maxReads)) {
        throw exceeded(
            new QuotaFault.WarmAboveMaximum(Throughput.WARM_READS, index, TABLE_READS, region));
      }
      if (isAbove(warm.writeUnitsPerSecond(), maxWrites)) {
        throw exceeded(
            new QuotaFault.WarmAboveMaximum(Throughput.WARM_WRITES, index, TABLE_WRITES, region));
      }
    }
  }

  private void requireUnits(String member, @Nullable String index, long units, long maximum) {
    if (units > maximum) {
      throw exceeded(new QuotaFault.UnitsAboveMaximum(member, index, units, region, maximum));
    }
  }

  private static boolean isAbove(@Nullable Long units, long maximum) {
    return units != null && units > maximum;
  }

  private void requireAccount() {
    if (reads <= 0 && writes <= 0) {
      return;
    }
    long reservedReads = 0;
    long reservedWrites = 0;
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableDefinition definition = tables.value().definition();
      reservedReads += Objects.requireNonNull(definition.throughput().readCapacityUnits());
      reservedWrites += Objects.requireNonNull(definition.throughput().writeCapacityUnits());
      for (IndexDefinition index : definition.indexes()) {
        ProvisionedThroughputDescription units = index.capacity().provisioned();
        if (units != null) {
          reservedReads += Objects.requireNonNull(units.readCapacityUnits());
          reservedWrites += Objects.requireNonNull(units.writeCapacityUnits());
        }
      }
    }
    requireAccount(Throughput.READ_UNITS, reservedReads, reads, limits.account().maxReadUnits());
    requireAccount(
        Throughput.WRITE_UNITS, reservedWrites, writes, limits.account().maxWriteUnits());
  }

  private void requireAccount(String member, long reserved, long requested, long limit) {
    if (requested > 0 && reserved + requested > limit) {
      throw exceeded(
          new QuotaFault.AccountUnitsAboveMaximum(member, region, reserved, limit, requested));
    }
  }

  private static FaultException exceeded(Fault fault) {
    return new FaultException(fault);
  }
}
