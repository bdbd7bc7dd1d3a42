package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.DescribeTimeToLiveOutput;
import dev.monotable.model.TimeToLiveDescription;

/**
 * The DescribeTimeToLive operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html">DescribeTimeToLive</a>
 */
public final class DescribeTimeToLiveHandler
    implements OperationHandler<DescribeTimeToLiveInput, DescribeTimeToLiveOutput> {
  private final OperationContext context;

  public DescribeTimeToLiveHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeTimeToLiveOutput handle(DescribeTimeToLiveInput request, Call call) {
    TableState table =
        OperationContext.requireSettable(context.committer().state(), request.tableName());
    switch (table.status()) {
      case CREATING, DELETING ->
          throw new FaultException(new TableFault.TimeToLiveUnknown(table.status().name()));
      case ACTIVE, UPDATING -> {}
    }
    String attribute = TimeToLive.of(table.definition()).attribute();
    TableChange change = table.findChange(TableChange.Kind.TIME_TO_LIVE);
    return new DescribeTimeToLiveOutput(
        change == null
            ? new TimeToLiveDescription(attribute == null ? "DISABLED" : "ENABLED", attribute)
            : new TimeToLiveDescription(
                attribute == null ? "DISABLING" : "ENABLING", change.subject()));
  }
}
