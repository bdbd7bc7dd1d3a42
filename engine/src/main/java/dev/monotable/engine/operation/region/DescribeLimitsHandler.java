package dev.monotable.engine.operation.region;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DescribeLimitsInput;
import dev.monotable.model.DescribeLimitsOutput;

/**
 * The DescribeLimits operation. It returns the quotas of a new account.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeLimits.html">DescribeLimits</a>
 */
public final class DescribeLimitsHandler
    implements OperationHandler<DescribeLimitsInput, DescribeLimitsOutput> {
  private final Limits limits;

  public DescribeLimitsHandler(OperationContext context) {
    this.limits = context.limits();
  }

  @Override
  public DescribeLimitsOutput handle(DescribeLimitsInput request, Call call) {
    return new DescribeLimitsOutput(
        limits.account().maxReadUnits(),
        limits.account().maxWriteUnits(),
        limits.table().maxReadUnits(),
        limits.table().maxWriteUnits());
  }
}
