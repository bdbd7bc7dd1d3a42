package dev.monotable.engine.throttle;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.QuotaFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.ThroughputHistory;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rates of changes of tables that AWS allows: how many tables change at the same time, how
 * often in a day provisioned throughput is decreased, and how soon deletion protection changes
 * again.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas
 *     in Amazon DynamoDB</a>
 */
final class TableChangeRates {
  /** The form of times in messages. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern(
              "EEEE, MMMM d, yyyy 'at' h:mm:ss a 'Coordinated Universal Time'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final OperationContext context;

  /**
   * When the deletion protection of tables was last set, by their IDs, for as long as it counts.
   * Guarded by itself.
   */
  private final Map<String, Instant> protections = new HashMap<>();

  TableChangeRates(OperationContext context) {
    this.context = context;
  }

  /**
   * Checks a request that creates, changes or deletes a table.
   *
   * @throws FaultException naming the rate that it would exceed
   */
  void require(Record input) {
    DatabaseState state = context.committer().state();
    if (input instanceof UpdateTableInput update) {
      TableState table = state.findTable(TableNames.nameOf(update.tableName()));
      if (table != null) {
        requireDecreases(table.definition(), update);
        requireProtection(table.definition(), update);
      }
    }
    requireConcurrency(state);
  }

  /** Receives that a request that was admitted has succeeded. */
  void succeeded(Record input) {
    if (input instanceof UpdateTableInput update && update.deletionProtectionEnabled() != null) {
      TableState table =
          context.committer().state().findTable(TableNames.nameOf(update.tableName()));
      if (table != null) {
        synchronized (protections) {
          Instant now = context.clock().instant();
          protections.values().removeIf(changedAt -> !now.isBefore(protectedUntil(changedAt)));
          protections.put(table.definition().id(), now);
        }
      }
    }
  }

  private Instant protectedUntil(Instant changedAt) {
    return changedAt.plusSeconds(context.limits().tableChanges().protectionSeconds());
  }

  private void requireProtection(TableDefinition table, UpdateTableInput update) {
    Boolean asked = update.deletionProtectionEnabled();
    if (asked == null || asked == table.deletionProtection()) {
      return;
    }
    Instant changedAt;
    synchronized (protections) {
      changedAt = protections.get(table.id());
    }
    if (changedAt != null && context.clock().instant().isBefore(protectedUntil(changedAt))) {
      throw new FaultException(
          QuotaFault.Plain.PROTECTION_CHANGED.with(
              table.name(),
              context.limits().tableChanges().protectionSeconds() * 1_000,
              MILLIS.format(protectedUntil(changedAt))));
    }
  }

  private void requireConcurrency(DatabaseState state) {
    int changing = 0;
    Instant now = context.clock().instant();
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      changing += isChanging(tables.value(), now) ? 1 : 0;
    }
    int most = context.limits().tableChanges().maxConcurrent();
    if (changing >= most) {
      throw new FaultException(new QuotaFault.TooManyChanges(most));
    }
  }

  private static boolean isChanging(TableState table, Instant now) {
    for (TableChange change : table.changes()) {
      if (change.kind() != TableChange.Kind.TIME_TO_LIVE && !change.isDue(now)) {
        return true;
      }
    }
    return false;
  }

  private void requireDecreases(TableDefinition table, UpdateTableInput update) {
    requireDecrease(table.throughput(), update.provisionedThroughput());
    if (update.globalSecondaryIndexUpdates() == null) {
      return;
    }
    for (GlobalSecondaryIndexUpdate each : update.globalSecondaryIndexUpdates()) {
      if (each.update() != null) {
        IndexDefinition index = table.findIndex(each.update().indexName());
        requireDecrease(
            index == null ? null : index.capacity().provisioned(),
            each.update().provisionedThroughput());
      }
    }
  }

  private void requireDecrease(
      @Nullable ProvisionedThroughputDescription old, @Nullable ProvisionedThroughput asked) {
    if (old == null || asked == null || !isDecrease(old, asked)) {
      return;
    }
    Limits.TableChanges limits = context.limits().tableChanges();
    Instant now = context.clock().instant();
    long today = ThroughputHistory.decreasesToday(old, now);
    Instant last = old.lastDecreaseDateTime();
    if (today >= limits.maxDecreases()
        && last != null
        && now.isBefore(last.plusSeconds(limits.decreaseSeconds()))) {
      throw new FaultException(
          new QuotaFault.TooManyDecreases(
              limits.maxDecreases(),
              limits.decreaseSeconds(),
              today,
              TIME.format(last),
              TIME.format(last.plusSeconds(limits.decreaseSeconds()))));
    }
  }

  private static boolean isDecrease(
      ProvisionedThroughputDescription old, ProvisionedThroughput asked) {
    return isBelow(asked.readCapacityUnits(), old.readCapacityUnits())
        || isBelow(asked.writeCapacityUnits(), old.writeCapacityUnits());
  }

  private static boolean isBelow(@Nullable Long asked, @Nullable Long old) {
    return asked != null && old != null && asked < old;
  }
}
