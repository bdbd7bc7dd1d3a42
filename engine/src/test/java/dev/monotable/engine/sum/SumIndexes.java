package dev.monotable.engine.sum;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexChanges;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Capacity;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.Projection;
import dev.monotable.model.SearchSchemaElement;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorCapacity;
import dev.monotable.model.VectorIndex;
import dev.monotable.model.VectorIndexDescription;
import dev.monotable.model.VectorIndexUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A made-up type of index, which keeps items by the sum of a list of numbers. In requests it takes
 * the place of vector indexes, whose members fit.
 */
public final class SumIndexes implements IndexRequests {
  /** The type. */
  public static final SumIndexes TYPE = new SumIndexes();

  private SumIndexes() {}

  @Override
  public int code() {
    return 100;
  }

  @Override
  public IndexState empty() {
    return SumIndex.EMPTY;
  }

  @Override
  public IndexState.Builder build(AccessPath path) {
    return SumIndex.builder(path);
  }

  @Override
  public IndexDefinition.Settings readSettings(ByteReader in) {
    return SumSettings.read(in);
  }

  @Override
  public String member() {
    return "VectorIndexes";
  }

  @Override
  public @Nullable List<List<String>> definedNames(CreateTableInput request) {
    List<VectorIndex> indexes = request.vectorIndexes();
    return indexes == null
        ? null
        : indexes.stream().map(index -> List.copyOf(filters(index.searchSchema()))).toList();
  }

  private static Set<String> filters(@Nullable List<SearchSchemaElement> schema) {
    Set<String> names = new TreeSet<>();
    if (schema != null) {
      schema.forEach(element -> names.add(element.attributeName()));
    }
    return names;
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
    for (VectorIndex index : request.vectorIndexes()) {
      TableRules.requireNewName(names, index.indexName());
      definitions.add(definition(index));
    }
    return definitions;
  }

  private IndexDefinition definition(VectorIndex index) {
    return new IndexDefinition(
        index.indexName(),
        this,
        new KeySchema(List.of(), List.of()),
        TableRules.projection(index.projection()),
        CapacitySettings.NONE,
        new SumSettings(
            index.vectorAttribute().attributeName(),
            index.dimensions(),
            filters(index.searchSchema())));
  }

  @Override
  public String updateMember() {
    return "VectorIndexUpdates";
  }

  @Override
  public @Nullable List<IndexUpdate> updates(UpdateTableInput request) {
    List<VectorIndexUpdate> updates = request.vectorIndexUpdates();
    return updates == null ? null : updates.stream().map(SumIndexes::named).toList();
  }

  private static IndexUpdate named(VectorIndexUpdate update) {
    return update.create() != null
        ? new IndexUpdate(update.create().indexName(), null, null)
        : new IndexUpdate(null, null, update.delete().indexName());
  }

  @Override
  public TableState update(
      TableState table,
      UpdateTableInput request,
      TableAdmission admission,
      OperationContext context,
      Instant now) {
    TableState next = table;
    for (VectorIndexUpdate update : request.vectorIndexUpdates()) {
      CreateVectorIndexAction action = update.create();
      if (action == null) {
        String name = update.delete().indexName();
        admission.requireIndexDeletion(name);
        next = IndexChanges.deleted(next, name, context.delays(), now);
      } else {
        admission.requireIndexCreation(action.indexName());
        VectorIndex index =
            new VectorIndex(
                action.indexName(),
                action.vectorAttribute(),
                action.searchSchema(),
                action.projection(),
                action.dimensions(),
                action.distanceFunction());
        next =
            IndexChanges.created(
                next, definition(index), request.attributeDefinitions(), context.delays());
      }
    }
    return next;
  }

  @Override
  public void describe(
      TableState table, List<AccessPath> indexes, Instant now, TableDescription.Builder answer) {
    List<VectorIndexDescription> descriptions = new ArrayList<>();
    for (AccessPath path : indexes) {
      SumSettings settings = (SumSettings) path.index().settings();
      IndexState state = table.index(path);
      descriptions.add(
          VectorIndexDescription.builder()
              .indexName(path.name())
              .vectorAttribute(new VectorAttributeDefinition(settings.attribute()))
              .dimensions(settings.dimensions())
              .projection(new Projection(path.index().projection().type().name(), null))
              .indexStatus(table.indexStatus(path.name()).name())
              .backfilling(TableDescriptions.backfilling(table, path.name()))
              .indexSizeBytes(state.bytes())
              .itemCount(state.itemCount())
              .build());
    }
    answer.vectorIndexes(descriptions);
  }

  @Override
  public void report(Map<String, Capacity> byIndex, ConsumedCapacity.Builder answer) {
    Map<String, VectorCapacity> written = new LinkedHashMap<>();
    byIndex.forEach(
        (name, capacity) ->
            written.put(
                name,
                VectorCapacity.builder()
                    .vectorWriteRequestBytes(capacity.capacityUnits() * 1024)
                    .build()));
    answer.vectorIndexes(written);
  }
}
