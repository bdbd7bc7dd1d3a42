package dev.monotable.engine.operation.table;

import static dev.monotable.model.BillingMode.PAY_PER_REQUEST;
import static dev.monotable.model.BillingMode.PROVISIONED;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexType;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.ThroughputHistory;
import dev.monotable.model.BillingModeSummary;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.RestoreSummary;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableClassSummary;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TableThroughputModeSummary;
import dev.monotable.model.TableWarmThroughputDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes a table as DescribeTable and the operations that change tables return it. Item counts
 * and sizes are always current, unlike on AWS.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html">TableDescription</a>
 */
public final class TableDescriptions {
  private TableDescriptions() {}

  /** Returns the description of a table with its pending changes at a point in time. */
  public static TableDescription of(TableState table, Instant now) {
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
    ChangeOutcome.TableRestored restore = table.restore();
    if (restore != null) {
      answer.restoreSummary(
          new RestoreSummary(restore.backupArn(), restore.tableArn(), restore.restoredTo(), true));
    }
    BillingModeSummary billing = billing(table);
    if (billing != null) {
      answer
          .billingModeSummary(billing)
          .tableThroughputModeSummary(
              new TableThroughputModeSummary(
                  billing.billingMode(), billing.lastUpdateToPayPerRequestDateTime()));
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
    Map<IndexType, List<AccessPath>> byType = new LinkedHashMap<>();
    for (AccessPath index : table.layout().indexes()) {
      byType.computeIfAbsent(index.index().type(), type -> new ArrayList<>()).add(index);
    }
    byType.forEach((type, indexes) -> type.describe(table, indexes, now, answer));
    for (TableSetting setting : definition.settings()) {
      setting.describe(table, now, answer);
    }
    return answer.build();
  }

  /** Returns the billing mode; null for a provisioned table that was never on demand. */
  private static @Nullable BillingModeSummary billing(TableState table) {
    TableDefinition definition = table.definition();
    String mode = (definition.payPerRequest() ? PAY_PER_REQUEST : PROVISIONED).wire();
    if (table.restore() != null) {
      // A restored provisioned table has a summary, too, until it is ACTIVE: AWS CLI,
      // examples/dynamodb/restore-table-from-backup.rst.
      return new BillingModeSummary(mode, null);
    }
    return definition.payPerRequest() || definition.payPerRequestSince() != null
        ? new BillingModeSummary(mode, definition.payPerRequestSince())
        : null;
  }

  /** Returns the description of provisioned throughput at a point in time; null stands for none. */
  public static ProvisionedThroughputDescription throughput(
      @Nullable ProvisionedThroughputDescription throughput, Instant now) {
    return throughput == null
        ? TableDefinition.NO_THROUGHPUT
        : throughput.toBuilder()
            .numberOfDecreasesToday(ThroughputHistory.decreasesToday(throughput, now))
            .build();
  }

  private static TableWarmThroughputDescription warm(TableState table) {
    WarmThroughput warm = table.definition().warmThroughput();
    return new TableWarmThroughputDescription(
        warm.readUnitsPerSecond(),
        warm.writeUnitsPerSecond(),
        warmStatus(table, null, table.status()));
  }

  /**
   * Returns the status of warm throughput.
   *
   * @param index null for the table
   * @param status the status of the table or index
   */
  public static String warmStatus(
      TableState table, @Nullable String index, TableState.Status status) {
    return status == TableState.Status.CREATING
            || table.findChange(TableChange.Kind.WARM_THROUGHPUT, index) != null
        ? "UPDATING"
        : "ACTIVE";
  }

  /**
   * Returns whether a new index is being filled: false while its resources are allocated, true
   * during the backfill, and null otherwise.
   */
  public static @Nullable Boolean backfilling(TableState table, String index) {
    if (table.findChange(TableChange.Kind.ALLOCATE_INDEX, index) != null) {
      return false;
    }
    return table.findChange(TableChange.Kind.BACKFILL_INDEX, index) != null ? true : null;
  }

  /** Returns a key schema as a list of the API. */
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
}
