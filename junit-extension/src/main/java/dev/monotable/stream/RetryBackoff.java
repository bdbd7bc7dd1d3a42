package dev.monotable.stream;

import java.time.Duration;

/**
 * How long a mapping waits after an error, by the clock of the database. AWS does not document the
 * times; these are a second after the first error, doubled by each further one, a minute at most.
 */
final class RetryBackoff {
  private static final long MAX_SECONDS = 60;

  private RetryBackoff() {}

  /**
   * Returns the time to wait.
   *
   * @param failures the number of errors in a row, at least 1
   */
  static Duration after(int failures) {
    return Duration.ofSeconds(failures > 6 ? MAX_SECONDS : 1L << (failures - 1));
  }
}
