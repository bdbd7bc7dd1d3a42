package dev.monotable.engine.operation;

import dev.monotable.engine.table.TableState;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.DescribeTimeToLiveOutput;
import dev.monotable.model.TimeToLiveDescription;

/**
 * DescribeTimeToLive.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html">DescribeTimeToLive</a>
 */
final class DescribeTimeToLiveHandler
    implements OperationHandler<DescribeTimeToLiveInput, DescribeTimeToLiveOutput> {
  private final OperationContext context;

  DescribeTimeToLiveHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeTimeToLiveOutput handle(DescribeTimeToLiveInput request) {
    TableState table =
        OperationContext.requireDescribed(
            context.committer().state(), Required.member(request.tableName()));
    String attribute = table.definition().ttlAttribute();
    return new DescribeTimeToLiveOutput(
        new TimeToLiveDescription(attribute == null ? "DISABLED" : "ENABLED", attribute));
  }
}
