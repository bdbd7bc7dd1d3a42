package dev.monotable.engine.operation.table;

import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.GlobalSecondaryIndexWarmThroughputDescription;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.Projection;
import dev.monotable.model.TableDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the secondary indexes of a CreateTable request, and describes those of a table. */
final class SecondaryIndexes {
  private SecondaryIndexes() {}

  /**
   * Reads the indexes of a new table: the local ones, then the global ones, each in the order of
   * the request.
   *
   * @throws dev.monotable.engine.error.FaultException naming the first invalid index
   */
  static List<IndexDefinition> read(
      CreateTableInput request, TableRules rules, KeySchema keys, boolean payPerRequest) {
    TableRules.requireLists(
        keys, request.localSecondaryIndexes(), request.globalSecondaryIndexes());
    rules.requireNames(request.localSecondaryIndexes(), request.globalSecondaryIndexes());
    rules.requireAllUsed(keys, request.localSecondaryIndexes(), request.globalSecondaryIndexes());
    Set<String> names = new HashSet<>();
    List<IndexDefinition> indexes = new ArrayList<>();
    if (request.localSecondaryIndexes() != null) {
      indexes.addAll(rules.localIndexes(keys, request.localSecondaryIndexes(), names));
    }
    if (request.globalSecondaryIndexes() != null) {
      indexes.addAll(rules.globalIndexes(request.globalSecondaryIndexes(), payPerRequest, names));
    }
    return indexes;
  }

  /** Adds the indexes to the description of their table. */
  static void describe(TableState table, Instant now, TableDescription.Builder answer) {
    List<LocalSecondaryIndexDescription> local = new ArrayList<>();
    List<GlobalSecondaryIndexDescription> global = new ArrayList<>();
    TableDefinition definition = table.definition();
    List<IndexDefinition> indexes = definition.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      IndexState state = table.index(table.layout().indexes().get(i));
      String arn = definition.arn() + "/index/" + index.name();
      switch (index.kind()) {
        case LOCAL ->
            local.add(
                LocalSecondaryIndexDescription.builder()
                    .indexName(index.name())
                    .keySchema(TableDescriptions.keySchema(index.keys()))
                    .projection(projection(index))
                    .indexSizeBytes(state.bytes())
                    .itemCount(state.itemCount())
                    .indexArn(arn)
                    .build());
        case GLOBAL ->
            global.add(
                GlobalSecondaryIndexDescription.builder()
                    .indexName(index.name())
                    .keySchema(TableDescriptions.keySchema(index.keys()))
                    .projection(projection(index))
                    .indexStatus(table.indexStatus(index.name()).name())
                    .backfilling(backfilling(table, index.name()))
                    .provisionedThroughput(TableDescriptions.throughput(index.throughput(), now))
                    .onDemandThroughput(index.onDemandThroughput())
                    .warmThroughput(warm(table, index))
                    .indexSizeBytes(state.bytes())
                    .itemCount(state.itemCount())
                    .indexArn(arn)
                    .build());
      }
    }
    if (!local.isEmpty()) {
      answer.localSecondaryIndexes(local);
    }
    if (!global.isEmpty()) {
      answer.globalSecondaryIndexes(global);
    }
  }

  /**
   * Returns false while resources for a new index are allocated, true during its backfill, and null
   * otherwise.
   */
  private static @Nullable Boolean backfilling(TableState table, String index) {
    if (table.findChange(TableChange.Kind.ALLOCATE_INDEX, index) != null) {
      return false;
    }
    return table.findChange(TableChange.Kind.BACKFILL_INDEX, index) != null ? true : null;
  }

  private static GlobalSecondaryIndexWarmThroughputDescription warm(
      TableState table, IndexDefinition index) {
    WarmThroughput warm = index.warmThroughput();
    return new GlobalSecondaryIndexWarmThroughputDescription(
        warm.readUnitsPerSecond(),
        warm.writeUnitsPerSecond(),
        TableDescriptions.warmStatus(table, index.name(), table.indexStatus(index.name())));
  }

  private static Projection projection(IndexDefinition index) {
    List<String> included = index.projection().included();
    return new Projection(index.projection().type().name(), included.isEmpty() ? null : included);
  }
}
