package dev.monotable.engine.operation.table;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BillingModeSummary;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.GlobalSecondaryIndexWarmThroughputDescription;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableClassSummary;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TableWarmThroughputDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as DescribeTable and the operations on tables answer it. Counts and sizes are always
 * current.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html">TableDescription</a>
 */
public final class TableDescriptions {
  private TableDescriptions() {}

  /** The description at a time, as the changes that are under way let it show. */
  static TableDescription of(TableState table, Instant now) {
    TableDefinition definition = table.definition();
    TableDescription.Builder answer =
        TableDescription.builder()
            .attributeDefinitions(definition.attributeDefinitions())
            .tableName(definition.name())
            .keySchema(keySchema(definition.keys()))
            .tableStatus(table.status().name())
            .creationDateTime(definition.createdAt())
            .provisionedThroughput(throughput(definition.throughput(), now))
            .tableSizeBytes(table.bytes())
            .itemCount(table.items().size())
            .tableArn(definition.arn())
            .tableId(definition.id())
            .deletionProtectionEnabled(definition.deletionProtection())
            .onDemandThroughput(definition.onDemandThroughput())
            .sseDescription(definition.sse())
            .warmThroughput(warm(table));
    if (definition.payPerRequest()) {
      answer.billingModeSummary(
          new BillingModeSummary("PAY_PER_REQUEST", definition.payPerRequestSince()));
    } else if (definition.payPerRequestSince() != null) {
      answer.billingModeSummary(
          new BillingModeSummary("PROVISIONED", definition.payPerRequestSince()));
    }
    String tableClass = definition.tableClass();
    if (tableClass != null) {
      answer.tableClassSummary(new TableClassSummary(tableClass, definition.tableClassChangedAt()));
    }
    if (definition.streamView() != null) {
      answer.streamSpecification(new StreamSpecification(true, definition.streamView().name()));
    }
    StreamState stream = table.stream();
    if (stream != null) {
      answer.latestStreamArn(stream.arn()).latestStreamLabel(stream.label());
    }
    addIndexes(table, now, answer);
    return answer.build();
  }

  private static void addIndexes(TableState table, Instant now, TableDescription.Builder answer) {
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
                    .keySchema(keySchema(index.keys()))
                    .projection(projection(index))
                    .indexSizeBytes(state.bytes())
                    .itemCount(state.itemCount())
                    .indexArn(arn)
                    .build());
        case GLOBAL ->
            global.add(
                GlobalSecondaryIndexDescription.builder()
                    .indexName(index.name())
                    .keySchema(keySchema(index.keys()))
                    .projection(projection(index))
                    .indexStatus(table.indexStatus(index.name()).name())
                    .backfilling(backfilling(table, index.name()))
                    .provisionedThroughput(throughput(index.throughput(), now))
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

  /** False while resources are found for an index that is added, true while it is filled. */
  private static @Nullable Boolean backfilling(TableState table, String index) {
    if (table.findChange(TableChange.Kind.ALLOCATE_INDEX, index) != null) {
      return false;
    }
    return table.findChange(TableChange.Kind.BACKFILL_INDEX, index) != null ? true : null;
  }

  private static ProvisionedThroughputDescription throughput(
      @Nullable ProvisionedThroughputDescription throughput, Instant now) {
    return throughput == null
        ? TableDefinition.NO_THROUGHPUT
        : throughput.toBuilder()
            .numberOfDecreasesToday(Throughput.decreasesToday(throughput, now))
            .build();
  }

  private static TableWarmThroughputDescription warm(TableState table) {
    WarmThroughput warm = table.definition().warmThroughput();
    return new TableWarmThroughputDescription(
        warm.readUnitsPerSecond(),
        warm.writeUnitsPerSecond(),
        warmStatus(table, null, table.status()));
  }

  private static GlobalSecondaryIndexWarmThroughputDescription warm(
      TableState table, IndexDefinition index) {
    WarmThroughput warm = index.warmThroughput();
    return new GlobalSecondaryIndexWarmThroughputDescription(
        warm.readUnitsPerSecond(),
        warm.writeUnitsPerSecond(),
        warmStatus(table, index.name(), table.indexStatus(index.name())));
  }

  private static String warmStatus(
      TableState table, @Nullable String index, TableState.Status status) {
    return status == TableState.Status.CREATING
            || table.findChange(TableChange.Kind.WARM_THROUGHPUT, index) != null
        ? "UPDATING"
        : "ACTIVE";
  }

  /** A key as the API writes it. */
  public static List<KeySchemaElement> keySchema(KeySchema keys) {
    List<KeySchemaElement> elements = new ArrayList<>(keys.size());
    for (KeyAttribute attribute : keys.partition()) {
      elements.add(new KeySchemaElement(attribute.name(), "HASH"));
    }
    for (KeyAttribute attribute : keys.sort()) {
      elements.add(new KeySchemaElement(attribute.name(), "RANGE"));
    }
    return elements;
  }

  private static Projection projection(IndexDefinition index) {
    List<String> included = index.projection().included();
    return new Projection(index.projection().type().name(), included.isEmpty() ? null : included);
  }
}
