package dev.monotable.engine.index;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.operation.table.Throughput;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Capacity;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.GlobalSecondaryIndexInfo;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.GlobalSecondaryIndexWarmThroughputDescription;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SourceTableFeatureDetails;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The global secondary indexes, which have a key of their own.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html">Global
 *     secondary indexes</a>
 */
public final class GlobalIndexes extends SecondaryIndexes {
  /** The type. */
  public static final GlobalIndexes TYPE = new GlobalIndexes();

  private GlobalIndexes() {}

  @Override
  public int code() {
    return 0;
  }

  @Override
  public boolean isProvisioned() {
    return true;
  }

  @Override
  public String member() {
    return "GlobalSecondaryIndexes";
  }

  @Override
  public @Nullable List<List<String>> definedNames(CreateTableInput request) {
    List<GlobalSecondaryIndex> indexes = request.globalSecondaryIndexes();
    return indexes == null
        ? null
        : indexes.stream().map(index -> TableRules.names(index.keySchema())).toList();
  }

  @Override
  public Fault sameNameTwice() {
    return TableFault.Plain.KEY_ATTRIBUTE_TWICE;
  }

  @Override
  public List<IndexDefinition> read(
      CreateTableInput request,
      TableRules rules,
      KeySchema table,
      boolean payPerRequest,
      Set<String> names) {
    List<IndexDefinition> definitions = new ArrayList<>();
    for (GlobalSecondaryIndex index : Objects.requireNonNull(request.globalSecondaryIndexes())) {
      String name = index.indexName();
      definitions.add(
          definition(
              index,
              rules,
              payPerRequest,
              ThroughputFault.Plain.INDEX_UNITS_WITH_PAY_PER_REQUEST.with(name),
              ThroughputFault.Plain.INDEX_UNITS_REQUIRED.with(name)));
      TableRules.requireNewName(names, name);
    }
    int most = rules.limits().index().maxGlobal();
    if (definitions.size() > most) {
      throw new FaultException(IndexFault.Plain.TOO_MANY_GLOBAL_INDEXES.with(most));
    }
    return definitions;
  }

  /**
   * Reads an index.
   *
   * @param notWanted the fault of provisioned throughput for an on-demand table
   * @param required the fault of missing throughput for a provisioned table
   * @throws FaultException if the index is invalid
   */
  IndexDefinition definition(
      GlobalSecondaryIndex index,
      TableRules rules,
      boolean payPerRequest,
      Fault notWanted,
      Fault required) {
    String name = index.indexName();
    KeySchema keys = keys(index.keySchema(), rules);
    IndexProjection projection = TableRules.projection(index.projection());
    ProvisionedThroughput throughput = index.provisionedThroughput();
    if (payPerRequest && throughput != null) {
      throw new FaultException(notWanted);
    }
    if (!payPerRequest) {
      if (throughput == null) {
        throw new FaultException(required);
      }
      Throughput.requireUnits(throughput);
    }
    CapacitySettings capacity =
        new CapacitySettings(
            throughput == null ? null : Throughput.description(throughput),
            Throughput.createdOnDemand(index.onDemandThroughput(), payPerRequest, name),
            Throughput.createdWarm(index.warmThroughput(), throughput, name));
    return new IndexDefinition(name, this, keys, projection, capacity, null);
  }

  /** Reads a key, which may have several attributes of each key type. */
  private static KeySchema keys(List<KeySchemaElement> elements, TableRules rules) {
    KeySchema keys =
        rules.keys(
            elements, TableFault.Plain.KEY_ATTRIBUTE_TWICE, TableFault.Plain.HASH_AFTER_RANGE);
    int most = rules.limits().index().maxKeyAttributes();
    if (keys.partition().size() > most) {
      throw new FaultException(TableFault.Plain.TOO_MANY_KEY_ATTRIBUTES.with("HASH"));
    }
    if (keys.sort().size() > most) {
      throw new FaultException(TableFault.Plain.TOO_MANY_KEY_ATTRIBUTES.with("RANGE"));
    }
    return keys;
  }

  @Override
  public String updateMember() {
    return "GlobalSecondaryIndexUpdates";
  }

  @Override
  public @Nullable List<IndexUpdate> updates(UpdateTableInput request) {
    List<GlobalSecondaryIndexUpdate> updates = request.globalSecondaryIndexUpdates();
    return updates == null ? null : updates.stream().map(GlobalIndexes::named).toList();
  }

  private static IndexUpdate named(GlobalSecondaryIndexUpdate update) {
    return new IndexUpdate(
        update.create() == null ? null : update.create().indexName(),
        update.update() == null ? null : update.update().indexName(),
        update.delete() == null ? null : update.delete().indexName());
  }

  @Override
  public void requireUpdates(UpdateTableInput request) {
    Set<String> names = new HashSet<>();
    for (GlobalSecondaryIndexUpdate update :
        Objects.requireNonNull(request.globalSecondaryIndexUpdates())) {
      int actions =
          (update.create() == null ? 0 : 1)
              + (update.update() == null ? 0 : 1)
              + (update.delete() == null ? 0 : 1);
      if (actions == 0) {
        throw new FaultException(IndexFault.Plain.INDEX_UPDATE_EMPTY);
      }
      if (actions > 1) {
        throw new FaultException(IndexFault.Plain.INDEX_UPDATE_TWICE);
      }
      String name = GlobalIndexUpdates.indexName(update);
      if (!names.add(name)) {
        throw new FaultException(IndexFault.Plain.INDEX_UPDATED_TWICE.with(name));
      }
      WarmThroughput warm = update.update() == null ? null : update.update().warmThroughput();
      if (warm != null && Throughput.isAbsent(warm)) {
        throw new FaultException(ThroughputFault.Plain.INDEX_WARM_THROUGHPUT_EMPTY.with(name));
      }
    }
  }

