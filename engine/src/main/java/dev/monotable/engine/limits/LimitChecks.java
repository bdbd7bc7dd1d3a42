package dev.monotable.engine.limits;

/** Checks the numbers of {@link Limits}. */
final class LimitChecks {
  private LimitChecks() {}

  static void requirePositive(long... limits) {
    for (long limit : limits) {
      if (limit <= 0) {
        throw new IllegalArgumentException("a limit must be positive: " + limit);
      }
    }
  }

  static void requireNotNegative(long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("a limit must not be negative: " + limit);
    }
  }
}
