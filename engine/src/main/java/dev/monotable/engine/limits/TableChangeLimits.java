package dev.monotable.engine.limits;

/**
 * The rates at which tables change, for an engine that throttles, and a bound of their
 * destinations.
 *
 * @param maxConcurrent tables that are created, updated or deleted at the same time. AWS page:
 *     ServiceQuotas.html
 * @param maxDecreases decreases of provisioned throughput on a UTC day that need not wait. AWS
 *     page: ServiceQuotas.html
 * @param decreaseSeconds seconds before each other decrease. AWS page: ServiceQuotas.html
 * @param maxDestinations Kinesis destinations of a table that are listed, nearly all of which were
 *     disabled or could not be enabled. The number is ours
 */
public record TableChangeLimits(
    int maxConcurrent, int maxDecreases, long decreaseSeconds, int maxDestinations) {
  public TableChangeLimits {
    LimitChecks.requirePositive(maxConcurrent, maxDecreases, decreaseSeconds, maxDestinations);
  }

  public TableChangeLimits withMaxConcurrent(int value) {
    return new TableChangeLimits(value, maxDecreases, decreaseSeconds, maxDestinations);
  }
}
