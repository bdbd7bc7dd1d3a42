package dev.monotable.engine.operation.insights;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.ContributorInsights.Part;
import dev.monotable.engine.table.ContributorInsights.Status;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ContributorInsightsSummary;
import dev.monotable.model.ListContributorInsightsInput;
import dev.monotable.model.ListContributorInsightsOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ListContributorInsights operation. It leaves out what is DISABLED (DDB-TABLE-095, -343).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListContributorInsights.html">ListContributorInsights</a>
 */
final class ListContributorInsightsHandler
    implements OperationHandler<ListContributorInsightsInput, ListContributorInsightsOutput> {
  private static final int MOST = 100;

  private final OperationContext context;

  ListContributorInsightsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListContributorInsightsOutput handle(ListContributorInsightsInput request, Call call) {
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
}
