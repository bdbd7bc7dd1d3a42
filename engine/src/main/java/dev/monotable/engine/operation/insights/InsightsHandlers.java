package dev.monotable.engine.operation.insights;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on Contributor Insights. */
public final class InsightsHandlers {
  private InsightsHandlers() {}

  /**
   * Returns a new handler of an operation; null if there is none here.
   *
   * @param enabled runs before insights are enabled for a table or index
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, Runnable enabled) {
    if (operation == Operations.DESCRIBE_CONTRIBUTOR_INSIGHTS) {
      return new DescribeContributorInsightsHandler(context);
    }
    if (operation == Operations.LIST_CONTRIBUTOR_INSIGHTS) {
      return new ListContributorInsightsHandler(context);
    }
    if (operation == Operations.UPDATE_CONTRIBUTOR_INSIGHTS) {
      return new UpdateContributorInsightsHandler(context, enabled);
    }
    return null;
  }
}
