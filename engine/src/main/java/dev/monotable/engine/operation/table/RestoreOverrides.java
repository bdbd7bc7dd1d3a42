package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexRequests.RestoredIndex;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.BillingMode;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.RestoreTableToPointInTimeInput;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.VectorIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the source by a request to restore a table. What is null is taken over from the
 * source; an empty list of indexes restores none.
 *
 * <p>A restored table has the key, the indexes, the billing mode, the throughput and the encryption
 * of its source. It does not have its stream, its TTL, its tags, its table class, its deletion
 * protection and its warm throughput (DDB-TABLE-215).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableFromBackup.html">RestoreTableFromBackup</a>
 */
public record RestoreOverrides(
    @Nullable BillingMode billingMode,
    @Nullable List<GlobalSecondaryIndex> globalIndexes,
    @Nullable List<LocalSecondaryIndex> localIndexes,
    @Nullable List<VectorIndex> vectorIndexes,
    @Nullable ProvisionedThroughput provisioned,
    @Nullable OnDemandThroughput onDemand,
    @Nullable SSESpecification encryption) {

  /** Returns the overrides of a request. */
  public static RestoreOverrides of(RestoreTableFromBackupInput request) {
    return new RestoreOverrides(
        BillingMode.find(request.billingModeOverride()),
        request.globalSecondaryIndexOverride(),
        request.localSecondaryIndexOverride(),
        request.vectorIndexOverride(),
        request.provisionedThroughputOverride(),
        request.onDemandThroughputOverride(),
        request.sseSpecificationOverride());
  }

  /** Returns the overrides of a request. */
  public static RestoreOverrides of(RestoreTableToPointInTimeInput request) {
    return new RestoreOverrides(
        BillingMode.find(request.billingModeOverride()),
        request.globalSecondaryIndexOverride(),
        request.localSecondaryIndexOverride(),
        request.vectorIndexOverride(),
        request.provisionedThroughputOverride(),
        request.onDemandThroughputOverride(),
        request.sseSpecificationOverride());
  }

  /** Returns whether a restored table is on demand. */
  public boolean isPayPerRequest(TableDefinition source) {
    return billingMode == null
        ? source.payPerRequest()
        : billingMode == BillingMode.PAY_PER_REQUEST;
  }

  /**
   * Returns the provisioned throughput of a restored table or index: that of the request, or else
   * that of the source; null if the restored table is on demand.
   *
   * @param source null if the source is on demand
   * @param index the name of the index; null for the table
   * @throws FaultException if the throughput does not fit the billing mode
   */
  public @Nullable ProvisionedThroughput units(
      TableDefinition table,
      @Nullable ProvisionedThroughput source,
      @Nullable ProvisionedThroughput asked,
      @Nullable String index) {
    if (isPayPerRequest(table)) {
      if (asked != null) {
        throw broken(
            billingMode == null
                ? RestoreFault.Rule.UNITS_WITHOUT_PROVISIONED
                : RestoreFault.Rule.UNITS_WITH_PAY_PER_REQUEST,
            index);
      }
      return null;
    }
    if (asked != null) {
      Throughput.requireUnits(asked);
      return asked;
    }
    if (source == null || billingMode == BillingMode.PROVISIONED) {
      throw broken(RestoreFault.Rule.UNITS_REQUIRED, index);
    }
    return source;
  }

  private static FaultException broken(RestoreFault.Rule rule, @Nullable String index) {
    return new FaultException(new RestoreFault.Units(rule, index));
  }

  /**
   * A restored table before its creation.
   *
   * @param indexes with the indexes of the source that they are
   */
  public record Restored(TableDefinition definition, List<RestoredIndex> indexes) {}

  /**
   * Returns the definition of a restored table. Its time of creation is not set.
   *
   * @param name of the restored table
   * @param types of indexes that tables may have
   * @throws FaultException for the first invalid override
   */
  public Restored restored(
      OperationContext context, List<IndexRequests> types, TableDefinition source, String name) {
    boolean payPerRequest = isPayPerRequest(source);
    ProvisionedThroughput units =
        units(
            source,
            source.payPerRequest() ? null : Throughput.units(source.throughput()),
            provisioned,
            null);
    OnDemandThroughput bounds =
        Throughput.restoredOnDemand(source.onDemandThroughput(), onDemand, payPerRequest, null);
    List<RestoredIndex> indexes = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (IndexRequests type : types) {
      indexes.addAll(type.restored(source, this, names));
    }
    List<IndexDefinition> definitions = new ArrayList<>();
    for (RestoredIndex index : indexes) {
      definitions.add(index.definition());
    }
    TableDefinition.Builder definition =
        TableDefinition.builder(
                name, context.tableArn(name), context.newId(), Instant.EPOCH, source.keys())
            .attributeDefinitions(
                IndexDefinition.used(source.attributeDefinitions(), source.keys(), definitions))
            .indexes(definitions)
            .payPerRequest(payPerRequest)
            .throughput(Throughput.description(units))
            .onDemandThroughput(bounds)
            .warmThroughput(Throughput.createdWarm(null, units, null))
            .sse(Encryption.restored(context, source.sse(), encryption));
    source.settings().forEach(definition::setting);
    return new Restored(definition.withRestoredSettings().build(), indexes);
  }
}
