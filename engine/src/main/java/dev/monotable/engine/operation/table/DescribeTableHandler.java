package dev.monotable.engine.operation.table;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.DescribeTableOutput;

/**
 * The DescribeTable operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html">DescribeTable</a>
 */
public final class DescribeTableHandler
    implements OperationHandler<DescribeTableInput, DescribeTableOutput> {
  private final OperationContext context;

  public DescribeTableHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeTableOutput handle(DescribeTableInput request, Call call) {
    return new DescribeTableOutput(
        TableDescriptions.of(
            OperationContext.requireDescribed(context.committer().state(), request.tableName()),
            context.clock().instant()));
  }
}