  @Override
  public TableState update(
      TableState table,
      UpdateTableInput request,
      TableAdmission admission,
      OperationContext context,
      Instant now) {
    GlobalIndexUpdates updates = new GlobalIndexUpdates(context, now, request, admission, table);
    Objects.requireNonNull(request.globalSecondaryIndexUpdates()).forEach(updates::apply);
    return updates.table();
  }

  @Override
  public void describe(
      TableState table, List<AccessPath> indexes, Instant now, TableDescription.Builder answer) {
    List<GlobalSecondaryIndexDescription> descriptions = new ArrayList<>();
    for (AccessPath path : indexes) {
      IndexDefinition index = path.index();
      IndexState state = table.index(path);
      descriptions.add(
          GlobalSecondaryIndexDescription.builder()
              .indexName(index.name())
              .keySchema(TableDescriptions.keySchema(index.keys()))
              .projection(projection(index))
              .indexStatus(table.restore() == null ? table.indexStatus(index.name()).name() : null)
              .backfilling(TableDescriptions.backfilling(table, index.name()))
              .provisionedThroughput(
                  TableDescriptions.throughput(index.capacity().provisioned(), now))
              .onDemandThroughput(index.capacity().onDemand())
              .warmThroughput(warm(table, index))
              .indexSizeBytes(state.bytes())
              .itemCount(state.itemCount())
              .indexArn(arn(table, path))
              .build());
    }
    answer.globalSecondaryIndexes(descriptions);
  }

  private static GlobalSecondaryIndexWarmThroughputDescription warm(
      TableState table, IndexDefinition index) {
    WarmThroughput warm = index.capacity().warm();
    return new GlobalSecondaryIndexWarmThroughputDescription(
        warm.readUnitsPerSecond(),
        warm.writeUnitsPerSecond(),
        TableDescriptions.warmStatus(table, index.name(), table.indexStatus(index.name())));
  }

  @Override
  public List<RestoredIndex> restored(
      TableDefinition source, RestoreOverrides overrides, Set<String> names) {
    List<RestoredIndex> restored = new ArrayList<>();
    if (overrides.globalIndexes() == null) {
      for (IndexDefinition index : of(source)) {
        TableRules.requireNewName(names, index.name());
        restored.add(restored(source, overrides, index, null));
      }
      return restored;
    }
    for (GlobalSecondaryIndex asked : overrides.globalIndexes()) {
      IndexDefinition index =
          requireMatch(source, asked.indexName(), asked.keySchema(), asked.projection());
      TableRules.requireNewName(names, asked.indexName());
      if (asked.provisionedThroughput() == null && !overrides.isPayPerRequest(source)) {
        throw new FaultException(RestoreFault.Plain.INDEX_UNITS_REQUIRED.with(asked.indexName()));
      }
      restored.add(restored(source, overrides, index, asked));
    }
    return restored;
  }

  private RestoredIndex restored(
      TableDefinition table,
      RestoreOverrides overrides,
      IndexDefinition source,
      @Nullable GlobalSecondaryIndex asked) {
    String name = asked == null ? source.name() : asked.indexName();
    ProvisionedThroughputDescription known = source.capacity().provisioned();
    ProvisionedThroughput units =
        overrides.units(
            table,
            asked != null || known == null || table.payPerRequest()
                ? null
                : Throughput.units(known),
            asked == null ? null : asked.provisionedThroughput(),
            name);
    CapacitySettings capacity =
        new CapacitySettings(
            units == null ? null : Throughput.description(units),
            Throughput.restoredOnDemand(
                asked == null ? source.capacity().onDemand() : null,
                asked == null ? null : asked.onDemandThroughput(),
                units == null,
                name),
            Throughput.createdWarm(asked == null ? null : asked.warmThroughput(), units, name));
    return new RestoredIndex(
        source,
        new IndexDefinition(name, this, source.keys(), source.projection(), capacity, null));
  }

  @Override
  public void describeSource(
      TableDefinition source, SourceTableFeatureDetails.Builder description) {
    List<GlobalSecondaryIndexInfo> indexes = new ArrayList<>();
    for (IndexDefinition index : of(source)) {
      ProvisionedThroughputDescription units = index.capacity().provisioned();
      indexes.add(
          new GlobalSecondaryIndexInfo(
              index.name(),
              TableDescriptions.keySchema(index.keys()),
              projection(index),
              Throughput.units(units == null ? TableDefinition.NO_THROUGHPUT : units),
              index.capacity().onDemand()));
    }
    if (!indexes.isEmpty()) {
      description.globalSecondaryIndexes(indexes);
    }
  }

  @Override
  public void report(Map<String, Capacity> byIndex, ConsumedCapacity.Builder answer) {
    answer.globalSecondaryIndexes(byIndex);
  }
}
