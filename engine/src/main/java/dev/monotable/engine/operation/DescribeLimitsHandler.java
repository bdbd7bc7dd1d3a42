package dev.monotable.engine.operation;

import dev.monotable.model.DescribeLimitsInput;
import dev.monotable.model.DescribeLimitsOutput;

/**
 * DescribeLimits: the quotas of a new account.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeLimits.html">DescribeLimits</a>
 */
final class DescribeLimitsHandler
    implements OperationHandler<DescribeLimitsInput, DescribeLimitsOutput> {
  private static final long ACCOUNT_UNITS = 80_000;
  private static final long TABLE_UNITS = 40_000;

  @Override
  public DescribeLimitsOutput handle(DescribeLimitsInput request) {
    return new DescribeLimitsOutput(ACCOUNT_UNITS, ACCOUNT_UNITS, TABLE_UNITS, TABLE_UNITS);
  }
}
