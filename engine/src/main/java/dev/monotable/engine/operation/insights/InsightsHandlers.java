package dev.monotable.engine.operation.insights;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.ContributorInsights.Part;
import dev.monotable.engine.table.ContributorInsights.Status;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ContributorInsightsAction;
import dev.monotable.model.ContributorInsightsMode;
import dev.monotable.model.ContributorInsightsStatus;
import dev.monotable.model.ContributorInsightsSummary;
import dev.monotable.model.DescribeContributorInsightsInput;
import dev.monotable.model.DescribeContributorInsightsOutput;
import dev.monotable.model.ListContributorInsightsInput;
import dev.monotable.model.ListContributorInsightsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.UpdateContributorInsightsOutput;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations on Contributor Insights. */
public final class InsightsHandlers {
  private final OperationContext context;
  private final Runnable enabled;

  private InsightsHandlers(OperationContext context, Runnable enabled) {
    this.context = context;
    this.enabled = enabled;
  }

  /**
   * Returns the handler of an operation; null if there is none here.
   *
   * @param enabled runs before insights are enabled for a table or index
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, Runnable enabled) {
    InsightsHandlers insights = new InsightsHandlers(context, enabled);
    return new HandlerChoice(operation)
        .or(Operations.DESCRIBE_CONTRIBUTOR_INSIGHTS, insights::describe)
        .or(Operations.LIST_CONTRIBUTOR_INSIGHTS, insights::list)
        .or(Operations.UPDATE_CONTRIBUTOR_INSIGHTS, insights::update)
        .found();
  }

  /**
   * Performs DescribeContributorInsights.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContributorInsights.html">DescribeContributorInsights</a>
   */
  private DescribeContributorInsightsOutput describe(
      DescribeContributorInsightsInput request, Call call) {
    InsightsResource resource =
        InsightsResource.require(
            context.committer().state(), request.tableName(), request.indexName());
    DescribeContributorInsightsOutput.Builder answer =
        DescribeContributorInsightsOutput.builder()
            .tableName(resource.table().definition().name())
            .indexName(resource.indexName());
    Part part = resource.setting();
    if (part == null) {
      // DDB-TABLE-089.
      return answer.contributorInsightsStatus(ContributorInsightsStatus.DISABLED.name()).build();
    }
    Instant now = context.clock().instant();
    return answer
        .contributorInsightsRuleList(part.enabled() ? rules(resource, part) : null)
        .contributorInsightsStatus(part.status(now).name())
        .lastUpdateDateTime(part.updatedAt(now))
        .contributorInsightsMode(InsightsResource.mode(part))
        .build();
  }

  /**
   * Returns the names of the rules: of accessed and throttled keys (C, T), by partition key and, if
   * there is a sort key, by both keys (PK, SK).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/contributorinsights_HowItWorks.html">CloudWatch
   *     Contributor Insights for DynamoDB: How it works</a>
   */
  private static List<String> rules(InsightsResource resource, Part part) {
    AccessPath index = resource.index();
    AccessPath path = index == null ? resource.table().layout().table() : index;
    boolean sorted = path.keys().parts().length > path.keys().schema().partition().size();
    String table = resource.table().definition().name();
    // A rule of an index names it behind its table, as responses of AWS show.
    String name =
        (index == null ? table : table + "-" + index.name())
            + "-"
            + part.createdAt().toEpochMilli();
    List<String> rules = new ArrayList<>();
    for (String counted : part.throttledOnly() ? List.of("T") : List.of("C", "T")) {
      rules.add("DynamoDBContributorInsights-PK" + counted + "-" + name);
      if (sorted) {
        rules.add("DynamoDBContributorInsights-SK" + counted + "-" + name);
      }
    }
    return rules;
  }

  private static final int MOST = 100;

  /**
   * Performs ListContributorInsights. It leaves out what is DISABLED (DDB-TABLE-095, -343).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListContributorInsights.html">ListContributorInsights</a>
   */
  private ListContributorInsightsOutput list(ListContributorInsightsInput request, Call call) {
    Integer asked = request.maxResults();
    int limit = asked == null || asked <= 0 ? MOST : Math.min(asked, MOST);
    String after = request.nextToken();
    List<ContributorInsightsSummary> page = new ArrayList<>();
    for (ContributorInsightsSummary each : all(request.tableName())) {
      if (after != null && token(each).compareTo(after) <= 0) {
        continue;
      }
      if (page.size() == limit) {
        return new ListContributorInsightsOutput(page, token(page.get(limit - 1)));
      }
      page.add(each);
    }
    return new ListContributorInsightsOutput(page, null);
  }

  /** Returns the place of a summary in the list: tables by name, each before its indexes. */
  private static String token(ContributorInsightsSummary summary) {
    return summary.tableName() + "/" + (summary.indexName() == null ? "" : summary.indexName());
  }

  private List<ContributorInsightsSummary> all(@Nullable String tableName) {
    DatabaseState state = context.committer().state();
    List<ContributorInsightsSummary> all = new ArrayList<>();
    if (tableName != null) {
      add(all, OperationContext.requireDescribed(state, tableName));
    } else {
      TreeCursor<TableState> tables = state.tables().cursor();
      for (boolean more = tables.first(); more; more = tables.next()) {
        add(all, tables.value());
      }
    }
    all.sort((one, other) -> token(one).compareTo(token(other)));
    return all;
  }

  private void add(List<ContributorInsightsSummary> all, TableState table) {
    TableDefinition definition = table.definition();
    Instant now = context.clock().instant();
    for (Part part : ContributorInsights.of(definition).parts()) {
      String index = part.index();
      if (part.status(now) != Status.DISABLED
          && (index == null || definition.findIndex(index) != null)) {
        all.add(
            new ContributorInsightsSummary(
                definition.name(), index, part.status(now).name(), InsightsResource.mode(part)));
      }
    }
  }

  /**
   * Performs UpdateContributorInsights. A change lasts as long as that of a table; the response
   * shows it in progress, as on AWS.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContributorInsights.html">UpdateContributorInsights</a>
   */
  private UpdateContributorInsightsOutput update(
      UpdateContributorInsightsInput request, Call call) {
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
