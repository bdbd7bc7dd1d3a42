package dev.monotable.engine.operation.insights;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.ContributorInsights.Part;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ContributorInsightsMode;
import org.jspecify.annotations.Nullable;

/**
 * A table, or one of its global indexes, of which Contributor Insights counts keys.
 *
 * @param index null for the table
 */
record InsightsResource(TableState table, @Nullable AccessPath index) {
  /**
   * Finds the resource that a request names.
   *
   * @throws FaultException if the table does not exist, or has no such global index
   */
  static InsightsResource require(
      DatabaseState state, String nameOrArn, @Nullable String indexName) {
    if (indexName != null) {
      TableNames.requireLength(indexName, "IndexName");
    }
    TableState table = OperationContext.requireDescribed(state, nameOrArn);
    if (indexName == null) {
      return new InsightsResource(table, null);
    }
    AccessPath index = table.layout().findIndex(indexName);
    // DDB-TABLE-094, -137, -161: also for a local index.
    if (index == null || !index.isGlobal()) {
      throw new FaultException(
          TableFault.Plain.INSIGHTS_INDEX_NOT_FOUND.with(indexName, table.definition().name()));
    }
    return new InsightsResource(table, index);
  }

  @Nullable String indexName() {
    return index == null ? null : index.name();
  }

  /** Returns the setting; null if insights were never enabled. */
  @Nullable Part setting() {
    return ContributorInsights.of(table.definition()).find(indexName());
  }

  static String mode(Part part) {
    return part.throttledOnly()
        ? ContributorInsightsMode.THROTTLED_KEYS.name()
        : ContributorInsightsMode.ACCESSED_AND_THROTTLED_KEYS.name();
  }
}
