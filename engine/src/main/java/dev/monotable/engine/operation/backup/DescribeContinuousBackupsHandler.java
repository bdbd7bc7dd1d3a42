package dev.monotable.engine.operation.backup;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DescribeContinuousBackupsInput;
import dev.monotable.model.DescribeContinuousBackupsOutput;

/**
 * The DescribeContinuousBackups operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html">DescribeContinuousBackups</a>
 */
public final class DescribeContinuousBackupsHandler
    implements OperationHandler<DescribeContinuousBackupsInput, DescribeContinuousBackupsOutput> {
  private final OperationContext context;

  public DescribeContinuousBackupsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeContinuousBackupsOutput handle(DescribeContinuousBackupsInput request, Call call) {
    TableState table = ContinuousBackups.require(context.committer().state(), request.tableName());
    return new DescribeContinuousBackupsOutput(
        ContinuousBackups.of(context, table, context.clock().instant()));
  }
}
