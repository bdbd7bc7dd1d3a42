package dev.monotable.engine.operation.insights;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ContributorInsights.Part;
import dev.monotable.model.ContributorInsightsStatus;
import dev.monotable.model.DescribeContributorInsightsInput;
import dev.monotable.model.DescribeContributorInsightsOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The DescribeContributorInsights operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContributorInsights.html">DescribeContributorInsights</a>
 */
final class DescribeContributorInsightsHandler
    implements OperationHandler<
        DescribeContributorInsightsInput, DescribeContributorInsightsOutput> {
  private final OperationContext context;

  DescribeContributorInsightsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeContributorInsightsOutput handle(
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
}
