package dev.monotable.engine.operation;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.StreamState;
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
final class TableDescriptions {
  /** What AWS has warm for a table on demand, units per second. */
  private static final long WARM_READS = 12_000;

  private static final long WARM_WRITES = 4_000;

  private TableDescriptions() {}

  /** The description in the table's own status. */
  static TableDescription of(TableState table) {
    return of(table, table.definition().status());
  }

  /** The description in a status that has just begun or is just over. */
  static TableDescription of(TableState table, TableDefinition.Status status) {
    TableDefinition definition = table.definition();
    TableDescription.Builder answer =
        TableDescription.builder()
            .attributeDefinitions(definition.attributeDefinitions())
            .tableName(definition.name())
            .keySchema(keySchema(definition.keys()))
            .tableStatus(status.name())
            .creationDateTime(definition.createdAt())
            .provisionedThroughput(definition.throughput())
            .tableSizeBytes(table.bytes())
            .itemCount(table.items().size())
            .tableArn(definition.arn())
            .tableId(definition.id())
            .deletionProtectionEnabled(definition.deletionProtection())
            .onDemandThroughput(definition.onDemandThroughput())
            .sseDescription(definition.sse())
            .warmThroughput(warm(definition));
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
    addIndexes(table, answer);
    return answer.build();
  }

  private static void addIndexes(TableState table, TableDescription.Builder answer) {
    List<LocalSecondaryIndexDescription> local = new ArrayList<>();
    List<GlobalSecondaryIndexDescription> global = new ArrayList<>();
    TableDefinition definition = table.definition();
    List<IndexDefinition> indexes = definition.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      IndexState state = table.indexes().get(i);
      String arn = definition.arn() + "/index/" + index.name();
      switch (index.kind()) {
        case LOCAL ->
            local.add(
                LocalSecondaryIndexDescription.builder()
                    .indexName(index.name())
                    .keySchema(keySchema(index.keys()))
                    .projection(projection(index))
                    .indexSizeBytes(state.bytes())
                    .itemCount(state.entries().size())
                    .indexArn(arn)
                    .build());
        case GLOBAL ->
            global.add(
                GlobalSecondaryIndexDescription.builder()
                    .indexName(index.name())
                    .keySchema(keySchema(index.keys()))
                    .projection(projection(index))
                    .indexStatus(index.status().name())
                    .backfilling(index.backfilling() ? Boolean.TRUE : null)
                    .provisionedThroughput(
                        index.throughput() == null
                            ? TableDefinition.NO_THROUGHPUT
                            : index.throughput())
                    .onDemandThroughput(index.onDemandThroughput())
                    .warmThroughput(warm(definition, index))
                    .indexSizeBytes(state.bytes())
                    .itemCount(state.entries().size())
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

  private static TableWarmThroughputDescription warm(TableDefinition table) {
    WarmThroughput asked = table.warmThroughput();
    long read = units(table.payPerRequest(), table.throughput().readCapacityUnits(), WARM_READS);
    long write = units(table.payPerRequest(), table.throughput().writeCapacityUnits(), WARM_WRITES);
    return new TableWarmThroughputDescription(
        asked == null || asked.readUnitsPerSecond() == null ? read : asked.readUnitsPerSecond(),
        asked == null || asked.writeUnitsPerSecond() == null ? write : asked.writeUnitsPerSecond(),
        "ACTIVE");
  }

  private static GlobalSecondaryIndexWarmThroughputDescription warm(
      TableDefinition table, IndexDefinition index) {
    WarmThroughput asked = index.warmThroughput();
    ProvisionedThroughputDescription throughput = index.throughput();
    long read =
        units(
            table.payPerRequest(),
            throughput == null ? null : throughput.readCapacityUnits(),
            WARM_READS);
    long write =
        units(
            table.payPerRequest(),
            throughput == null ? null : throughput.writeCapacityUnits(),
            WARM_WRITES);
    return new GlobalSecondaryIndexWarmThroughputDescription(
        asked == null || asked.readUnitsPerSecond() == null ? read : asked.readUnitsPerSecond(),
        asked == null || asked.writeUnitsPerSecond() == null ? write : asked.writeUnitsPerSecond(),
        index.status() == TableDefinition.Status.CREATING ? "UPDATING" : "ACTIVE");
  }

  private static long units(boolean payPerRequest, @Nullable Long provisioned, long onDemand) {
    return payPerRequest || provisioned == null ? onDemand : provisioned;
  }

  /** A key as the API writes it. */
  static List<KeySchemaElement> keySchema(KeySchema keys) {
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
