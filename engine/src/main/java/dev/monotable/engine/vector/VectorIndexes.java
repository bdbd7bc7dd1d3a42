package dev.monotable.engine.vector;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BillingMode;
import dev.monotable.model.Capacity;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Projection;
import dev.monotable.model.SourceTableFeatureDetails;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorCapacity;
import dev.monotable.model.VectorIndex;
import dev.monotable.model.VectorIndexDescription;
import dev.monotable.model.VectorIndexInfo;
import dev.monotable.model.VectorIndexUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The vector indexes, which SearchVectors searches for the nearest vectors.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/VectorSearchWorkingWith.html">Creating
 *     and searching vector indexes</a>
 */
public final class VectorIndexes implements IndexRequests {
  /** The type. */
  public static final VectorIndexes TYPE = new VectorIndexes();

  private VectorIndexes() {}

  @Override
  public int code() {
    return 2;
  }

  @Override
  public boolean isMeasuredInBytes() {
    return true;
  }

  @Override
  public IndexState empty() {
    return VectorState.EMPTY;
  }

  @Override
  public IndexState.Builder build(AccessPath path) {
    return VectorState.builder(path);
  }

  @Override
  public VectorSettings readSettings(ByteReader in) {
    return VectorSettings.read(in);
  }

  // CreateTable.

  @Override
  public String member() {
    return "VectorIndexes";
  }

  @Override
  public @Nullable List<List<String>> definedNames(CreateTableInput request) {
    List<VectorIndex> indexes = request.vectorIndexes();
    return indexes == null
        ? null
        : indexes.stream().map(index -> VectorDefinitions.names(index.searchSchema())).toList();
  }

  @Override
  public Fault notDefined() {
    return VectorFault.Plain.SCHEMA_NOT_DEFINED;
  }

  @Override
  public Fault sameNameTwice() {
    return VectorFault.Plain.SCHEMA_NAME_TWICE;
  }

  @Override
  public void requireTable(CreateTableInput request, KeySchema table) {
    for (VectorIndex index : Objects.requireNonNull(request.vectorIndexes())) {
      String vector = index.vectorAttribute().attributeName();
      for (AttributeDefinition definition :
          Objects.requireNonNull(request.attributeDefinitions())) {
        if (definition.attributeName().equals(vector)) {
          throw new FaultException(VectorFault.Plain.VECTOR_DEFINED.with(vector));
        }
      }
    }
  }

  @Override
  public List<IndexDefinition> read(
      CreateTableInput request,
      TableRules rules,
      KeySchema table,
      boolean payPerRequest,
      Set<String> names) {
    List<IndexDefinition> definitions = new ArrayList<>();
    for (VectorIndex index : Objects.requireNonNull(request.vectorIndexes())) {
      IndexDefinition definition = VectorDefinitions.read(index, rules);
      if (!payPerRequest) {
        throw new FaultException(VectorFault.Plain.PAY_PER_REQUEST_ONLY);
      }
      requireSameDimensions(definitions, definition);
      TableRules.requireNewName(names, index.indexName());
      definitions.add(definition);
    }
    int most = rules.limits().vector().maxIndexes();
    if (definitions.size() > most) {
      throw new FaultException(VectorFault.Plain.TOO_MANY.with(most));
    }
    return definitions;
  }

  private static void requireSameDimensions(List<IndexDefinition> others, IndexDefinition added) {
    VectorSettings settings = VectorDefinitions.settings(added);
    for (IndexDefinition other : others) {
      VectorSettings known = VectorDefinitions.settings(other);
      if (known.attribute().equals(settings.attribute())
          && known.dimensions() != settings.dimensions()) {
        throw new FaultException(VectorFault.Plain.OTHER_DIMENSIONS.with(settings.attribute()));
      }
    }
  }

  // UpdateTable.

  @Override
  public String updateMember() {
    return "VectorIndexUpdates";
  }

  @Override
  public @Nullable List<IndexUpdate> updates(UpdateTableInput request) {
    List<VectorIndexUpdate> updates = request.vectorIndexUpdates();
    return updates == null ? null : updates.stream().map(VectorIndexes::named).toList();
  }

  private static IndexUpdate named(VectorIndexUpdate update) {
    return new IndexUpdate(
        update.create() == null ? null : update.create().indexName(),
        null,
        update.delete() == null ? null : update.delete().indexName());
  }

