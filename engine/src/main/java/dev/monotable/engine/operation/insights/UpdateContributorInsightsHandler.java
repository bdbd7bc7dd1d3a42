package dev.monotable.engine.operation.insights;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.ContributorInsights.Part;
import dev.monotable.engine.table.ContributorInsights.Status;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ContributorInsightsAction;
import dev.monotable.model.ContributorInsightsMode;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.UpdateContributorInsightsOutput;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The UpdateContributorInsights operation. A change lasts as long as that of a table; the response
 * shows it in progress, as on AWS.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContributorInsights.html">UpdateContributorInsights</a>
 */
final class UpdateContributorInsightsHandler
    implements OperationHandler<UpdateContributorInsightsInput, UpdateContributorInsightsOutput> {
  private final OperationContext context;
  private final Runnable enabled;

  /**
   * @param enabled runs before insights are enabled
   */
  UpdateContributorInsightsHandler(OperationContext context, Runnable enabled) {
    this.context = context;
    this.enabled = enabled;
  }

  @Override
  public UpdateContributorInsightsOutput handle(UpdateContributorInsightsInput request, Call call) {
    boolean enable =
        request.contributorInsightsAction().equals(ContributorInsightsAction.ENABLE.name());
    if (enable) {
      enabled.run();
    }
    return context.committer().commit(call.ticket(), draft -> update(draft, request, enable));
  }

  private UpdateContributorInsightsOutput update(
      StateDraft draft, UpdateContributorInsightsInput request, boolean enable) {
    InsightsResource resource =
        InsightsResource.require(draft.state(), request.tableName(), request.indexName());
    if (enable) {
      requireActive(resource);
    }
    Part old = resource.setting();
    // DDB-TABLE-092: without a mode, it is the default, not the current one; and a mode of a
    // request that disables is ignored.
    boolean throttledOnly =
        enable
            ? ContributorInsightsMode.THROTTLED_KEYS
                .name()
                .equals(request.contributorInsightsMode())
            : old != null && old.throttledOnly();
    Instant now = draft.now();
    if (old == null ? !enable : old.enabled() == enable && old.throttledOnly() == throttledOnly) {
      return answer(resource, old, old == null ? Status.DISABLED : old.status(now));
    }
    Instant createdAt = old != null && (old.enabled() || !enable) ? old.createdAt() : now;
    Part next =
        new Part(
            resource.indexName(),
            enable,
            throttledOnly,
            now,
            now.plus(context.delays().updateTable()),
            createdAt);
    TableState table = resource.table();
    TableDefinition definition = table.definition();
    ContributorInsights setting = ContributorInsights.of(definition).with(next, definition);
    draft.putTable(table.withDefinition(definition.toBuilder().setting(setting).build()));
    return answer(resource, next, enable ? Status.ENABLING : Status.DISABLING);
  }

  /** Checks that the table, or the index, is ACTIVE (DDB-TABLE-116); a table may be UPDATING. */
  private static void requireActive(InsightsResource resource) {
    TableState table = resource.table();
    if (table.status() == TableState.Status.CREATING) {
      throw new FaultException(TableFault.Plain.INSIGHTS_TABLE_NOT_ACTIVE);
    }
    String index = resource.indexName();
    if (index != null && table.indexStatus(index) == TableState.Status.CREATING) {
      throw new FaultException(TableFault.Plain.INSIGHTS_INDEX_NOT_ACTIVE);
    }
  }

  private static UpdateContributorInsightsOutput answer(
      InsightsResource resource, @Nullable Part part, Status status) {
    return new UpdateContributorInsightsOutput(
        resource.table().definition().name(),
        resource.indexName(),
        status.name(),
        part == null ? null : InsightsResource.mode(part));
  }
}
