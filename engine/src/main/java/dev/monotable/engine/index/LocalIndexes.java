package dev.monotable.engine.index;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Capacity;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.LocalSecondaryIndexInfo;
import dev.monotable.model.SourceTableFeatureDetails;
import dev.monotable.model.TableDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The local secondary indexes: the table's partition key with another sort key.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html">Local
 *     secondary indexes</a>
 */
public final class LocalIndexes extends SecondaryIndexes {
  /** The type. */
  public static final LocalIndexes TYPE = new LocalIndexes();

  private LocalIndexes() {}

  @Override
  public int code() {
    return 1;
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public String member() {
    return "LocalSecondaryIndexes";
  }

  @Override
  public @Nullable List<List<String>> definedNames(CreateTableInput request) {
    List<LocalSecondaryIndex> indexes = request.localSecondaryIndexes();
    return indexes == null
        ? null
        : indexes.stream().map(index -> TableRules.names(index.keySchema())).toList();
  }

  @Override
  public Fault sameNameTwice() {
    return TableFault.Plain.SAME_NAME_TWICE;
  }

  @Override
  public void requireTable(CreateTableInput request, KeySchema table) {
    if (table.sort().isEmpty()) {
      throw new FaultException(IndexFault.Plain.LOCAL_WITHOUT_RANGE);
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
    for (LocalSecondaryIndex index : Objects.requireNonNull(request.localSecondaryIndexes())) {
      String name = index.indexName();
      KeySchema keys = rules.simpleKeys(index.keySchema());
      if (keys.sort().isEmpty()) {
        throw new FaultException(IndexFault.Plain.LOCAL_INDEX_WITHOUT_RANGE.with(name));
      }
      String hash = keys.partition().get(0).name();
      String tableHash = table.partition().get(0).name();
      if (!hash.equals(tableHash)) {
        throw new FaultException(
            IndexFault.Plain.LOCAL_INDEX_OTHER_HASH.with(name, hash, tableHash));
      }
      IndexProjection projection = TableRules.projection(index.projection());
      TableRules.requireNewName(names, name);
      definitions.add(
          new IndexDefinition(name, this, keys, projection, CapacitySettings.NONE, null));
    }
    int most = rules.limits().index().maxLocal();
    if (definitions.size() > most) {
      throw new FaultException(IndexFault.Plain.TOO_MANY_LOCAL_INDEXES.with(most));
    }
    return definitions;
  }

  @Override
  public void describe(
      TableState table, List<AccessPath> indexes, Instant now, TableDescription.Builder answer) {
    List<LocalSecondaryIndexDescription> descriptions = new ArrayList<>();
    for (AccessPath path : indexes) {
      IndexDefinition index = path.index();
      IndexState state = table.index(path);
      descriptions.add(
          LocalSecondaryIndexDescription.builder()
              .indexName(index.name())
              .keySchema(TableDescriptions.keySchema(index.keys()))
              .projection(projection(index))
              .indexSizeBytes(state.bytes())
              .itemCount(state.itemCount())
              .indexArn(arn(table, path))
              .build());
    }
    answer.localSecondaryIndexes(descriptions);
  }

  @Override
  public List<RestoredIndex> restored(
      TableDefinition source, RestoreOverrides overrides, Set<String> names) {
    if (overrides.localIndexes() == null) {
      return super.restored(source, overrides, names);
    }
    List<RestoredIndex> restored = new ArrayList<>();
    for (LocalSecondaryIndex asked : overrides.localIndexes()) {
      IndexDefinition index =
          requireMatch(source, asked.indexName(), asked.keySchema(), asked.projection());
      TableRules.requireNewName(names, asked.indexName());
      restored.add(
          new RestoredIndex(
              index,
              new IndexDefinition(
                  asked.indexName(),
                  this,
                  index.keys(),
                  index.projection(),
                  CapacitySettings.NONE,
                  null)));
    }
    return restored;
  }

  @Override
  public void describeSource(
      TableDefinition source, SourceTableFeatureDetails.Builder description) {
    List<LocalSecondaryIndexInfo> indexes = new ArrayList<>();
    for (IndexDefinition index : of(source)) {
      indexes.add(
          new LocalSecondaryIndexInfo(
              index.name(), TableDescriptions.keySchema(index.keys()), projection(index)));
    }
    if (!indexes.isEmpty()) {
      description.localSecondaryIndexes(indexes);
    }
  }

  @Override
  public void report(Map<String, Capacity> byIndex, ConsumedCapacity.Builder answer) {
    answer.localSecondaryIndexes(byIndex);
  }
}