  @Override
  public void requireUpdates(UpdateTableInput request) {
    if (BillingMode.find(request.billingMode()) == BillingMode.PROVISIONED) {
      throw new FaultException(VectorFault.Plain.PAY_PER_REQUEST_BESIDE_UPDATES);
    }
    Set<String> names = new HashSet<>();
    for (IndexUpdate update : Objects.requireNonNull(updates(request))) {
      String name = update.created() == null ? update.deleted() : update.created();
      if (name == null) {
        throw new FaultException(VectorFault.Plain.UPDATE_EMPTY);
      }
      if (update.created() != null && update.deleted() != null) {
        throw new FaultException(VectorFault.Plain.UPDATE_TWICE);
      }
      if (!names.add(name)) {
        throw new FaultException(VectorFault.Plain.UPDATED_TWICE.with(name));
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
    VectorIndexUpdates updates = new VectorIndexUpdates(context, now, request, admission, table);
    Objects.requireNonNull(request.vectorIndexUpdates()).forEach(updates::apply);
    return updates.table();
  }

  @Override
  public void requireProvisionable() {
    throw new FaultException(VectorFault.Plain.PAY_PER_REQUEST_ONLY);
  }

  // Descriptions.

  @Override
  public void describe(
      TableState table, List<AccessPath> indexes, Instant now, TableDescription.Builder answer) {
    List<VectorIndexDescription> descriptions = new ArrayList<>();
    for (AccessPath path : indexes) {
      VectorIndex index = VectorDefinitions.describe(path.index());
      IndexState state = table.index(path);
      descriptions.add(
          VectorIndexDescription.builder()
              .indexName(index.indexName())
              .searchSchema(index.searchSchema())
              .projection(index.projection())
              .vectorAttribute(index.vectorAttribute())
              .dimensions(index.dimensions())
              .distanceFunction(index.distanceFunction())
              .indexStatus(table.restore() == null ? table.indexStatus(path.name()).name() : null)
              .backfilling(TableDescriptions.backfilling(table, path.name()))
              .indexSizeBytes(state.bytes())
              .itemCount(state.itemCount())
              .indexArn(table.definition().arn() + "/index/" + path.name())
              .build());
    }
    answer.vectorIndexes(descriptions);
  }

  @Override
  public void report(Map<String, Capacity> byIndex, ConsumedCapacity.Builder answer) {
    Map<String, VectorCapacity> written = new LinkedHashMap<>();
    byIndex.forEach(
        (name, bytes) ->
            written.put(
                name,
                VectorCapacity.builder().vectorWriteRequestBytes(bytes.capacityUnits()).build()));
    answer.vectorIndexes(written);
  }

  // Restored tables.

  @Override
  public List<RestoredIndex> restored(
      TableDefinition source, RestoreOverrides overrides, Set<String> names) {
    List<RestoredIndex> restored =
        overrides.vectorIndexes() == null
            ? IndexRequests.super.restored(source, overrides, names)
            : restored(source, overrides.vectorIndexes(), names);
    if (!restored.isEmpty() && !overrides.isPayPerRequest(source)) {
      throw new FaultException(VectorFault.Plain.PAY_PER_REQUEST_ONLY);
    }
    return restored;
  }

  private List<RestoredIndex> restored(
      TableDefinition source, List<VectorIndex> asked, Set<String> names) {
    List<RestoredIndex> restored = new ArrayList<>();
    for (VectorIndex index : asked) {
      IndexDefinition match = requireMatch(source, index);
      TableRules.requireNewName(names, index.indexName());
      restored.add(
          new RestoredIndex(
              match,
              new IndexDefinition(
                  index.indexName(),
                  this,
                  match.keys(),
                  match.projection(),
                  CapacitySettings.NONE,
                  match.settings())));
    }
    return restored;
  }

  /** Returns the index of a table that differs in its name at most. */
  private IndexDefinition requireMatch(TableDefinition source, VectorIndex asked) {
    for (IndexDefinition index : source.indexes()) {
      if (index.type() == this && isSame(VectorDefinitions.describe(index), asked)) {
        return index;
      }
    }
    throw new FaultException(RestoreFault.Plain.OTHER_INDEX.with(asked.indexName()));
  }

  private static boolean isSame(VectorIndex source, VectorIndex asked) {
    return normal(source).equals(normal(asked.toBuilder().indexName(source.indexName()).build()));
  }

  private static VectorIndex normal(VectorIndex index) {
    Projection projection = index.projection();
    List<String> names = projection.nonKeyAttributes();
    return index.toBuilder()
        .projection(
            new Projection(
                projection.projectionType(),
                names == null ? null : names.stream().sorted().toList()))
        .build();
  }

  @Override
  public void describeSource(
      TableDefinition source, SourceTableFeatureDetails.Builder description) {
    List<VectorIndexInfo> indexes = new ArrayList<>();
    for (IndexDefinition definition : source.indexes()) {
      if (definition.type() == this) {
        VectorIndex index = VectorDefinitions.describe(definition);
        indexes.add(
            new VectorIndexInfo(
                index.indexName(),
                index.vectorAttribute(),
                index.searchSchema(),
                index.projection(),
                index.dimensions(),
                index.distanceFunction()));
      }
    }
    if (!indexes.isEmpty()) {
      description.vectorIndexes(indexes);
    }
  }
}
